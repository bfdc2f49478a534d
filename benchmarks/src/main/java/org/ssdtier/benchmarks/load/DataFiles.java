package org.ssdtier.benchmarks.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The SSTables of a keyspace in a node's directory. */
public final class DataFiles {
    private static final long PATIENCE_SECONDS = 60;
    private static final long POLL_MILLIS = 100;
    private static final String DATA = "-Data.db";

    private final Path directory;

    /**
     * Creates a view of a node's directory.
     *
     * @param home home of the node
     */
    public DataFiles(Path home, String keyspace) {
        directory = home.resolve("data/data").resolve(keyspace);
    }

    /**
     * Returns the directory of a table's SSTables.
     *
     * @param keyspace directory of the keyspace, in a node's data directory
     * @throws IOException if there is none
     */
    public static Path tableDirectory(Path keyspace, String table) throws IOException {
        try (Stream<Path> tables = Files.list(keyspace)) {
            return tables.filter(path -> path.getFileName().toString().startsWith(table + "-"))
                    .findFirst()
                    .orElseThrow(() -> new IOException("directory=" + keyspace + ": no table " + table));
        }
    }

    /**
     * Waits until all SSTables of a table have the format {@code catalogued}, or none has: a node deletes rewritten SSTables
     * with a delay.
     *
     * @return the number of SSTables, at least one
     * @throws IOException if that takes too long; the message names the files
     */
    public int awaitFormat(String table, boolean catalogued) throws IOException, InterruptedException {
        if (!hasFormat(table, catalogued, PATIENCE_SECONDS)) {
            throw new IOException("table=" + table + " catalogued=" + catalogued + ": not within " + PATIENCE_SECONDS
                    + " s; there are " + of(table));
        }
        return of(table).size();
    }

    /**
     * Returns whether all SSTables of a table have the format {@code catalogued}, or none has; if not, waits for it.
     *
     * @param seconds longest wait
     */
    public boolean hasFormat(String table, boolean catalogued, long seconds) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        List<String> files = of(table);
        while (files.isEmpty() || !files.stream().allMatch(name -> name.contains("-catalogued-") == catalogued)) {
            if (System.nanoTime() - begin > TimeUnit.SECONDS.toNanos(seconds)) {
                return false;
            }
            Thread.sleep(POLL_MILLIS);
            files = of(table);
        }
        return true;
    }

    private List<String> of(String table) throws IOException {
        List<Path> tables;
        try (Stream<Path> all = Files.list(directory)) {
            tables = all.filter(path -> path.getFileName().toString().startsWith(table + "-"))
                    .toList();
        }
        if (tables.size() != 1) {
            throw new IOException(
                    "directory=" + directory + " table=" + table + ": expected one directory, found " + tables);
        }
        try (Stream<Path> files = Files.list(tables.get(0))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(DATA))
                    .toList();
        }
    }
}
