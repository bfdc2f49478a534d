package org.ssdtier.benchmarks.brief;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.ssdtier.benchmarks.load.DataFiles;
import org.ssdtier.benchmarks.load.FileTree;
import org.ssdtier.benchmarks.load.NodeVerbs;
import org.ssdtier.benchmarks.load.PaperLoad;
import org.ssdtier.benchmarks.load.ScratchNode;
import org.ssdtier.benchmarks.node.RowCacheKind;
import org.ssdtier.benchmarks.report.Json;

/**
 * The snapshot that every cell on one node begins with: the SSTables of a table that was loaded by a stock node and
 * flushed. It is made once per number of rows and seed, on the machine's own disk, and kept.
 */
public final class BriefDataset {
    private static final String READY = "ready.json";
    private static final String SSTABLES = "sstables";
    private static final int REPORTED_SECONDS = 20;

    private final Path directory;
    private final long rows;
    private final long seed;

    /**
     * Creates the object for a snapshot, made or not.
     *
     * @param parent directory of all snapshots
     * @param rows number of rows of the table
     * @param seed seed of the rows
     */
    public BriefDataset(Path parent, long rows, long seed) {
        this.directory = parent.resolve(
                String.format(Locale.ROOT, "brief-rows-%d-seed-%d-chunk-%d", rows, seed, BriefLoad.CHUNK_KIBIBYTES));
        this.rows = rows;
        this.seed = seed;
    }

    /**
     * The size of a snapshot.
     *
     * @param rows number of rows of the table
     * @param bytes bytes of its files
     * @param sstables number of its SSTables
     */
    public record Facts(long rows, long bytes, int sstables) {}

    /** Makes the snapshot if it does not exist. */
    public Facts prepare(Consumer<String> progress) throws IOException, InterruptedException {
        Path ready = directory.resolve(READY);
        if (Files.exists(ready)) {
            return Json.read(ready, Facts.class);
        }
        FileTree.delete(directory);
        Path home = directory.resolve("node");
        try (ScratchNode node = ScratchNode.start(home, RowCacheKind.NONE, builder -> builder.heap("1G"))) {
            fill(node, progress);
            node.node().nodetool("drain");
            node.stop();
            copyTable(home.resolve("data/data"));
        }
        FileTree.delete(home);
        List<Path> files = files();
        int sstables = (int) files.stream()
                .filter(file -> file.toString().endsWith("-Data.db"))
                .count();
        Facts facts = new Facts(rows, FileTree.bytes(directory.resolve(SSTABLES)), sstables);
        Json.write(ready, facts);
        return facts;
    }

    /** Returns the files of the SSTables. */
    public List<Path> files() throws IOException {
        return filesIn(directory.resolve(SSTABLES));
    }

    private void fill(ScratchNode node, Consumer<String> progress) throws IOException, InterruptedException {
        progress.accept(String.format(Locale.ROOT, "loading %,d rows", rows));
        BriefLoad load = new BriefLoad(node.node().home().ports(), BriefWorkload.A, rows, 1, seed);
        load.createTable();
        load.fill(interval -> {
            if (Math.round(interval.elapsedSeconds()) % REPORTED_SECONDS == 0) {
                progress.accept(String.format(
                        Locale.ROOT,
                        "loading: %.0f s, %,.0f rows/s",
                        interval.elapsedSeconds(),
                        interval.requestsPerSecond()));
            }
        });
        NodeVerbs verbs = new NodeVerbs(node.jmx(), PaperLoad.KEYSPACE);
        verbs.flush(PaperLoad.TABLE);
        verbs.awaitCompactions();
    }

    private void copyTable(Path data) throws IOException {
        Path table = DataFiles.tableDirectory(data.resolve(PaperLoad.KEYSPACE), PaperLoad.TABLE);
        Path target = Files.createDirectories(directory.resolve(SSTABLES));
        for (Path file : filesIn(table)) {
            Files.copy(file, target.resolve(file.getFileName()));
        }
    }

    private static List<Path> filesIn(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }
}
