package org.ssdtier.benchmarks.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.ssdtier.catalogue.SchemaList;
import org.ssdtier.node.lifetimes.WriteHints;
import org.ssdtier.segmentlog.checks.Polling;

/** The SSTables of the probe tables in a node's directory. */
final class TableFiles {
    private static final String DATA = "-Data.db";
    private static final String DICTIONARY = "-Schemas.db";

    private final Path root;

    /** Creates a view of a node's directory. */
    TableFiles(Path node) {
        this.root = node.resolve("data/data");
    }

    /** Returns the directory of a table. */
    Path directory(String table) throws IOException {
        return list(root.resolve(ProbeTables.KEYSPACE)).stream()
                .filter(path -> path.getFileName().toString().startsWith(table + "-"))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the data files of a table; fails if there is none. */
    List<Path> of(String table) throws IOException {
        List<Path> found = list(directory(table)).stream()
                .filter(file -> file.toString().endsWith(DATA))
                .toList();
        assertFalse(found.isEmpty(), table);
        return found;
    }

    /** Checks that all SSTables of the probe tables have the format {@code catalogued}, or that none has. */
    void assertFormat(boolean catalogued) throws IOException {
        assertFormat(catalogued, ProbeTables.NAMES);
    }

    /**
     * Waits until all SSTables of some tables have the format {@code catalogued}, or none has: a node deletes rewritten
     * SSTables with a delay.
     */
    void assertFormat(boolean catalogued, List<String> tables) throws IOException {
        Polling.until("catalogued=" + catalogued + " in " + root + " " + tables, () -> isFormat(catalogued, tables));
    }

    private boolean isFormat(boolean catalogued, List<String> tables) throws IOException {
        for (String table : tables) {
            for (Path file : of(table)) {
                if (file.toString().contains("-catalogued-") != catalogued
                        || Files.exists(dictionary(file)) != catalogued) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Checks that only the probe tables have SSTables of the format {@code catalogued}. */
    void assertNoOthers() throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            List<Path> others = all.filter(file -> file.toString().contains("-catalogued-")
                            && !file.toString().contains("/" + ProbeTables.KEYSPACE + "/"))
                    .toList();
            assertEquals(List.of(), others);
        }
    }

    /**
     * Returns the instance IDs of the catalogues that assigned the IDs in a table's SSTables; 0 for SSTables without
     * IDs.
     */
    Set<Long> instances(String table) throws IOException {
        Set<Long> instances = new TreeSet<>();
        for (Path file : of(table)) {
            try {
                instances.add(SchemaList.read(dictionary(file)).instanceId());
            } catch (NoSuchFileException e) {
                assertFalse(Files.exists(file), file.toString()); // rewritten in the meantime
            }
        }
        return instances;
    }

    /**
     * Returns the expected lifetimes, as the kernel knows them, of the files of a table's SSTables with the IDs of one
     * catalogue. The list of components and the statistics are left out: Cassandra writes the one by other means, and
     * writes the other anew when an SSTable becomes repaired.
     */
    Set<Long> lifetimes(String table, long instance) throws IOException {
        Set<Long> lifetimes = new TreeSet<>();
        for (Path data : of(table)) {
            try {
                if (SchemaList.read(dictionary(data)).instanceId() == instance) {
                    String base = data.toString().replace(DATA, "-");
                    lifetimes.addAll(lifetimes(list(data.getParent()).stream()
                            .filter(file -> file.toString().startsWith(base)
                                    && !file.toString().matches(".*-(TOC\\.txt|Statistics\\.db.*)"))
                            .toList()));
                }
            } catch (NoSuchFileException e) {
                assertFalse(Files.exists(data), data.toString()); // rewritten in the meantime
            }
        }
        return lifetimes;
    }

    /** Returns the expected lifetimes of the segments of the commit log. */
    Set<Long> lifetimesOfCommitLog() throws IOException {
        return lifetimes(list(root.resolveSibling("commitlog")));
    }

    private static Set<Long> lifetimes(List<Path> files) {
        Set<Long> lifetimes = new TreeSet<>();
        for (Path file : files) {
            try {
                lifetimes.add(WriteHints.get(file.toString()));
            } catch (IllegalStateException e) {
                assertFalse(Files.exists(file), e.toString()); // deleted in the meantime
            }
        }
        return lifetimes;
    }

    private static Path dictionary(Path file) {
        return Path.of(file.toString().replace(DATA, DICTIONARY));
    }

    static List<Path> list(Path of) throws IOException {
        try (Stream<Path> files = Files.list(of)) {
            return files.toList();
        }
    }
}
