package org.ssdtier.benchmarks.device;

import java.io.IOException;

/** The fault of the drive of an emulated device, set in the file {@code drive/fault}. */
final class DriveFault {
    private static final String HITS = "hits=";

    private final DeviceState state;
    private final Machine machine;

    DriveFault(DeviceState state, Machine machine) {
        this.state = state;
        this.machine = machine;
    }

    /** Begins a fault of the running drive. */
    void set(FaultSetting setting) throws IOException {
        machine.write(state.fault(), setting.words());
    }

    /** Ends the fault if the drive is running; blocked requests continue. */
    void end() throws IOException {
        if (Mount.isOn(machine, state.driveMount()) && machine.exists(state.fault())) {
            machine.write(state.fault(), DeviceFault.OFF);
        }
    }

    /**
     * Returns the number of requests affected since the fault began.
     *
     * @throws IOException if the file does not contain it
     */
    long hits() throws IOException {
        return machine.read(state.fault())
                .lines()
                .filter(line -> line.startsWith(HITS))
                .mapToLong(line -> Long.parseLong(line.substring(HITS.length())))
                .findFirst()
                .orElseThrow(() -> new IOException("file=" + state.fault() + ": " + HITS + " is missing"));
    }
}
