package org.ssdtier.benchmarks.smallfiles;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.ssdtier.benchmarks.load.DataFiles;
import org.ssdtier.benchmarks.load.FileTree;
import org.ssdtier.benchmarks.load.NodeVerbs;
import org.ssdtier.benchmarks.load.ScratchNode;
import org.ssdtier.benchmarks.node.NodePorts;
import org.ssdtier.benchmarks.node.RowCacheKind;
import org.ssdtier.benchmarks.report.Json;
import org.ssdtier.files.cql.Connection;
import org.ssdtier.files.model.StoreModel;
import org.ssdtier.files.model.StoreSettings;
import org.ssdtier.ycsb.run.IntervalReport;

/**
 * The SSTables of a store of one model, made once by a single stock node on the machine's own disk: loaded, flushed and
 * compacted into one SSTable a table, as those of a store that is written at night. Every node of a cluster holds all
 * files, so that each imports the same SSTables.
 */
final class FilesDataset {
    private static final String READY = "ready.json";
    private static final int THREADS = 16;
    private static final int PROGRESS_SECONDS = 20;
    /** The tables with files; that of the settings is written when a store is created. */
    private static final String[] TABLES = {"files", "names", "chunks", "directories"};

    /** The most names in a bucket: a directory is never split, so that it is one row as in the paper. */
    private static final int BUCKET_FILES = 1 << 20;

    private final Path directory;
    private final FilesScale scale;
    private final StoreModel model;
    private final long seed;

    /** Creates the object for a data set below a directory, made or not. */
    FilesDataset(Path parent, FilesScale scale, StoreModel model, long seed) {
        this.directory = parent.resolve(String.format(Locale.ROOT, "%s-%d-seed-%d", model, scale.files(), seed));
        this.scale = scale;
        this.model = model;
        this.seed = seed;
    }

    /**
     * The size of a data set.
     *
     * @param files number of files
     * @param bytes bytes of the SSTables
     */
    record Facts(long files, long bytes) {}

    /** Returns the settings of the store. */
    StoreSettings settings() {
        return new StoreSettings(StoreSettings.FORMAT_VERSION, model, StoreSettings.DEFAULT_CHUNK_BYTES, BUCKET_FILES);
    }

    /** Returns the table whose rows have the content of files. */
    String contentTable() {
        return model == StoreModel.FILE_PER_ROW ? "files" : "names";
    }

    /** Makes the data set if it does not exist. */
    Facts prepare(Consumer<String> progress) throws IOException, InterruptedException {
        Path ready = directory.resolve(READY);
        if (Files.exists(ready)) {
            return Json.read(ready, Facts.class);
        }
        FileTree.delete(directory);
        Path home = directory.resolve("node");
        try (ScratchNode node = ScratchNode.start(home, RowCacheKind.NONE, builder -> builder.heap("1G")
                .moreCompilerThreads()
                .yaml("write_request_timeout", "30s")
                .yaml("read_request_timeout", "30s")
                .yaml("compaction_throughput", "0MiB/s"))) {
            fill(node, progress);
            node.node().nodetool("drain");
            node.stop();
            for (String table : TABLES) {
                keep(home.resolve("data/data").resolve(FilesLoad.KEYSPACE), table);
            }
        }
        FileTree.delete(home);
        Facts facts = new Facts(scale.files(), FileTree.bytes(directory));
        Json.write(ready, facts);
        return facts;
    }

    private void fill(ScratchNode node, Consumer<String> progress) throws IOException, InterruptedException {
        NodePorts ports = node.node().home().ports();
        try (Connection connection = Stores.connect(ports)) {
            connection.create(settings(), Map.of(FilesPlan.SERVING, 1));
        }
        progress.accept(String.format(Locale.ROOT, "loading %,d files, %s", scale.files(), model));
        FilesLoad.ofStore(scale.files(), seed, ports.address(), ports.cql())
                .fill(THREADS, interval -> report(interval, progress));
        NodeVerbs verbs = new NodeVerbs(node.jmx(), FilesLoad.KEYSPACE);
        verbs.flush(TABLES);
        verbs.awaitCompactions();
        progress.accept("compacting");
        if (!verbs.compact(TABLES)) {
            throw new IOException(
                    "tables=" + String.join(",", TABLES) + ": the major compaction did not end; run again");
        }
        verbs.awaitCompactions();
    }

    private static void report(IntervalReport interval, Consumer<String> progress) {
        if (Math.round(interval.elapsedSeconds()) % PROGRESS_SECONDS == 0) {
            progress.accept(String.format(
                    Locale.ROOT,
                    "loading: %.0f s, %,.0f files/s",
                    interval.elapsedSeconds(),
                    interval.requestsPerSecond()));
        }
    }

    /** Moves the SSTables of a table out of the node's directory. */
    private void keep(Path keyspace, String table) throws IOException {
        Path to = Files.createDirectories(directory.resolve(table));
        for (Path file : files(DataFiles.tableDirectory(keyspace, table))) {
            Files.move(file, to.resolve(Objects.requireNonNull(file.getFileName())));
        }
    }

    private static List<Path> files(Path place) throws IOException {
        try (Stream<Path> files = Files.list(place)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }

    /** Copies the SSTables to a directory of a node's drive, a directory for each table. */
    void copyTo(Path place) throws IOException {
        for (String table : TABLES) {
            FileTree.copy(directory.resolve(table), place.resolve(table));
        }
    }

    /** Returns the tables with SSTables, in the order of their import. */
    List<String> tables() throws IOException {
        List<String> tables = new ArrayList<>();
        for (String table : TABLES) {
            boolean hasData = files(directory.resolve(table)).stream()
                    .anyMatch(file -> file.toString().endsWith("-Data.db"));
            if (hasData) {
                tables.add(table);
            }
        }
        return tables;
    }
}
