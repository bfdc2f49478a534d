package org.ssdtier.benchmarks.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.load.DataFiles;
import org.ssdtier.benchmarks.load.FileTree;
import org.ssdtier.benchmarks.load.NodeVerbs;
import org.ssdtier.benchmarks.load.PaperLoad;
import org.ssdtier.benchmarks.load.RowShape;
import org.ssdtier.benchmarks.load.ScratchNode;
import org.ssdtier.benchmarks.node.CassandraRelease;
import org.ssdtier.benchmarks.node.NodeProcess;
import org.ssdtier.benchmarks.node.RowCacheKind;
import org.ssdtier.benchmarks.node.ToolResult;
import org.ssdtier.benchmarks.report.Json;

/**
 * The initial table of every arm: loaded, fragmented by updates of popular rows, flushed, and kept. It is made once per
 * row shape, number of rows, seed, release of Cassandra, format and table options, by a stock node on the machine's own
 * disk. A repeated load would have the same rows in other SSTables, see {@link Layout}.
 */
final class Dataset {
    private static final String READY = "ready.json";
    private static final String ROWS_FILE = "-Data.db";
    private static final String METADATA = "tools/bin/sstablemetadata";
    /** The format of its SSTables. Arms of other formats rewrite them. */
    private static final SSTableFormat FORMAT = SSTableFormat.BIG;

    /** Percentage of reads among the requests that fragment the rows. */
    private static final int FRAGMENTATION_READS = 10;
    /** Number of requests per row that fragment the rows. */
    private static final double FRAGMENTATION_REQUESTS = 0.5;

    private static final int FRAGMENTATION_ROUNDS = 4;
    private static final long FRAGMENTATION_SEED = 7;
    private static final int FRAGMENTATION_THREADS = 16;

    private final Path directory;
    private final RowShape shape;
    private final Scale scale;
    private final long seed;

    /** Creates the object for a data set below a directory, made or not. */
    Dataset(Path parent, RowShape shape, Scale scale, long seed) {
        this.directory = parent.resolve(String.format(
                        Locale.ROOT,
                        "%s-rows-%d-seed-%d-cassandra-%s-%s%s",
                        shape,
                        scale.rows(),
                        seed,
                        CassandraRelease.version(),
                        FORMAT,
                        scale.tableSuffix())
                .toLowerCase(Locale.ROOT));
        this.shape = shape;
        this.scale = scale;
        this.seed = seed;
    }

    /**
     * The size and the layout of a data set.
     *
     * @param rows number of rows of the table
     * @param bytes bytes of its files
     * @param sstables number of its SSTables
     * @param layout its SSTables; null in results of earlier versions
     */
    record Facts(long rows, long bytes, int sstables, @Nullable Layout layout) {
        /**
         * Requires that a run that was interrupted goes on with the SSTables that it has begun with.
         *
         * @param begun the data set that it has begun with
         * @throws IOException if it is known to have had others
         */
        void requireLayoutOf(Facts begun) throws IOException {
            if (layout != null && begun.layout != null && !layout.digest().equals(begun.layout.digest())) {
                throw new IOException("layout=" + layout.digest() + ": allowed is that of the result's SSTables, "
                        + begun.layout.digest() + "; the data set has been made anew, so give another --dir");
            }
        }

        /** Returns the layout's digest for readers; nothing if it is not known. */
        String layoutWords() {
            return layout == null ? "" : ", layout " + layout.digest();
        }

        /** Creates the facts that results of earlier versions have. */
        Facts(long rows, long bytes, int sstables) {
            this(rows, bytes, sstables, null);
        }
    }

    /** Returns its directory. */
    Path directory() {
        return directory;
    }

    /** Makes the data set if it does not exist. */
    Facts prepare(Consumer<String> progress) throws IOException, InterruptedException {
        Path ready = directory.resolve(READY);
        if (Files.exists(ready)) {
            return Json.read(ready, Facts.class);
        }
        FileTree.delete(directory);
        Path home = directory.resolve("node");
        Layout layout;
        try (ScratchNode node = ScratchNode.start(home, RowCacheKind.NONE, builder -> builder.heap("1G"))) {
            fill(node, progress);
            node.node().nodetool("drain");
            node.stop();
            layout = layout(node.node(), tableDirectory(home.resolve("data/data")));
            FileTree.delete(directory.resolve("data"));
            Files.move(home.resolve("data/data"), directory.resolve("data"));
        }
        FileTree.delete(home);
        long bytes = FileTree.bytes(tableDirectory(directory.resolve("data")));
        Facts facts = new Facts(scale.rows(), bytes, layout.sstables().size(), layout);
        Json.write(ready, facts);
        return facts;
    }

    /** Copies the files of the data set into the data directory of an arm's node. */
    void copyTo(Path dataDirectory) throws IOException {
        FileTree.delete(dataDirectory);
        FileTree.copy(directory.resolve("data"), dataDirectory);
    }

    private void fill(ScratchNode node, Consumer<String> progress) throws IOException, InterruptedException {
        PaperLoad load = new PaperLoad(node.node().home().ports(), shape, scale.rows(), FRAGMENTATION_THREADS, seed)
                .withChunk(scale.chunkKibibytes())
                .withOptions(scale.compaction().options());
        progress.accept(String.format(Locale.ROOT, "loading %,d rows", scale.rows()));
        load.fill(interval -> {
            if (Math.round(interval.elapsedSeconds()) % 20 == 0) {
                progress.accept(String.format(
                        Locale.ROOT,
                        "loading: %.0f s, %,.0f rows/s",
                        interval.elapsedSeconds(),
                        interval.requestsPerSecond()));
            }
        });
        NodeVerbs verbs = new NodeVerbs(node.jmx(), PaperLoad.KEYSPACE);
        verbs.flush(PaperLoad.TABLE);
        long requests = Math.round(scale.rows() * FRAGMENTATION_REQUESTS / FRAGMENTATION_ROUNDS);
        for (int round = 1; round <= FRAGMENTATION_ROUNDS; round++) {
            progress.accept(String.format(Locale.ROOT, "fragmenting rows, %d of %d", round, FRAGMENTATION_ROUNDS));
            load.latest(FRAGMENTATION_READS, requests, FRAGMENTATION_SEED + round);
            verbs.flush(PaperLoad.TABLE);
        }
        verbs.awaitCompactions();
    }

    /** Returns the layout of the table of a node that has stopped. */
    private static Layout layout(NodeProcess node, Path table) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(table)) {
            files = all.filter(file -> file.toString().endsWith(ROWS_FILE))
                    .sorted()
                    .toList();
        }
        ToolResult metadata =
                node.run(METADATA, files.stream().map(Path::toString).toArray(String[]::new));
        if (metadata.exitCode() != 0) {
            throw new IOException("program=" + METADATA + " exit=" + metadata.exitCode() + ": " + metadata.output());
        }
        return Layout.of(files, metadata.output());
    }

    /** Returns the table's directory below a node's data directory. */
    static Path tableDirectory(Path data) throws IOException {
        return DataFiles.tableDirectory(data.resolve(PaperLoad.KEYSPACE), PaperLoad.TABLE);
    }
}
