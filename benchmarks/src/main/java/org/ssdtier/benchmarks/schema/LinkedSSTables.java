package org.ssdtier.benchmarks.schema;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Very many SSTables in a table's directory, made of a few: each file is a hard link under another generation. They take no space
 * of their own, and what one has in the page cache the others of its files have too, in every format alike. The node must be down.
 */
final class LinkedSSTables {
    private static final Pattern FILE = Pattern.compile("([a-z]{2})-([^-]+)-([a-z]+)-(.+)");
    private static final int FIRST_GENERATION = 100_000;

    private LinkedSSTables() {}

    /**
     * Links until there are so many.
     *
     * @throws IOException if there is none to begin with
     */
    static void link(Path directory, int count) throws IOException {
        List<List<Path>> written = sstables(directory);
        if (written.isEmpty()) {
            throw new IOException("directory=" + directory + ": has no SSTable");
        }
        for (int i = written.size(); i < count; i++) {
            for (Path file : written.get(i % written.size())) {
                Files.createLink(directory.resolve(renamed(file, FIRST_GENERATION + i)), file);
            }
        }
    }

    /** Each SSTable's files. */
    static List<List<Path>> sstables(Path directory) throws IOException {
        Map<String, List<Path>> sstables = new TreeMap<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.sorted().toList()) {
                Matcher name = FILE.matcher(file.getFileName().toString());
                if (name.matches() && Files.isRegularFile(file)) {
                    sstables.computeIfAbsent(name.group(2), id -> new ArrayList<>())
                            .add(file);
                }
            }
        }
        return List.copyOf(sstables.values());
    }

    private static String renamed(Path file, int generation) throws IOException {
        Matcher name = FILE.matcher(file.getFileName().toString());
        if (!name.matches()) {
            throw new IOException("file=" + file + ": not of an SSTable");
        }
        return name.group(1) + "-" + generation + "-" + name.group(3) + "-" + name.group(4);
    }
}
