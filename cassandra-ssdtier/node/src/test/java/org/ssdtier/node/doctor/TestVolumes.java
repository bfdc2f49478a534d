package org.ssdtier.node.doctor;

import java.nio.file.Path;
import java.util.Map;

/**
 * File systems that are what a test needs, whatever the machine has.
 *
 * @param devices name of the device of every path at or below a path; every other path is on the device {@code root}
 * @param usableBytes free space of each
 * @param isReadOnly whether they are read-only
 * @param hasDirectIo whether files may bypass the page cache
 */
record TestVolumes(Map<Path, String> devices, long usableBytes, boolean isReadOnly, boolean hasDirectIo)
        implements Volumes {
    /** Returns a device of its own for a directory, with plenty of space. */
    static TestVolumes ssdAt(Path directory) {
        return new TestVolumes(Map.of(directory, "ssd"), 1L << 40, false, true);
    }

    @Override
    public String device(Path path) {
        return devices.entrySet().stream()
                .filter(entry -> path.startsWith(entry.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse("root");
    }

    @Override
    public String drive(Path path) {
        return device(path).replaceAll("\\d+$", "");
    }

    @Override
    public long usableBytes(Path path) {
        return usableBytes;
    }

    @Override
    public boolean isReadOnly(Path path) {
        return isReadOnly;
    }

    @Override
    public boolean hasDirectIo(Path directory) {
        return hasDirectIo;
    }
}
