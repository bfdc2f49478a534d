package org.ssdtier.benchmarks.threads;

import com.datastax.oss.driver.api.core.CqlSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.ssdtier.benchmarks.brief.BriefLoad;
import org.ssdtier.benchmarks.brief.BriefWorkload;
import org.ssdtier.benchmarks.device.PageCacheHold;
import org.ssdtier.benchmarks.device.ProgramMemory;
import org.ssdtier.benchmarks.load.CpuClock;
import org.ssdtier.benchmarks.load.DirectCopy;
import org.ssdtier.benchmarks.load.FileTree;
import org.ssdtier.benchmarks.load.Latency;
import org.ssdtier.benchmarks.load.NodeVerbs;
import org.ssdtier.benchmarks.load.PaperLoad;
import org.ssdtier.benchmarks.load.RowCacheCounters;
import org.ssdtier.benchmarks.load.RunFacts;
import org.ssdtier.benchmarks.node.NodeJmx;
import org.ssdtier.benchmarks.node.NodeProcess;
import org.ssdtier.ycsb.run.RunResult;
import org.ssdtier.ycsb.workload.OperationType;

/** The node of one arm, which measures one cell after the other from the same state. */
final class ThreadsNode implements AutoCloseable {
    private static final int LOG_LINES = 8;
    private static final long FILL_SEED = 400_000;
    private static final long WARM_UP_SEED = 500_000;
    private static final long SETTLE_SEED = 900_000_000;

    /** The page cache left before a warm-up. */
    private static final long EMPTY_PAGE_CACHE_BYTES = 16L << 20;

    private final ThreadsArm arm;
    private final ThreadsPlan plan;
    private final ArmDrives drives;
    private final ProgramMemory memory;
    private final NodeProcess node;
    private final NodeJmx jmx;
    private final NodeVerbs verbs;
    private final CqlSession session;

    private ThreadsNode(ThreadsArm arm, ThreadsPlan plan, ArmDrives drives, ProgramMemory memory, NodeProcess node)
            throws IOException {
        this.arm = arm;
        this.plan = plan;
        this.drives = drives;
        this.memory = memory;
        this.node = node;
        this.jmx = node.jmx();
        this.verbs = new NodeVerbs(jmx, PaperLoad.KEYSPACE);
        load(BriefWorkload.A, 1).createTable();
        this.session = node.session();
    }

    /**
     * Starts the node of an arm on its drives, with an empty table.
     *
     * @param home directory of the node's files that are not on its drives
     * @param memory limit of the node's memory, closed with the node
     */
    static ThreadsNode start(ThreadsArm arm, ThreadsPlan plan, ArmDrives drives, ProgramMemory memory, Path home)
            throws IOException {
        FileTree.delete(home);
        NodeProcess node = NodeProcess.start(new ArmSettings(arm, plan, drives).of(home, memory));
        try {
            return new ThreadsNode(arm, plan, drives, memory, node);
        } catch (IOException | RuntimeException e) {
            node.kill();
            throw e;
        }
    }

    /** Measures a cell: restores the table, warms up with fast drives, and runs the requests with slow ones. */
    CellResult measure(Cell cell, BriefDataset dataset) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        BriefLoad load = load(cell.workload(), cell.threads());
        drives.slow(false);
        restore(load, dataset);
        warmUp(load);
        double warmUpSeconds = (System.nanoTime() - begin) / (double) TimeUnit.SECONDS.toNanos(1);
        try (PageCacheHold held = PageCacheHold.begin(memory, pageCacheBytes())) {
            drives.slow(true);
            load.run(ThreadsPlan.SETTLE_SECONDS, SETTLE_SEED + cell.seed());
            return run(cell, load, warmUpSeconds);
        } finally {
            drives.slow(false);
        }
    }

    /**
     * Replaces the table by the snapshot. All caches of the node are empty then, and the tier's admission has forgotten
     * the keys of the cells before.
     */
    private void restore(BriefLoad load, BriefDataset dataset) throws IOException, InterruptedException {
        memory.liftLimit();
        verbs.awaitCompactions();
        load.truncate(session);
        Path incoming = drives.data().mountPoint().resolve("incoming");
        FileTree.delete(incoming);
        Files.createDirectories(incoming);
        for (Path file : dataset.files()) {
            DirectCopy.copy(file, incoming.resolve(file.getFileName()));
        }
        verbs.importSSTables(PaperLoad.TABLE, incoming, false);
        FileTree.delete(incoming);
        verbs.awaitCompactions();
        if (arm.hasRowCache()) {
            verbs.invalidateRowCache();
        }
        memory.limitPageCache(EMPTY_PAGE_CACHE_BYTES);
        memory.liftLimit();
    }

    /**
     * Reads the rows requested first, once each, as many as the arm's row cache holds; then rows as the workload
     * requests them, until all arms have had the same number of requests.
     */
    private void warmUp(BriefLoad load) throws IOException, InterruptedException {
        long once = plan.budget().cachedRows(arm);
        load.readOnce(once, FILL_SEED);
        load.read(plan.warmUpRequests() - once, WARM_UP_SEED);
        verbs.awaitCompactions();
    }

    private CellResult run(Cell cell, BriefLoad load, double warmUpSeconds) throws IOException, InterruptedException {
        RowCacheCounters rowsBefore = RowCacheCounters.read(verbs, jmx);
        ArmDrives.Reading drivesBefore = drives.read();
        long nodeCpuBefore = verbs.cpuNanos();
        CpuClock machineBefore = CpuClock.now();
        RunResult result = load.run(plan.scale().slotSeconds(), cell.seed());
        double machine = CpuClock.now().busySince(machineBefore);
        double nodeNanos = (double) (verbs.cpuNanos() - nodeCpuBefore);
        CellResult.DeviceUse devices = drives.read().since(drivesBefore, result.transactions());
        RowCacheCounters rows = RowCacheCounters.read(verbs, jmx).since(rowsBefore);
        double ssd = rows.hitRatio() * rows.ssdShare();
        return new CellResult(
                cell,
                null,
                result.seconds(),
                result.transactions() / result.seconds(),
                latencies(result),
                new CellResult.Hits(rows.hitRatio() - ssd, ssd),
                devices,
                new CellResult.CpuUse(
                        nodeNanos / (result.seconds() * TimeUnit.SECONDS.toNanos(1)), machine, RunFacts.loadAverage()),
                memory.pageCacheBytes(),
                warmUpSeconds);
    }

    private static Map<String, Latency> latencies(RunResult result) {
        Map<String, Latency> latencies = new TreeMap<>();
        for (OperationType operation : OperationType.values()) {
            if (result.of(operation).operations() > 0) {
                latencies.put(operation.label(), Latency.of(result.of(operation).serviceMicros()));
            }
        }
        return latencies;
    }

    private BriefLoad load(BriefWorkload workload, int threads) throws IOException {
        return new BriefLoad(node.home().ports(), workload, plan.scale().rows(), threads, plan.seed());
    }

    private long pageCacheBytes() {
        return plan.budget().pageCacheBytes(arm);
    }

    /** Returns the last lines of the node's log, for the report of its failure. */
    String lastWords() {
        try {
            return String.join("\n", node.home().logTail(LOG_LINES));
        } catch (IOException e) {
            return "its log cannot be read: " + e.getMessage();
        }
    }

    boolean isAlive() {
        return node.isAlive();
    }

    /** Kills the node; its data is not needed any more. */
    @Override
    public void close() throws IOException {
        try {
            session.close();
            if (node.isAlive()) {
                jmx.close();
            }
        } finally {
            try {
                node.kill();
            } finally {
                memory.close();
            }
        }
    }
}
