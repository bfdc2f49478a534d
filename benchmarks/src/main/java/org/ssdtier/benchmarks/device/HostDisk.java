package org.ssdtier.benchmarks.device;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A directory on a disk of this machine: the fallback without root or FUSE, or a real disk named by the user. */
public final class HostDisk implements Device {
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
        return DiskBelow.counters(directory)
                .orElseThrow(() -> new IOException("directory=" + directory + ": not on a block device"));
    }

    @Override
    public void close() {}
}
