package org.ssdtier.rowcache.cassandra;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * The mounted file systems of a machine with the options of each, from {@code /proc/self/mountinfo} (proc(5)).
 *
 * @param lines the lines of the file; a later mount hides an earlier one at the same point
 */
record MountOptions(List<String> lines) {
    private static final Path MOUNTINFO = Path.of("/proc/self/mountinfo");
    private static final int POINT = 4;
    /** The columns after the separator: type, device, options of the file system. */
    private static final int FILE_SYSTEM_OPTIONS = 3;

    private static final String SEPARATOR = "-";

    /** Returns the mounts of this machine; none where the file does not exist or cannot be read. */
    static MountOptions ofThisMachine() {
        try {
            return new MountOptions(Files.exists(MOUNTINFO) ? Files.readAllLines(MOUNTINFO) : List.of());
        } catch (IOException | SecurityException untold) {
            return new MountOptions(List.of());
        }
    }

    /** Returns whether the file system of a directory informs its drive of released blocks. */
    boolean discards(Path directory) {
        Path longest = null;
        boolean discards = false;
        for (String line : lines) {
            List<String> words = Arrays.asList(line.split(" ", -1));
            int separator = words.indexOf(SEPARATOR);
            if (separator < 0 || words.size() <= separator + FILE_SYSTEM_OPTIONS) {
                continue;
            }
            Path point = MountTable.pathOf(words.get(POINT));
            boolean isNearer = longest == null || point.getNameCount() >= longest.getNameCount();
            if (isNearer && directory.toAbsolutePath().normalize().startsWith(point)) {
                longest = point;
                discards = Arrays.stream(
                                words.get(separator + FILE_SYSTEM_OPTIONS).split(",", -1))
                        .anyMatch(option -> option.equals("discard") || option.startsWith("discard="));
            }
        }
        return discards;
    }
}
