package org.ssdtier.benchmarks.threads;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.ssdtier.benchmarks.brief.BriefDataset;
import org.ssdtier.benchmarks.brief.BriefLoad;
import org.ssdtier.benchmarks.brief.BriefNode;
import org.ssdtier.benchmarks.brief.BriefSettings;
import org.ssdtier.benchmarks.brief.BriefWorkload;
import org.ssdtier.benchmarks.brief.NodeDrives;
import org.ssdtier.benchmarks.device.PageCacheHold;
import org.ssdtier.benchmarks.device.ProgramMemory;
import org.ssdtier.benchmarks.load.FileTree;

/** The node of one arm, which measures one cell after the other from the same state. */
final class ThreadsNode implements AutoCloseable {
    private static final long FILL_SEED = 400_000;
    /** The mean number of rows that workload E scans. */
    private static final int ROWS_OF_A_SCAN = 50;

    private static final long WARM_UP_SEED = 500_000;
    private static final long SETTLE_SEED = 900_000_000;

    private final ThreadsArm arm;
    private final ThreadsPlan plan;
    private final BriefNode node;

    private ThreadsNode(ThreadsArm arm, ThreadsPlan plan, BriefNode node) {
        this.arm = arm;
        this.plan = plan;
        this.node = node;
    }

    /**
     * Starts the node of an arm on its drives, with an empty table.
     *
     * @param home directory of the node's files that are not on its drives
     * @param memory limit of the node's memory, closed with the node
     */
    static ThreadsNode start(ThreadsArm arm, ThreadsPlan plan, NodeDrives drives, ProgramMemory memory, Path home)
            throws IOException {
        FileTree.delete(home);
        BriefSettings settings = new BriefSettings(
                arm.toString(),
                arm.rowCache,
                plan.budget().cache(arm),
                0,
                plan.scale().heapMebibytes(),
                ThreadsPlan.CONCURRENT_READS,
                drives);
        return new ThreadsNode(
                arm,
                plan,
                BriefNode.start(
                        settings.of(home, memory), drives, memory, plan.scale().rows(), plan.seed()));
    }

    /** Measures a cell: restores the table, warms up with fast drives, and runs the requests with slow ones. */
    CellResult measure(Cell cell, BriefDataset dataset) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        BriefLoad load = node.load(cell.workload(), cell.threads());
        node.drives().slow(false);
        node.restore(dataset, arm.hasRowCache());
        try (PageCacheHold held =
                PageCacheHold.begin(node.memory(), plan.budget().pageCacheBytes(arm))) {
            warmUp(load, cell);
            double warmUpSeconds = (System.nanoTime() - begin) / (double) TimeUnit.SECONDS.toNanos(1);
            node.drives().slow(true);
            load.run(ThreadsPlan.SETTLE_SECONDS, SETTLE_SEED + cell.seed());
            return CellResult.of(cell, node.measure(load, plan.scale().slotSeconds(), cell.seed()), warmUpSeconds);
        } finally {
            node.drives().slow(false);
        }
    }

    /**
     * Reads the rows requested first, once each, as many as the arm's row cache holds; then rows as the workload
     * requests them, until all arms have had the same number of requests. Where the workload has scans, which no row cache
     * answers, all arms have as many scans instead. The page cache is limited meanwhile: what is dropped at once is not what
     * would be dropped little by little.
     */
    private void warmUp(BriefLoad load, Cell cell) throws IOException, InterruptedException {
        long once = plan.budget().cachedRows(arm);
        node.readOnce(load, once, FILL_SEED);
        if (cell.workload() == BriefWorkload.E) {
            load.scan(Math.max(1, plan.warmUpRequests() / ROWS_OF_A_SCAN), WARM_UP_SEED);
        } else {
            load.read(plan.warmUpRequests() - once, WARM_UP_SEED);
        }
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
