package org.ssdtier.benchmarks.device;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A directory on a disk of this machine: the fallback without root or FUSE, or a real disk named by the user. */
public final class HostDisk implements Device {
    private static final int MINOR_LOW_BITS = 8;

    private final Path directory;
    private final String mode;

    private HostDisk(Path directory, String mode) {
        this.directory = directory;
        this.mode = mode;
    }

    /** Returns the host's disk in place of an emulated one; its mode is {@code host}. */
    public static HostDisk standIn(Path directory) throws IOException {
        return new HostDisk(Files.createDirectories(directory), "host");
    }

    /** Returns a disk chosen by the user; its mode is {@code host:/path}. */
    public static HostDisk at(Path directory) throws IOException {
        return new HostDisk(Files.createDirectories(directory), "host:" + directory.toAbsolutePath());
    }

    @Override
    public String mode() {
        return mode;
    }

    @Override
    public Path mountPoint() {
        return directory;
    }

    @Override
    public void modelOn() {}

    @Override
    public void modelOff() {}

    @Override
    public void dropPageCache() {}

    @Override
    public DeviceCounters counters() throws IOException {
        long device = (Long) Files.getAttribute(directory, "unix:dev");
        long major = (device >> MINOR_LOW_BITS) & 0xFFF;
        long minor = (device & 0xFF) | ((device >> 12) & ~0xFFL);
        Path stat = Path.of("/sys/dev/block", major + ":" + minor, "stat");
        if (!Files.exists(stat)) {
            throw new IOException("directory=" + directory + " device=" + major + ":" + minor + ": not a block device");
        }
        return DeviceCounters.parse(Files.readString(stat));
    }

    @Override
    public void close() {}
}
