package org.ssdtier.node.tools;

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
 * The SSTables of a table in the directories of a node's data, without snapshots and backups.
 *
 * @param plain {@code Data.db} of each SSTable that is not catalogued
 * @param catalogued number of the SSTables that are
 */
record TableFiles(List<Path> plain, int catalogued) {
    private static final Pattern WORD = Pattern.compile("(\\w{1,48})\\.(\\w{1,48})");
    private static final String DATA_SUFFIX = "-Data.db";
    private static final String TABLE_ID = "-[0-9a-f]{32}";

    /**
     * Finds the SSTables of a table.
     *
     * @param word {@code KEYSPACE.TABLE}
     * @throws IllegalArgumentException if the word is no such name
     * @throws IOException if there is no such table, or several, or it has no SSTables; the message says which
     */
    static TableFiles find(String word, List<Path> data) throws IOException {
        Matcher name = WORD.matcher(word);
        if (!name.matches()) {
            throw new IllegalArgumentException("table=" + word + ", allowed KEYSPACE.TABLE, as in CQL without quotes");
        }
        Pattern directory = Pattern.compile(Pattern.quote(name.group(2)) + TABLE_ID);
        Map<String, List<Path>> byDirectory = new TreeMap<>();
        for (Path root : data) {
            if (!Files.isDirectory(root)) {
                throw new IOException("data=" + root + ": no such directory; name those of the data with --data");
            }
            for (Path table : children(root.resolve(name.group(1)))) {
                String found = table.getFileName().toString();
                if (directory.matcher(found).matches()) {
                    byDirectory
                            .computeIfAbsent(found, unseen -> new ArrayList<>())
                            .addAll(sstables(table));
                }
            }
        }
        if (byDirectory.isEmpty()) {
            throw new IOException("table=" + word + ": not found in data=" + data);
        }
        byDirectory.values().removeIf(List::isEmpty); // tables of the same name that were dropped
        if (byDirectory.size() > 1) {
            throw new IOException("table=" + word + ": SSTables of several tables of this name, directories="
                    + byDirectory.keySet() + "; remove those of tables that were dropped");
        }
        List<Path> all = byDirectory.values().stream().flatMap(List::stream).toList();
        if (all.isEmpty()) {
            throw new IOException("table=" + word + ": no SSTables; run nodetool flush if the node has rows of it");
        }
        List<Path> plain = all.stream().filter(file -> !isCatalogued(file)).toList();
        if (plain.isEmpty()) {
            throw new IOException("table=" + word + ": catalogued already, sstables=" + all.size());
        }
        return new TableFiles(plain, all.size() - plain.size());
    }

    private static boolean isCatalogued(Path file) {
        return file.getFileName().toString().endsWith("-catalogued" + DATA_SUFFIX);
    }

    /** Returns the complete SSTables of a directory: TOC.txt is written last. */
    private static List<Path> sstables(Path table) throws IOException {
        List<Path> complete = new ArrayList<>();
        for (Path file : children(table)) {
            String name = file.getFileName().toString();
            if (name.endsWith(DATA_SUFFIX)
                    && Files.exists(file.resolveSibling(name.replace(DATA_SUFFIX, "-TOC.txt")))) {
                complete.add(file);
            }
        }
        return complete;
    }

    private static List<Path> children(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(directory)) {
            return all.sorted().toList();
        }
    }
}
