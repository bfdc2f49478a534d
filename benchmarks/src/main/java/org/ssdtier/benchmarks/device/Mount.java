package org.ssdtier.benchmarks.device;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A mounted file system, as listed in {@code /proc/self/mountinfo}; see {@code proc_pid_mountinfo(5)}.
 *
 * @param point mount point
 * @param type type of the file system, such as {@code ext4}
 * @param options options of the file system itself, such as {@code rw,memory}
 */
record Mount(Path point, String type, List<String> options) {
    static final Path MOUNTINFO = Path.of("/proc/self/mountinfo");
    private static final int POINT_FIELD = 4;

    /** Returns all mounted file systems. */
    static List<Mount> all(Machine machine) throws IOException {
        return machine.read(MOUNTINFO).lines().map(Mount::parse).toList();
    }

    /** Returns whether a file system is mounted on exactly this directory. */
    static boolean isOn(Machine machine, Path directory) throws IOException {
        return all(machine).stream().anyMatch(mount -> mount.point.equals(directory));
    }

    private static Mount parse(String line) {
        String[] halves = line.split(" - ", 2);
        String[] after = halves[1].split(" ", -1);
        return new Mount(
                Path.of(unescape(halves[0].split(" ", -1)[POINT_FIELD])),
                after[0],
                after.length > 2 ? List.of(after[2].split(",", -1)) : List.of());
    }

    /** Decodes the octal escapes that the kernel writes for white space and backslashes. */
    private static String unescape(String name) {
        return name.replace("\\040", " ").replace("\\011", "\t").replace("\\134", "\\");
    }
}
