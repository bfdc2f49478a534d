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
 * Static methods to create very many SSTables in a table's directory from a few: each file is a hard link with another
 * generation. They take no additional space, and all links of a file share its pages in the page cache, in every format
 * alike. The node must be down.
 */
final class LinkedSSTables {
    private static final Pattern FILE = Pattern.compile("([a-z]{2})-([^-]+)-([a-z]+)-(.+)");
    private static final int FIRST_GENERATION = 100_000;

    private LinkedSSTables() {}

    /**
     * Creates links until there are {@code count} SSTables.
     *
     * @throws IOException if there is no SSTable yet
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

    /** Returns the files of each SSTable. */
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
