package org.ssdtier.benchmarks.house;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The files of this checkout, without what builds and runs leave in it. */
final class Repository {
    static final Path ROOT =
            Path.of(System.getProperty("ssdtier.root")).toAbsolutePath().normalize();

    private static final Set<String> NOT_VISITED = Set.of(".git", ".idea", "build", "target", "results");

    private Repository() {}

    /** Returns the files whose names end so, in the order of their paths. */
    static List<Path> files(String suffix) throws IOException {
        List<Path> found = new ArrayList<>();
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                return NOT_VISITED.contains(directory.getFileName().toString())
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (file.getFileName().toString().endsWith(suffix)) {
                    found.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        found.sort(null);
        return found;
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a file's path as a reader of a failure would name it. */
    static String name(Path file) {
        return ROOT.relativize(file).toString();
    }
}
