package org.ssdtier.benchmarks.ssdsize;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.ssdtier.benchmarks.brief.BlockUse;
import org.ssdtier.benchmarks.brief.BriefDataset;
import org.ssdtier.benchmarks.brief.BriefLoad;
import org.ssdtier.benchmarks.brief.BriefNode;
import org.ssdtier.benchmarks.brief.BriefSettings;
import org.ssdtier.benchmarks.brief.BriefWorkload;
import org.ssdtier.benchmarks.brief.NodeDrives;
import org.ssdtier.benchmarks.brief.NodeFigures;
import org.ssdtier.benchmarks.device.FrontCounters;
import org.ssdtier.benchmarks.device.PageCacheHold;
import org.ssdtier.benchmarks.device.ProgramMemory;
import org.ssdtier.benchmarks.load.CounterReading;
import org.ssdtier.benchmarks.load.FileTree;

/** The node of one setup, which measures one cell after the other from the same state. */
final class SizeNode implements AutoCloseable {
    private static final long FILL_SEED = 400_000;
    private static final long WARM_UP_SEED = 500_000;
    private static final long SETTLE_SEED = 900_000_000;

    private final Setup setup;
    private final SizePlan plan;
    private final BriefNode node;

    private SizeNode(Setup setup, SizePlan plan, BriefNode node) {
        this.setup = setup;
        this.plan = plan;
        this.node = node;
    }

    /**
     * Starts the node of a setup on its drives, with an empty table.
     *
     * @param home directory of the node's files that are not on its drives
     * @param memory limit of the node's memory, closed with the node
     */
    static SizeNode start(Setup setup, SizePlan plan, NodeDrives drives, ProgramMemory memory, Path home)
            throws IOException {
        FileTree.delete(home);
        BriefSettings settings = new BriefSettings(
                setup.id(),
                setup.arm().rowCache,
                plan.budget().cache(setup),
                plan.budget().keyIndexBytes(setup),
                plan.scale().heapMebibytes(),
                SizePlan.CONCURRENT_READS,
                drives);
        return new SizeNode(
                setup,
                plan,
                BriefNode.start(
                        settings.of(home, memory), drives, memory, plan.scale().rows(), plan.seed()));
    }

    /** Measures a cell: restores the table, warms up with fast drives, and runs the requests with slow ones. */
    CellResult measure(Cell cell, BriefDataset dataset) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        Mix mix = cell.mix();
        BriefLoad load = node.load(BriefWorkload.A, plan.threads())
                .mixed(mix.distribution().toString(), mix.readPercent());
        node.drives().slow(false);
        node.restore(dataset, setup.arm().hasRowCache());
        try (PageCacheHold held =
                PageCacheHold.begin(node.memory(), plan.budget().pageCacheBytes(setup))) {
            CounterReading empty = node.tier();
            warmUp(load);
            CellResult.TierFill fill =
                    setup.arm().hasTier() ? CellResult.TierFill.of(empty, node.tier()) : CellResult.TierFill.NONE;
            double warmUpSeconds = (System.nanoTime() - begin) / (double) TimeUnit.SECONDS.toNanos(1);
            node.drives().slow(true);
            load.run(SizePlan.SETTLE_SECONDS, SETTLE_SEED + cell.seed());
            FrontCounters before = node.drives().data().front();
            NodeFigures figures = node.measure(load, plan.scale().slotSeconds(), cell.seed());
            BlockUse blocks = BlockUse.of(
                    node.drives().data().front().since(before), figures.requestsPerSecond() * figures.seconds());
            return new CellResult(cell, null, figures, blocks, fill, warmUpSeconds);
        } finally {
            node.drives().slow(false);
        }
    }

    /**
     * Reads the rows requested first, once each, as many as the row cache or block cache holds; then rows as the mix
     * requests them. The page cache is limited meanwhile, so that caches below it see the same misses as later.
     */
    private void warmUp(BriefLoad load) throws IOException, InterruptedException {
        long once = plan.budget().filledRows(setup);
        node.readOnce(load, once, FILL_SEED);
        load.read(plan.warmUpRequests(setup), WARM_UP_SEED);
        node.awaitCompactions();
    }

    /** Returns the last lines of the node's log, for the report of its failure. */
    String lastWords() {
        return node.lastWords();
    }

    boolean isAlive() {
        return node.isAlive();
    }

    /** Kills the node; its data is not needed any more. */
    @Override
    public void close() throws IOException {
        node.close();
    }
}
