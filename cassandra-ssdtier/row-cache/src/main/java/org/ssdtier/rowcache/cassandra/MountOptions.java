package org.ssdtier.rowcache.cassandra;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * The mounted file systems of a machine with the options of each, from {@code /proc/self/mountinfo} (proc(5)). That file
 * leaves out options that ext4 has by its superblock ({@code tune2fs -o}); ext4 lists those elsewhere.
 *
 * @param lines the lines of the file; a later mount hides an earlier one at the same point
 * @param ext4 directory with a directory for each device that is mounted as ext4, which has a file {@code options}
 */
record MountOptions(List<String> lines, Path ext4) {
    private static final Path EXT4 = Path.of("/proc/fs/ext4");
    private static final String EXT4_OPTIONS = "options";
    private static final Path MOUNTINFO = Path.of("/proc/self/mountinfo");
    private static final int POINT = 4;
    /** The columns after the separator: type, device, options of the file system. */
    private static final int FILE_SYSTEM_OPTIONS = 3;

    private static final int DEVICE = 2;

    private static final String SEPARATOR = "-";

    /** Returns the mounts of this machine; none where the file does not exist or cannot be read. */
    static MountOptions ofThisMachine() {
        try {
            return new MountOptions(Files.exists(MOUNTINFO) ? Files.readAllLines(MOUNTINFO) : List.of(), EXT4);
        } catch (IOException | SecurityException untold) {
            return new MountOptions(List.of(), EXT4);
        }
    }

    /** Returns whether the file system of a directory informs its drive of released blocks. */
    boolean discards(Path directory) {
        Path real = real(directory);
        Path longest = null;
        boolean discards = false;
        for (String line : lines) {
            List<String> words = Arrays.asList(line.split(" ", -1));
            int separator = words.indexOf(SEPARATOR);
            if (separator < 0 || words.size() <= separator + FILE_SYSTEM_OPTIONS) {
                continue;
            }
            Path point = MountTable.path(words.get(POINT)).orElse(null);
            if (point == null || !real.startsWith(point)) {
                continue;
            }
            if (longest == null || point.getNameCount() >= longest.getNameCount()) {
                longest = point;
                discards = hasDiscard(List.of(
                                words.get(separator + FILE_SYSTEM_OPTIONS).split(",", -1)))
                        || hasDiscard(ext4Options(words.get(separator + DEVICE)));
            }
        }
        return discards;
    }

    private static boolean hasDiscard(List<String> options) {
        return options.stream().anyMatch(option -> option.equals("discard") || option.startsWith("discard="));
    }

    /** Returns the options of a device that is mounted as ext4; none of others. */
    private List<String> ext4Options(String device) {
        try {
            Path name = real(Path.of(device)).getFileName();
            return name == null
                    ? List.of()
                    : Files.readAllLines(ext4.resolve(name).resolve(EXT4_OPTIONS));
        } catch (IOException | SecurityException | InvalidPathException untold) {
            return List.of();
        }
    }

    /** Returns a path without symbolic links, as far as it exists: a mount point is told by its real path. */
    private static Path real(Path path) {
        Path absolute = path.toAbsolutePath().normalize();
        for (Path part = absolute; part != null; part = part.getParent()) {
            try {
                return part.toRealPath().resolve(part.relativize(absolute)).normalize();
            } catch (IOException | SecurityException missing) {
                // the part above it may exist
            }
        }
        return absolute;
    }
}
