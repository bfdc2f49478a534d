package org.ssdtier.benchmarks.device;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The counters of the machine's own disk below a file. */
final class DiskBelow {
    private static final int MINOR_LOW_BITS = 8;

    private DiskBelow() {}

    /** Returns the counters of the block device of a file's file system; empty if that is on none, such as a tmpfs. */
    static Optional<DeviceCounters> counters(Path file) throws IOException {
        long device = (Long) Files.getAttribute(file, "unix:dev");
        long major = (device >> MINOR_LOW_BITS) & 0xFFF;
        long minor = (device & 0xFF) | ((device >> 12) & ~0xFFL);
        Path stat = Path.of("/sys/dev/block", major + ":" + minor, "stat");
        return Files.exists(stat) ? Optional.of(DeviceCounters.parse(Files.readString(stat))) : Optional.empty();
    }
}
