package org.ssdtier.benchmarks.dashboard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.benchmarks.device.DeviceRegistry;
import org.ssdtier.benchmarks.device.DeviceRequest;
import org.ssdtier.benchmarks.device.EmulatedDevice;
import org.ssdtier.benchmarks.device.Needed;
import org.ssdtier.benchmarks.node.Checkout;

/** Tests with real mounts, as root. */
@Tag("integration")
final class SmallDiskIT {
    private static final long BYTES = 64L << 20;

    @TempDir
    private Path directory;

    /** Verified by mutation: with the copies of the mounts in the namespace, the loop device stays busy. */
    @Test
    void driveOfAnother_canBeRemovedMeanwhile() throws Exception {
        Path root = directory.toRealPath();
        DeviceRegistry host =
                DeviceRegistry.open(Checkout.locate(), Files.createDirectories(root.resolve("records")), line -> {});
        Needed.drives(host);
        Path disk = root.resolve("disk");
        List<String> command = new ArrayList<>(SmallDisk.prefix(disk));
        Needed.absent(command.isEmpty() ? Optional.of("unshare --mount: not permitted") : Optional.empty());
        command.addAll(List.of("sh", "-c", "echo mounted; exec sleep 600"));
        EmulatedDevice device = host.up(DeviceRequest.of("other", host.profile("none"), 1, BYTES));
        Process holder = null;
        try (device) {
            holder = new ProcessBuilder(command).redirectErrorStream(true).start();
            assertEquals('m', holder.getInputStream().read());
            assertTrue(Files.isDirectory(device.mountPoint()));
            Path seen = SmallDisk.seenFromOutside(disk, holder.pid());
            Files.writeString(seen.resolve("file"), "in memory");
            assertTrue(Files.notExists(disk.resolve("file")));
        } finally {
            if (holder != null) {
                assertTrue(holder.isAlive());
                holder.destroyForcibly().waitFor();
            }
        }
        assertTrue(Files.notExists(device.mountPoint()));
    }
}
