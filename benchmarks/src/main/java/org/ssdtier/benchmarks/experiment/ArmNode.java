package org.ssdtier.benchmarks.experiment;

import java.io.IOException;
import java.lang.management.MemoryUsage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.brief.HitShares;
import org.ssdtier.benchmarks.device.Device;
import org.ssdtier.benchmarks.device.PageCacheHold;
import org.ssdtier.benchmarks.device.ProgramMemory;
import org.ssdtier.benchmarks.device.ReadTrace;
import org.ssdtier.benchmarks.load.CounterReading;
import org.ssdtier.benchmarks.load.CpuClock;
import org.ssdtier.benchmarks.load.FileTree;
import org.ssdtier.benchmarks.load.Latency;
import org.ssdtier.benchmarks.load.NodeVerbs;
import org.ssdtier.benchmarks.load.PaperLoad;
import org.ssdtier.benchmarks.load.RowCacheCounters;
import org.ssdtier.benchmarks.load.RunFacts;
import org.ssdtier.benchmarks.node.NodeJmx;
import org.ssdtier.benchmarks.node.NodePorts;
import org.ssdtier.benchmarks.node.NodeProcess;
import org.ssdtier.benchmarks.node.NodeSettings;
import org.ssdtier.benchmarks.node.RowCacheKind;
import org.ssdtier.ycsb.run.RunListener;
import org.ssdtier.ycsb.run.RunResult;
import org.ssdtier.ycsb.workload.OperationType;

/** The node of one arm, from its start to its end. */
final class ArmNode implements AutoCloseable {
    private static final int LOG_LINES = 8;
    /** Client threads at a fixed rate, as a multiple of the others. */
    private static final int THREADS_AT_A_RATE = 4;

    private static final int WARM_UP_READS = 99;
    /** Warm-up requests per row of the table: about as many as would fill the caches by themselves. */
    private static final double WARM_UP_REQUESTS = 0.5;

    private static final long FILL_SEED = 400_000;
    private static final long WARM_UP_SEED = 500_000;
    private static final int SETTLE_SECONDS = 2;
    private static final long SETTLE_SEED = 900_000;
    /** Far from all other seeds, and as far from one another, because a round adds a thousand to them. */
    private static final long REFILL_SEED = 100_000_000;

    private final Arm arm;
    private final Setup setup;
    private final Disks disks;
    private final ProgramMemory memory;
    private final NodeProcess node;
    private final NodeJmx jmx;
    private final NodeVerbs verbs;
    private final PaperLoad load;
    /** With more threads, so that a request that is due does not wait for a thread. */
    private final PaperLoad loadAtARate;

    private long tableBytes;

    private ArmNode(Arm arm, Setup setup, Disks disks, ProgramMemory memory, NodeProcess node) throws IOException {
        this.arm = arm;
        this.setup = setup;
        this.disks = disks;
        this.memory = memory;
        this.node = node;
        this.jmx = node.jmx();
        this.verbs = new NodeVerbs(jmx, PaperLoad.KEYSPACE);
        int threads = setup.scale().threads() * arm.threadFactor();
        this.load = load(threads);
        this.loadAtARate = load(threads * THREADS_AT_A_RATE);
    }

    private PaperLoad load(int threads) throws IOException {
        return new PaperLoad(node.home().ports(), setup.shape(), setup.scale().rows(), threads, setup.seed());
    }

    /** Returns the directory of the SSTables on a node's disk. */
    static Path sstables(Device data) {
        return data.mountPoint().resolve("sstables");
    }

