package org.ssdtier.benchmarks.dashboard;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import org.ssdtier.benchmarks.device.DeviceRegistry;
import org.ssdtier.benchmarks.device.DeviceRequest;
import org.ssdtier.benchmarks.device.EmulatedDevice;
import org.ssdtier.benchmarks.device.FaultSetting;
import org.ssdtier.benchmarks.node.Checkout;

/** An emulated drive that is as fast as the host's until it is made to fail. It needs the rights of root. */
final class FailingDrive implements AutoCloseable {
    private static final long BYTES = 256L << 20;

    private final EmulatedDevice device;
    private boolean isSound = true;

    private FailingDrive(EmulatedDevice device) {
        this.device = device;
    }

    /** Makes a drive; empty, with the reason as a progress line, where none can be emulated. */
    static Optional<FailingDrive> make(Checkout checkout, Consumer<String> progress) throws IOException {
        DeviceRegistry host = DeviceRegistry.open(checkout, progress);
        Optional<String> obstacle = host.obstacle();
        if (obstacle.isPresent()) {
            progress.accept("no emulated drive, so no faults of one: " + obstacle.get());
            return Optional.empty();
        }
        String name = "dashboard-" + ProcessHandle.current().pid();
        return Optional.of(new FailingDrive(host.up(DeviceRequest.of(name, host.profile("none"), 1, BYTES))));
    }

    /** Returns the directory of its file system. */
    Path directory() {
        return device.mountPoint();
    }

    boolean isSound() {
        return isSound;
    }

    void fail(FaultSetting setting) throws IOException {
        device.beginFault(setting);
        isSound = false;
    }

    /** Ends the fault, if there is one. */
    void mend() throws IOException {
        if (!isSound) {
            device.endFault();
            isSound = true;
        }
    }

    @Override
    public void close() throws IOException {
        device.close();
    }
}
