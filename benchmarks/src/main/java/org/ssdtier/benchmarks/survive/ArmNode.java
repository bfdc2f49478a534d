package org.ssdtier.benchmarks.survive;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.load.NodeVerbs;
import org.ssdtier.benchmarks.load.PaperLoad;
import org.ssdtier.benchmarks.load.RowCacheCounters;
import org.ssdtier.benchmarks.load.ScratchNode;
import org.ssdtier.benchmarks.node.NodeSettings;
import org.ssdtier.ycsb.run.RunResult;

/** The node of one arm, its load and its counters. */
final class ArmNode implements AutoCloseable {
    static final int SSD_MEBIBYTES = 256;

    private static final int WARM_UP_PASSES = 3;

    private final RowCacheArm arm;
    private final SurviveOptions options;
    private final ScratchNode node;
    private final NodeVerbs verbs;
    private final PaperLoad load;

    private ArmNode(RowCacheArm arm, SurviveOptions options, ScratchNode node) throws IOException {
        this.arm = arm;
        this.options = options;
        this.node = node;
        this.verbs = new NodeVerbs(node.jmx(), PaperLoad.KEYSPACE);
        this.load = new PaperLoad(node.node().home().ports(), options.rows(), options.threads(), options.seed());
    }

    /** Starts the node. */
    static ArmNode start(RowCacheArm arm, SurviveOptions options) throws IOException {
        ScratchNode node = ScratchNode.start(
                options.directory().resolve(arm.toString()), arm.rowCache, builder -> settings(arm, options, builder));
        return new ArmNode(arm, options, node);
    }

    private static NodeSettings.Builder settings(
            RowCacheArm arm, SurviveOptions options, NodeSettings.Builder builder) {
        builder.heap(options.heap());
        if (!arm.isTier()) {
            return builder.rowCacheSize(options.stockMemoryMebibytes() + "MiB");
        }
        return builder.rowCacheSize(options.tierMemoryMebibytes() + "MiB")
                .ssdSize(SSD_MEBIBYTES + "MiB")
                .yaml("ssd_row_cache.segment_size", "8MiB")
                .yaml("ssd_row_cache.write_policy", arm.toString());
    }

    /** Writes the hot set, flushes it, and reads it until the cache holds it. */
    void prepare() throws IOException, InterruptedException {
        load.fill();
        verbs.flush(PaperLoad.TABLE);
        verbs.compact(PaperLoad.TABLE);
        load.readAll(WARM_UP_PASSES);
    }

    /** Returns the task of this arm in a slot: one mix with concurrent flushes. */
    Callable<Cell> task(int round, int readPercent, ScheduledExecutorService flusher) {
        return () -> run(round, readPercent, flusher);
    }

    private Cell run(int round, int readPercent, ScheduledExecutorService flusher)
            throws IOException, InterruptedException {
        PaperLoad.Mix mix = new PaperLoad.Mix(
                readPercent, options.seconds(), options.perSecond(), 1_000L * (round + 1) + readPercent);
        AtomicInteger flushes = new AtomicInteger();
        AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
        long periodMillis = Math.round(options.flushSeconds() * 1_000);
        RowCacheCounters before = RowCacheCounters.read(verbs, node.jmx());
        ScheduledFuture<?> flushing = flusher.scheduleAtFixedRate(
                () -> flush(flushes, failure), periodMillis / 2, periodMillis, TimeUnit.MILLISECONDS);
        RunResult result;
        try {
            result = load.mixed(mix);
        } finally {
            flushing.cancel(false);
        }
        RowCacheCounters counted = RowCacheCounters.read(verbs, node.jmx()).since(before);
        if (failure.get() != null) {
            throw new IOException("arm=" + arm + ": a flush failed", failure.get());
        }
        return new Cell(arm, readPercent, round, counted, result.requestsPerSecond(), flushes.get());
    }

    private void flush(AtomicInteger flushes, AtomicReference<@Nullable Exception> failure) {
        try {
            verbs.flush(PaperLoad.TABLE);
            flushes.incrementAndGet();
        } catch (IOException e) {
            failure.compareAndSet(null, e);
        }
    }

    @Override
    public void close() throws IOException {
        node.close();
    }
}