    /** Starts the arm's node on its disks, of which the first has a copy of the data set. */
    static ArmNode start(Arm arm, Setup setup, Disks disks, ProgramMemory memory) throws IOException {
        Path home = setup.directory().resolve(arm.name());
        FileTree.delete(home);
        Path data = sstables(disks.data());
        Path log = disks.log().mountPoint().resolve(arm.name());
        Path cache = tierDirectory(arm, disks);
        FileTree.delete(log);
        FileTree.delete(cache);
        NodeSettings.Builder settings = NodeSettings.in(home)
                .stock(!arm.hasJar())
                .rowCache(arm.rowCache())
                .ports(NodePorts.free())
                .moreCompilerThreads()
                .heap(setup.scale().heapMebibytes() + "M")
                .jvmOption("-XX:+AlwaysPreTouch") // as in Cassandra's own options; the rest of the process is off heap
                .commandPrefix(memory.inside(setup.pinning().ofNode()))
                .yaml("auto_snapshot", "false")
                .yaml("file_cache_size", "32MiB")
                .yaml("data_file_directories", "[\"" + data + "\"]")
                .yaml("commitlog_directory", "\"" + log + "\"")
                .yaml("row_cache_size", mebibytes(rowCacheBytes(arm, setup)));
        setup.yaml().forEach(settings::yaml);
        arm.format().yaml().forEach(settings::yaml);
        if (arm.format() == SSTableFormat.CATALOGUED) {
            settings.yaml("schema_catalogue.directory", "\"" + cache + "\"");
        }
        if (arm.hasTier()) {
            settings.yaml("ssd_row_cache.directory", "\"" + cache + "\"")
                    .yaml("ssd_row_cache.size", mebibytes(setup.budget().rowBytesOnSsd(arm)))
                    .yaml("ssd_row_cache.index_memory", mebibytes(setup.budget().indexBytes()))
                    .yaml("ssd_row_cache.segment_size", mebibytes(setup.budget().segmentBytes()))
                    .yaml("ssd_row_cache.max_row_size", "256KiB"); // a quarter of the smallest segment
            arm.mode().settings().forEach((key, value) -> settings.yaml("ssd_row_cache." + key, value));
        }
        addKeyIndex(arm, setup, disks, settings);
        NodeProcess node = NodeProcess.start(settings.build());
        try {
            ArmNode started = new ArmNode(arm, setup, disks, memory, node);
            started.convertFormat(data);
            if (arm.hasTier() && !arm.hasSsd()) {
                started.verbs.pauseTier();
            }
            return started;
        } catch (IOException | RuntimeException e) {
            node.kill();
            throw e;
        }
    }

    private static void addKeyIndex(Arm arm, Setup setup, Disks disks, NodeSettings.Builder settings)
            throws IOException {
        if (arm.hasKeyIndex()) {
            Path keys = keyIndexDirectory(arm, disks);
            FileTree.delete(keys);
            settings.yaml("ssd_key_index.enabled", "true")
                    .yaml("ssd_key_index.directory", "\"" + keys + "\"")
                    .yaml("ssd_key_index.size", mebibytes(setup.budget().keyIndexBytes()));
        }
    }

    /** Rewrites the data set's SSTables if the arm has another format, and measures the size of the table. */
    private void convertFormat(Path data) throws IOException {
        if (arm.format() != SSTableFormat.BIG) {
            verbs.rewriteSSTables(PaperLoad.TABLE);
        }
        tableBytes = FileTree.bytes(Dataset.tableDirectory(data));
    }

    private static long rowCacheBytes(Arm arm, Setup setup) {
        return arm.rowCache() == RowCacheKind.NONE ? 0 : setup.budget().rowCacheBytes();
    }

    /**
     * Fills the caches with the rows requested first, as many as fit into both tiers. Then each cache makes its own
     * choice under requests as in the measured slots. The page cache is limited meanwhile, so that a block cache below it
     * sees the misses that it will see later. The steps are the same for every arm.
     *
     * @return duration in seconds
     */
    long warmUp() throws IOException, InterruptedException {
        long begin = System.nanoTime();
        long rows = setup.scale().rows();
        try (PageCacheHold held = PageCacheHold.begin(memory, setup.budget().pageCacheBytes(arm))) {
            load.readOnce(
                    Math.round(rows * (setup.shares().memory() + setup.shares().ssd())), FILL_SEED);
            load.latest(WARM_UP_READS, Math.round(rows * WARM_UP_REQUESTS), WARM_UP_SEED);
            verbs.awaitCompactions();
        }
        return elapsedSeconds(begin);
    }

    /**
     * Runs one slot.
     *
     * @param offeredPerSecond requests per second; 0 if its clients wait for their answers
     */
    SlotResult run(Slot slot, double offeredPerSecond) throws IOException, InterruptedException {
        memory.limitPageCache(setup.budget().pageCacheBytes(arm));
        refillPageCache(slot);
        run(
                new PaperLoad.Mix(slot.readPercent(), SETTLE_SECONDS, offeredPerSecond, SETTLE_SEED + slot.seed()),
                RunListener.NONE);
        Optional<ReadTrace> trace = disks.data().traceReads();
        try {
            return measure(slot, offeredPerSecond, trace);
        } finally {
            if (trace.isPresent()) {
                trace.get().close();
            }
        }
    }

    /**
     * Sends requests of the slot's mix, the disk of the SSTables being fast, until the page cache is full again. A kernel that
     * lacks memory takes pages from nodes that wait, and from their row caches none: without this, slots began with an empty
     * page cache, which costs arms without a row cache most.
     */
    private void refillPageCache(Slot slot) throws IOException, InterruptedException {
        // a table that is smaller than the limit does not fill it
        PageCacheRefill refill = new PageCacheRefill(Math.min(setup.budget().pageCacheBytes(arm), tableBytes));
        if (!memory.isBounded() || !refill.isWanted(memory.pageCacheBytes())) {
            return;
        }
        disks.data().modelOff();
        try {
            do {
                long seed = (refill.begun() + 1) * REFILL_SEED + slot.seed();
                run(new PaperLoad.Mix(slot.readPercent(), SETTLE_SECONDS, 0, seed), RunListener.NONE);
            } while (refill.isWanted(memory.pageCacheBytes()));
        } finally {
            disks.data().modelOn();
        }
    }

