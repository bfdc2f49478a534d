package org.ssdtier.benchmarks.writes;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.ssdtier.benchmarks.load.NodeVerbs;
import org.ssdtier.benchmarks.load.PaperLoad;
import org.ssdtier.benchmarks.load.ScratchNode;
import org.ssdtier.ycsb.run.RunResult;
import org.ssdtier.ycsb.workload.OperationType;

/** The node of one arm, with its load. */
final class WrittenNode implements AutoCloseable {
    private final WritesArm arm;
    private final WritesOptions options;
    private final ScratchNode node;
    private final NodeVerbs verbs;
    private final PaperLoad load;
    private final ScheduledExecutorService flusher = Executors.newSingleThreadScheduledExecutor();

    private WrittenNode(WritesArm arm, WritesOptions options, ScratchNode node) throws IOException {
        this.arm = arm;
        this.options = options;
        this.node = node;
        this.verbs = new NodeVerbs(node.jmx(), PaperLoad.KEYSPACE);
        this.load = new PaperLoad(node.node().home().ports(), options.rows(), options.threads(), options.seed());
    }

    static WrittenNode start(WritesArm arm, WritesOptions options) throws IOException {
        ScratchNode node = ScratchNode.start(
                options.directory().resolve(arm.toString()), arm.rowCache, builder -> arm.settings(options, builder));
        return new WrittenNode(arm, options, node);
    }

    WritesArm arm() {
        return arm;
    }

    void fill() throws IOException, InterruptedException {
        load.fill();
    }

    /**
     * Restores the state of table and cache in which every run begins, then measures updates with a flush among them.
     */
    WritesRound.Figures run(int round) throws IOException, InterruptedException {
        verbs.flush(PaperLoad.TABLE);
        verbs.compact(PaperLoad.TABLE);
        load.readAll(1);
        verbs.collectGarbage();
        long cpuBefore = verbs.cpuNanos();
        Callable<Boolean> flush = () -> {
            verbs.flush(PaperLoad.TABLE);
            return true;
        };
        Future<Boolean> flushed = flusher.schedule(flush, options.seconds() * 500, TimeUnit.MILLISECONDS);
        RunResult result = load.mixed(new PaperLoad.Mix(0, options.seconds(), 0, round));
        await(flushed);
        long cpuNanos = verbs.cpuNanos() - cpuBefore;
        return new WritesRound.Figures(
                result.requestsPerSecond(OperationType.UPDATE),
                cpuNanos / 1e3 / result.of(OperationType.UPDATE).operations(),
                result.of(OperationType.UPDATE).serviceMicros().getValueAtPercentile(99));
    }

    private static void await(Future<Boolean> flushed) throws IOException, InterruptedException {
        try {
            flushed.get();
        } catch (ExecutionException e) {
            throw new IOException("the flush during the run failed: " + e.getCause(), e.getCause());
        }
    }

    @Override
    public void close() throws IOException {
        flusher.shutdownNow();
        node.close();
    }
}
