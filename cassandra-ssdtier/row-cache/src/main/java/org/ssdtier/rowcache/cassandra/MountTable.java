package org.ssdtier.rowcache.cassandra;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The mount points that this machine is to have and those that it has: fstab(5) and {@code /proc/self/mountinfo}. A directory
 * below a mount point whose device is not there leads to the file system around it.
 *
 * @param wanted mount points of fstab
 * @param present mount points of now
 */
record MountTable(List<Path> wanted, Set<Path> present) {
    private static final Path FSTAB = Path.of("/etc/fstab");
    private static final Path MOUNTINFO = Path.of("/proc/self/mountinfo");
    private static final int FSTAB_POINT = 1;
    private static final int MOUNTINFO_POINT = 4;

    /** Returns the table of this machine; empty where there is none. */
    static MountTable ofThisMachine() {
        return new MountTable(
                points(FSTAB, FSTAB_POINT).toList(),
                points(MOUNTINFO, MOUNTINFO_POINT).collect(Collectors.toSet()));
    }

    /** Returns the mount point that a directory is at or below and that has nothing mounted on it. */
    Optional<Path> missingAbove(Path directory) {
        return present.isEmpty()
                ? Optional.empty()
                : wanted.stream()
                        .filter(directory::startsWith)
                        .filter(point -> !present.contains(point))
                        .findFirst();
    }

    private static Stream<Path> points(Path file, int column) {
        List<String> lines;
        try {
            lines = Files.exists(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException | SecurityException untold) {
            lines = List.of();
        }
        return points(lines, column);
    }

    /** Returns the absolute paths of a column, where neither comment nor swap space is. */
    static Stream<Path> points(List<String> lines, int column) {
        return lines.stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .map(line -> line.split("\\s+", -1))
                .filter(words -> words.length > column && words[column].startsWith("/"))
                .map(words -> Path.of(words[column].replace("\\040", " ")));
    }
}