    private SlotResult measure(Slot slot, double offeredPerSecond, Optional<ReadTrace> trace)
            throws IOException, InterruptedException {
        List<Double> perSecond = new ArrayList<>();
        long pageCacheBefore = memory.pageCacheBytes();
        CounterReading tierBefore = CounterReading.read(jmx);
        RowCacheCounters rowsBefore = RowCacheCounters.read(verbs, jmx);
        DiskReading disksBefore = DiskReading.of(disks);
        long nodeCpuBefore = verbs.cpuNanos();
        CpuClock machineBefore = CpuClock.now();
        RunResult result = run(
                new PaperLoad.Mix(slot.readPercent(), setup.scale().slotSeconds(), offeredPerSecond, slot.seed()),
                interval -> perSecond.add(interval.requestsPerSecond()));
        RowCacheCounters rows = RowCacheCounters.read(verbs, jmx).since(rowsBefore);
        SlotResult.DiskUse diskUse = DiskReading.of(disks)
                .since(disksBefore, result.requests(), result.seconds(), tableBytes)
                .with(diskReads(trace, result.requests()), ssdBytes());
        return new SlotResult(
                slot,
                null,
                result.seconds(),
                result.requestsPerSecond(),
                offeredPerSecond,
                Latency.of(result.of(OperationType.READ).responseMicros()),
                Latency.of(result.of(OperationType.UPDATE).responseMicros()),
                hits(rows, tierBefore),
                diskUse,
                memoryUse(pageCacheBefore),
                new SlotResult.CpuUse(
                        (verbs.cpuNanos() - nodeCpuBefore) / (result.seconds() * TimeUnit.SECONDS.toNanos(1)),
                        CpuClock.now().busySince(machineBefore),
                        RunFacts.loadAverage()),
                perSecond);
    }

    private @Nullable DiskReads diskReads(Optional<ReadTrace> trace, long requests) throws IOException {
        if (trace.isEmpty()) {
            return null;
        }
        double sstables = verbs.tableMean(PaperLoad.TABLE, "SSTablesPerReadHistogram");
        return trace.get()
                .end()
                .map(reads -> DiskReads.of(reads, requests, sstables))
                .orElse(null);
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

    private RunResult run(PaperLoad.Mix mix, RunListener listener) throws IOException, InterruptedException {
        return (mix.perSecond() > 0 ? loadAtARate : load).latest(mix, listener);
    }

    private SlotResult.MemoryUse memoryUse(long pageCacheBefore) throws IOException {
        MemoryUsage heap = verbs.heap();
        return new SlotResult.MemoryUse(
                pageCacheBefore,
                memory.pageCacheBytes(),
                memory.processBytes(),
                cachedRows(),
                ssdRows(),
                heap.getCommitted(),
                heap.getUsed());
    }

    private SlotResult.Hits hits(RowCacheCounters rows, CounterReading before) throws IOException {
        CounterReading passed = CounterReading.read(jmx).since(before);
        HitShares shares = HitShares.of(rows, HitShares.late(passed), passed.count(HitShares.OUTAGES));
        return new SlotResult.Hits(
                shares.memory(),
                shares.ssd(),
                rows.hitRatio(),
                shares.late(),
                shares.outages(),
                passed.count(HitShares.DROPPED));
    }

    private long ssdBytes() throws IOException {
        long bytes = 0;
        for (Path directory : List.of(tierDirectory(arm, disks), keyIndexDirectory(arm, disks))) {
            bytes += Files.exists(directory) ? FileTree.bytes(directory) : 0;
        }
        return bytes;
    }

    private static Path tierDirectory(Arm arm, Disks disks) {
        return disks.cache().mountPoint().resolve(arm.name());
    }

    private static Path keyIndexDirectory(Arm arm, Disks disks) {
        return disks.cache().mountPoint().resolve(arm.name() + "-keys");
    }

    private long cachedRows() throws IOException {
        return jmx.hasTier() ? CounterReading.read(jmx).count("memoryEntries") : verbs.rowCacheEntries();
    }

    private long ssdRows() throws IOException {
        return CounterReading.read(jmx).count("entries");
    }

    private static long elapsedSeconds(long beginNanos) {
        return TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - beginNanos);
    }

    private static String mebibytes(long bytes) {
        return (bytes >> 20) + "MiB";
    }

    /** Stops the node and waits until it ends, after which its disks can be taken down. */
    @Override
    public void close() throws IOException {
        try {
            if (node.isAlive()) {
                jmx.close();
            }
        } finally {
            node.kill();
            memory.close();
        }
    }
}
