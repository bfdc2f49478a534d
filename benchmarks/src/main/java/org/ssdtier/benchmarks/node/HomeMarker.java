package org.ssdtier.benchmarks.node;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The file that marks a directory as the home of a node of this launcher. The launcher overwrites files in a home. A
 * directory without the marker must be empty, or a home created by a launcher version that did not write markers.
 */
public final class HomeMarker {
    /** The name of the file. */
    public static final String NAME = ".ssdtier-node";

    private static final String TEXT =
            "A node's home, created by ssdtier node. It may be deleted while the node is down.\n";
    private static final List<String> OF_A_HOME =
            List.of("conf/cassandra.yaml", "0.version.txt", "bin/cassandra.in.sh");

    private HomeMarker() {}

    /**
     * Marks a directory as a node's home, creating it if necessary.
     *
     * @throws IOException if the directory is in other use; the message names an entry found in it
     */
    static void claim(Path directory) throws IOException {
        if (isMarked(directory)) {
            return;
        }
        Optional<Path> found = firstEntry(directory);
        if (found.isPresent() && !isUnmarkedHome(directory)) {
            throw new IOException(
                    "directory=" + directory + " found=" + found.get().getFileName()
                            + ": not a node's home and not empty; allowed: an empty or new directory or a node's home");
        }
        Files.createDirectories(directory);
        Files.writeString(directory.resolve(NAME), TEXT);
    }

    /** Returns whether a directory is a node's home, including one whose node has never started successfully. */
    public static boolean isHome(Path directory) throws IOException {
        return isMarked(directory) || isUnmarkedHome(directory);
    }

    private static boolean isMarked(Path directory) {
        return Files.isRegularFile(directory.resolve(NAME));
    }

    private static Optional<Path> firstEntry(Path directory) throws IOException {
        if (Files.notExists(directory)) {
            return Optional.empty();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.sorted().findFirst();
        }
    }

    /** Returns whether an earlier launcher assembled it: other installations name Cassandra's jar differently. */
    private static boolean isUnmarkedHome(Path directory) throws IOException {
        Path lib = directory.resolve("lib");
        if (!OF_A_HOME.stream().allMatch(name -> Files.isRegularFile(directory.resolve(name)))
                || !Files.isDirectory(lib)) {
            return false;
        }
        try (Stream<Path> jars = Files.list(lib)) {
            return jars.anyMatch(jar -> jar.getFileName().toString().startsWith("cassandra-all-"));
        }
    }
}
