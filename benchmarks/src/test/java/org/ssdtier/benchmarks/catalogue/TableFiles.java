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

/** The SSTables of the probe tables in a node's directory. */
final class TableFiles {
    private static final String DATA = "-Data.db";
    private static final String DICTIONARY = "-Schemas.db";

    private final Path root;

    /** Makes a view of the directory of a node. */
    TableFiles(Path node) {
        this.root = node.resolve("data/data");
    }

    /** The directory of a table. */
    Path directory(String table) throws IOException {
        return list(root.resolve(ProbeTables.KEYSPACE)).stream()
                .filter(path -> path.getFileName().toString().startsWith(table + "-"))
                .findFirst()
                .orElseThrow();
    }

    /** The data files of a table; there is one at least. */
    List<Path> of(String table) throws IOException {
        List<Path> found = list(directory(table)).stream()
                .filter(file -> file.toString().endsWith(DATA))
                .toList();
        assertFalse(found.isEmpty(), table);
        return found;
    }

    /** Every SSTable of every probe table is of our format, or none. */
    void assertFormat(boolean catalogued) throws IOException {
        assertFormat(catalogued, ProbeTables.NAMES);
    }

    /** The same of some tables, soon: a node deletes what it has rewritten when it finds the time. */
    void assertFormat(boolean catalogued, List<String> tables) throws IOException {
        OperatorVerbs.await(
                "catalogued=" + catalogued + " in " + root + " " + tables, () -> isFormat(catalogued, tables));
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

    /** No table but the probe tables is of our format. */
    void assertNoOthers() throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            List<Path> others = all.filter(file -> file.toString().contains("-catalogued-")
                            && !file.toString().contains("/" + ProbeTables.KEYSPACE + "/"))
                    .toList();
            assertEquals(List.of(), others);
        }
    }

    /** The catalogues that have given the IDs of a table's SSTables; 0 stands for those without IDs. */
    Set<Long> instances(String table) throws IOException {
        Set<Long> instances = new TreeSet<>();
        for (Path file : of(table)) {
            try {
                instances.add(SchemaList.read(dictionary(file)).instanceId());
            } catch (NoSuchFileException e) {
                assertFalse(Files.exists(file), file.toString()); // rewritten meanwhile
            }
        }
        return instances;
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
