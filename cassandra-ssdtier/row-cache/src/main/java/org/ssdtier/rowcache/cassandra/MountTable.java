package org.ssdtier.rowcache.cassandra;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The configured and the current mount points of a machine, from fstab(5) and {@code /proc/self/mountinfo}. A directory below a mount
 * point whose device is not mounted is on the surrounding file system.
 *
 * @param wanted mount points of fstab
 * @param present current mount points
 */
public record MountTable(List<Path> wanted, Set<Path> present) {
    private static final Path FSTAB = Path.of("/etc/fstab");
    private static final Path MOUNTINFO = Path.of("/proc/self/mountinfo");
    private static final int FSTAB_POINT = 1;
    private static final int MOUNTINFO_POINT = 4;
    /** Both files write blank, tab, newline and backslash in octal. */
    private static final Pattern OCTAL = Pattern.compile("\\\\([0-7]{3})");

    /** Returns the mount points of this machine; none where the files do not exist or cannot be read. */
    public static MountTable ofThisMachine() {
        return new MountTable(
                points(FSTAB, FSTAB_POINT).toList(),
                points(MOUNTINFO, MOUNTINFO_POINT).collect(Collectors.toSet()));
    }

    /** Returns the configured mount point at or above a directory on which nothing is mounted; empty if there is none. */
    public Optional<Path> missingAbove(Path directory) {
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

    /** Returns the absolute paths in a column, without comments and swap space. */
    static Stream<Path> points(List<String> lines, int column) {
        return lines.stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .map(line -> line.split("\\s+", -1))
                .filter(words -> words.length > column && words[column].startsWith("/"))
                .flatMap(words -> path(words[column]).stream());
    }

    /** Returns the path that a column of such a file names; empty if the JVM's locale has no such path. */
    static Optional<Path> path(String word) {
        try {
            return Optional.of(Path.of(unescape(word)));
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    private static String unescape(String word) {
        return OCTAL.matcher(word)
                .replaceAll(
                        found -> Matcher.quoteReplacement(String.valueOf((char) Integer.parseInt(found.group(1), 8))));
    }
}
