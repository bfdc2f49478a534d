package org.ssdtier.benchmarks.brief;

import com.datastax.oss.driver.api.core.CqlSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.ssdtier.benchmarks.device.ProgramMemory;
import org.ssdtier.benchmarks.load.CounterReading;
import org.ssdtier.benchmarks.load.DirectCopy;
import org.ssdtier.benchmarks.load.FileTree;
import org.ssdtier.benchmarks.load.Latency;
import org.ssdtier.benchmarks.load.NodeVerbs;
import org.ssdtier.benchmarks.load.PaperLoad;
import org.ssdtier.benchmarks.load.RowCacheCounters;
import org.ssdtier.benchmarks.load.RunFacts;
import org.ssdtier.benchmarks.node.NodeJmx;
import org.ssdtier.benchmarks.node.NodeProcess;
import org.ssdtier.benchmarks.node.NodeSettings;
import org.ssdtier.ycsb.run.RunResult;
import org.ssdtier.ycsb.workload.OperationType;

/** A node with the briefs' table on drives of its own, whose table can be restored from a snapshot. */
public final class BriefNode implements AutoCloseable {
    private static final int LOG_LINES = 8;
    /** The page cache left after a restore. */
    private static final long EMPTY_PAGE_CACHE_BYTES = 16L << 20;

    private final NodeDrives drives;
    private final ProgramMemory memory;
    private final long rows;
    private final long seed;
    private final NodeProcess node;
    private final NodeJmx jmx;
    private final NodeVerbs verbs;
    private final CqlSession session;
    /** The outages of the SSD tier before the last restore. */
    private long outagesBefore;

    private BriefNode(NodeDrives drives, ProgramMemory memory, long rows, long seed, NodeProcess node)
            throws IOException {
        this.drives = drives;
        this.memory = memory;
        this.rows = rows;
        this.seed = seed;
        this.node = node;
        this.jmx = node.jmx();
        this.verbs = new NodeVerbs(jmx, PaperLoad.KEYSPACE);
        load(BriefWorkload.A, 1).createTable();
        this.session = node.session();
    }

    /**
     * Starts a node with an empty table.
     *
     * @param settings settings of the node
     * @param drives the drives of its files; not closed with the node
     * @param memory limit of the node's memory, closed with the node
     * @param rows number of rows of the table when it is restored
     * @param seed seed of rows and requests
     */
    public static BriefNode start(NodeSettings settings, NodeDrives drives, ProgramMemory memory, long rows, long seed)
            throws IOException {
        NodeProcess node = NodeProcess.start(settings);
        try {
            return new BriefNode(drives, memory, rows, seed, node);
        } catch (IOException | RuntimeException e) {
            node.kill();
            throw e;
        }
    }

    /**
     * Replaces the table by the snapshot. All caches of the node are empty then, and the tier's admission has forgotten
     * the keys of the cells before. The memory is not limited afterwards.
     *
     * @param hasRowCache whether the node has a row cache to empty
     */
    public void restore(BriefDataset dataset, boolean hasRowCache) throws IOException, InterruptedException {
        memory.liftLimit();
        verbs.awaitCompactions();
        load(BriefWorkload.A, 1).truncate(session);
        Path incoming = drives.data().mountPoint().resolve("incoming");
        FileTree.delete(incoming);
        Files.createDirectories(incoming);
        for (Path file : dataset.files()) {
            DirectCopy.copy(file, incoming.resolve(file.getFileName()));
        }
        verbs.importSSTables(PaperLoad.TABLE, incoming, false);
        FileTree.delete(incoming);
        verbs.awaitCompactions();
        if (hasRowCache) {
            verbs.invalidateRowCache();
        }
        memory.limitPageCache(EMPTY_PAGE_CACHE_BYTES);
        memory.liftLimit();
        drives.data().emptyFront();
        outagesBefore = tier().count(HitShares.OUTAGES);
    }

    /** Waits until no compaction is in progress. */
    public void awaitCompactions() throws IOException, InterruptedException {
        verbs.awaitCompactions();
    }

    /**
     * Reads the rows that a load requests first, once each, and again if the SSD tier could not write many of them as fast as
     * memory evicted them.
     */
    public void readOnce(BriefLoad load, long count, long runSeed) throws IOException, InterruptedException {
        load.readOnce(count, 1, runSeed, () -> tier().count(HitShares.DROPPED));
    }

    /** Runs the requests of a load for a time and measures them. */
    public NodeFigures measure(BriefLoad load, int seconds, long runSeed) throws IOException, InterruptedException {
        RowCacheCounters rowsBefore = RowCacheCounters.read(verbs, jmx);
        CounterReading tierBefore = tier();
        NodeDrives.Reading drivesBefore = drives.read();
        long nodeCpuBefore = verbs.cpuNanos();
        BriefLoad.Run run = load.measured(seconds, runSeed);
        RunResult result = run.result();
        double nodeNanos = (double) (verbs.cpuNanos() - nodeCpuBefore);
        NodeDriveUse devices = drives.read().since(drivesBefore, result.transactions());
        RowCacheCounters counted = RowCacheCounters.read(verbs, jmx).since(rowsBefore);
        CounterReading tierAfter = tier();
        HitShares hits = HitShares.of(
                counted,
                HitShares.late(tierAfter) - HitShares.late(tierBefore),
                tierAfter.count(HitShares.OUTAGES) - outagesBefore);
        return new NodeFigures(
                result.seconds(),
                result.transactions() / result.seconds(),
                latencies(result),
                hits,
                devices,
                new CpuUse(
                        nodeNanos / (result.seconds() * TimeUnit.SECONDS.toNanos(1)),
                        run.machine(),
                        RunFacts.loadAverage()),
                memory.pageCacheBytes(),
                memory.processBytes());
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

    /** Returns the counters of the SSD row cache; empty on a node without it. */
    public CounterReading tier() throws IOException {
        return CounterReading.read(jmx);
    }

    /** Returns the requests of a workload to this node. */
    public BriefLoad load(BriefWorkload workload, int threads) throws IOException {
        return new BriefLoad(node.home().ports(), workload, rows, threads, seed);
    }

    /** Returns the drives of the node's files. */
    public NodeDrives drives() {
        return drives;
    }

    /** Returns the limit of the node's memory. */
    public ProgramMemory memory() {
        return memory;
    }

    /** Returns the last lines of the node's log, for the report of its failure. */
    public String lastWords() {
        try {
            return String.join("\n", node.home().logTail(LOG_LINES));
        } catch (IOException e) {
            return "its log cannot be read: " + e.getMessage();
        }
    }

    /** Returns whether the node is running. */
    public boolean isAlive() {
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
