package org.ssdtier.benchmarks.crash;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.ssdtier.benchmarks.load.CounterReading;
import org.ssdtier.benchmarks.load.NodeVerbs;
import org.ssdtier.benchmarks.load.ScratchNode;
import org.ssdtier.benchmarks.node.NodeSettings;
import org.ssdtier.benchmarks.node.RowCacheKind;

/**
 * A run that fills the SSD of a node, then repeatedly ends and restarts the node, alternately as an operator would and
 * by SIGKILL. Both leave the same rows, so that the starts are comparable. The first pair warms the machine's caches
 * and is not counted.
 */
final class StartsRun {
    private static final int SAMPLE_GROUPS = 1 << 10;
    private static final long INDEX_PATIENCE_SECONDS = 300;
    private static final long QUIET_MILLIS = 2_000;
    private static final String ENTRIES = "entries";

    private final StartsOptions options;
    private final Consumer<String> progress;
    private final SplittableRandom random;

    /**
     * Prepares a run.
     *
     * @param progress receiver of a line for each start
     */
    StartsRun(StartsOptions options, Consumer<String> progress) {
        this.options = options;
        this.progress = progress;
        this.random = new SplittableRandom(options.seed());
    }

    StartsResult run() throws IOException, InterruptedException {
        progress.accept("Starting a node in " + options.directory());
        try (ScratchNode node = ScratchNode.start(options.directory(), RowCacheKind.SSDTIER, this::settings)) {
            ManyRows rows = fill(node);
            List<StartsRound> rounds = new ArrayList<>();
            for (int pair = 0; pair <= options.pairs(); pair++) {
                for (boolean isCrash : new boolean[] {false, true}) {
                    StartsRound round = round(node, rows, isCrash);
                    progress.accept((pair == 0 ? "warm-up, " : "") + StartsResult.line(round));
                    if (pair > 0) {
                        rounds.add(round);
                    }
                }
            }
            return new StartsResult(options, rounds);
        }
    }

    private NodeSettings.Builder settings(NodeSettings.Builder builder) {
        return builder.heap(options.heap())
                .rowCacheSize(options.memoryMebibytes() + "MiB")
                .ssdSize(options.ssdMebibytes() + "MiB")
                .yaml("read_request_timeout", "20s")
                .yaml("write_request_timeout", "20s")
                .yaml("ssd_row_cache.index_memory", options.indexMebibytes() + "MiB")
                .yaml("ssd_row_cache.admission", "all")
                .moreCompilerThreads();
    }

    private ManyRows fill(ScratchNode node) throws IOException, InterruptedException {
        node.createKeyspace(ManyRows.KEYSPACE);
        ManyRows rows = new ManyRows(node.session());
        NodeVerbs verbs = new NodeVerbs(node.jmx(), ManyRows.KEYSPACE);
        progress.accept(String.format("Writing %,d rows", options.entries()));
        rows.write(options.groups());
        verbs.flush(ManyRows.TABLE);
        verbs.awaitCompactions();
        progress.accept("Reading every row once to fill the SSD");
        rows.read(options.groups(), i -> i);
        progress.accept(String.format("The SSD has %,d rows", tier(node).count(ENTRIES)));
        return rows;
    }

    private StartsRound round(ScratchNode node, ManyRows rows, boolean isCrash)
            throws IOException, InterruptedException {
        Thread.sleep(QUIET_MILLIS);
        long before = tier(node).count(ENTRIES);
        if (isCrash) {
            node.node().kill();
        } else {
            node.node().stop();
        }
        CrashRound.Start start = start(node);
        rows.awaitReconnect();
        CounterReading online = tier(node);
        rows.read(SAMPLE_GROUPS, i -> random.nextInt(options.groups()));
        CounterReading counted = tier(node).since(online);
        return new StartsRound(
                isCrash,
                start,
                before,
                online.count(ENTRIES),
                (long) SAMPLE_GROUPS * ManyRows.GROUP_ROWS,
                counted.count("memoryHits") + counted.count("pendingHits") + counted.count("ssdHits"),
                counted.count("refusedReads") + counted.count("lateReads"));
    }

    private static CrashRound.Start start(ScratchNode node) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        try (IndexWatch watch = IndexWatch.begin(node.node())) {
            node.restart();
            double serveSeconds = (System.nanoTime() - begin) / 1e9;
            OptionalDouble indexSeconds = watch.await(INDEX_PATIENCE_SECONDS);
            return new CrashRound.Start(serveSeconds, indexSeconds);
        }
    }

    private static CounterReading tier(ScratchNode node) throws IOException {
        return CounterReading.read(node.jmx());
    }
}
