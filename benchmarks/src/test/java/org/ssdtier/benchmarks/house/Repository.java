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
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The files of this checkout, without what builds and runs leave in it. A JVM lists and reads them once. */
final class Repository {
    static final Path ROOT =
            Path.of(System.getProperty("ssdtier.root")).toAbsolutePath().normalize();

    private static final Set<String> NOT_VISITED = Set.of(".git", ".idea", "build", "target", "results");

    private static final Map<Path, String> TEXTS = new ConcurrentHashMap<>();
    private static final List<Path> FILES = files();

    private Repository() {}

    /** Returns the files whose names end so, in the order of their paths. */
    static List<Path> files(String suffix) {
        return FILES.stream()
                .filter(file -> file.getFileName().toString().endsWith(suffix))
                .toList();
    }

    static String read(Path file) {
        return TEXTS.computeIfAbsent(file, unread -> {
            try {
                return Files.readString(unread);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    /** Returns a file's path as a reader of a failure would name it. */
    static String name(Path file) {
        return ROOT.relativize(file).toString();
    }

    private static List<Path> files() {
        List<Path> found = new ArrayList<>();
        try {
            visit(found);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        found.sort(null);
        return found;
    }

    private static void visit(List<Path> found) throws IOException {
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                return NOT_VISITED.contains(directory.getFileName().toString())
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                found.add(file);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** Returns a source without its comments. */
    static String code(Path file) {
        return read(file).replaceAll("(?s)/\\*.*?\\*/|//[^\n]*", "");
    }
}
