package org.ssdtier.benchmarks.node;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The file that makes a directory the home of a node of this launcher, which lays files over what is there. A directory
 * without it must be empty, or a home that the launcher made before there was such a file.
 */
public final class HomeMarker {
    static final String NAME = ".ssdtier-node";

    private static final String TEXT =
            "A node's home, made by ssdtier node. It may be deleted while the node is down.\n";
    private static final List<String> OF_A_HOME =
            List.of("conf/cassandra.yaml", "0.version.txt", "bin/cassandra.in.sh");

    private HomeMarker() {}

    /**
     * Makes a directory a node's home.
     *
     * @throws IOException if it is something else; it names what was found
     */
    static void claim(Path directory) throws IOException {
        if (isMarked(directory)) {
            return;
        }
        Optional<Path> found = firstEntry(directory);
        if (found.isPresent() && !wasHome(directory)) {
            throw new IOException(
                    "directory=" + directory + " found=" + found.get().getFileName()
                            + ": is no node's home and not empty; allowed is an empty or a new directory, or the home of a node");
        }
        Files.createDirectories(directory);
        Files.writeString(directory.resolve(NAME), TEXT);
    }

    /** Returns whether a directory is a node's home, also one whose node has never come up. */
    public static boolean isHome(Path directory) throws IOException {
        return isMarked(directory) || wasHome(directory);
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

    /** Whether an earlier launcher assembled it: Cassandra's jar is called otherwise in every other installation. */
    private static boolean wasHome(Path directory) throws IOException {
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
