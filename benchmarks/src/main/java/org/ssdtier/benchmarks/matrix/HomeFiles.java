package org.ssdtier.benchmarks.matrix;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.ssdtier.benchmarks.load.FileTree;

/** The files of a Cassandra that an installation may change: programs, configuration and jars. */
final class HomeFiles {
    private static final List<String> PARTS = List.of("bin", "conf", "lib", "tools");

    private HomeFiles() {}

    /** Returns the SHA-256 of every file of a home, by its path in the home. */
    static Map<String, String> of(Path home) throws IOException {
        Map<String, String> files = new TreeMap<>();
        for (String part : PARTS) {
            Path directory = home.resolve(part);
            if (Files.isDirectory(directory)) {
                try (Stream<Path> tree = Files.walk(directory)) {
                    for (Path file : tree.filter(Files::isRegularFile).toList()) {
                        files.put(home.relativize(file).toString(), Sha256.of(file));
                    }
                }
            }
        }
        return files;
    }

    /**
     * Checks that two sets of files are equal.
     *
     * @throws IOException if they differ; the message names the files that do
     */
    static void requireEqual(Map<String, String> expected, Map<String, String> found) throws IOException {
        TreeSet<String> different = new TreeSet<>(expected.keySet());
        different.addAll(found.keySet());
        different.removeIf(name -> expected.getOrDefault(name, "").equals(found.getOrDefault(name, "")));
        if (!different.isEmpty()) {
            throw new IOException("files=" + different + ": they differ from those before");
        }
    }

    /** Copies the files of a home to a new directory; jars become links. */
    static void copy(Path home, Path to) throws IOException {
        for (String part : PARTS) {
            if (part.equals("lib")) {
                Files.createDirectories(to.resolve(part));
                try (Stream<Path> jars = Files.list(home.resolve(part))) {
                    for (Path jar : jars.filter(one -> Files.isRegularFile(one, LinkOption.NOFOLLOW_LINKS))
                            .toList()) {
                        Files.createLink(to.resolve(part).resolve(jar.getFileName()), jar);
                    }
                }
            } else if (Files.isDirectory(home.resolve(part))) {
                FileTree.copy(home.resolve(part), to.resolve(part));
            }
        }
    }
}
