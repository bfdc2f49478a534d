package org.ssdtier.benchmarks.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.brief.DriveUse;
import org.ssdtier.benchmarks.brief.HitShares;
import org.ssdtier.benchmarks.brief.NodeDriveUse;
import org.ssdtier.benchmarks.device.Device;
import org.ssdtier.benchmarks.device.DeviceRegistry;
import org.ssdtier.benchmarks.device.DeviceRequest;
import org.ssdtier.benchmarks.load.CounterReading;
import org.ssdtier.benchmarks.load.DirectCopy;
import org.ssdtier.benchmarks.load.FileTree;
import org.ssdtier.benchmarks.load.NodeVerbs;
import org.ssdtier.benchmarks.load.PaperLoad;
import org.ssdtier.benchmarks.node.NodeJmx;
import org.ssdtier.benchmarks.node.NodeSettings;
import org.ssdtier.benchmarks.node.RowCacheKind;
import org.ssdtier.benchmarks.ring.DrivenNode;
import org.ssdtier.benchmarks.ring.Ring;

/**
 * One of the four nodes of an arm: with drives for its SSTables and its commit log, a limit of its page cache, and, in
 * the arm with a tier, an SSD for it.
 */
final class ClusterMember implements Ring.Member, AutoCloseable {
    private static final double CACHE_ROOM = 1.2;
    private static final long LEAST_CACHE_BYTES = 256L << 20;
    private static final String MUTATIONS =
            "org.apache.cassandra.metrics:type=ThreadPools,path=request," + "scope=MutationStage,name=";

    /** The page cache left before a warm-up. */
    private static final long EMPTY_PAGE_CACHE_BYTES = 16L << 20;

    private final ClusterArm arm;
    private final NodeMemory sizes;
    private final int number;
    private final DrivenNode node;
    private final Device data;
    private final @Nullable Device cache;
    /** The outages of the SSD tier before the last restore. */
    private long outagesBefore;

    private ClusterMember(
            ClusterArm arm, NodeMemory sizes, int number, DrivenNode node, Device data, @Nullable Device cache) {
        this.arm = arm;
        this.sizes = sizes;
        this.number = number;
        this.node = node;
        this.data = data;
        this.cache = cache;
    }

    /** Makes the drives and the memory group of a node; does not start it. */
    static ClusterMember prepare(ClusterArm arm, ClusterPlan plan, int number, DeviceRegistry host) throws IOException {
        String name = "cluster-" + (number + 1);
        NodeMemory sizes = plan.memory(arm);
        DrivenNode node = new DrivenNode(name, host);
        try {
            Device data = node.addDrive(DeviceRequest.of(
                    name + "-data",
                    host.profile(arm.profile).dilated(plan.scale().dilation()),
                    arm.drives,
                    plan.scale().diskBytes()));
            Device cache = null;
            if (arm.hasTier()) {
                long bytes = LEAST_CACHE_BYTES + Math.round(sizes.ssdBytes() * CACHE_ROOM);
                cache = node.addDrive(DeviceRequest.of(
                        name + "-cache",
                        host.profile(ClusterArm.SOLID_STATE)
                                .dilated(plan.scale().dilation()),
                        1,
                        bytes));
            }
            return new ClusterMember(arm, sizes, number, node, data, cache);
        } catch (IOException | RuntimeException e) {
            node.close();
            throw e;
        }
    }

    /** Starts the node and waits until it responds to clients. */
    void start(MemberSettings settings, Path homes) throws IOException {
        Path home = homes.resolve(node.name());
        FileTree.delete(home);
        NodeSettings.Builder builder = settings.of(number, home)
                .stock(!arm.hasTier())
                .rowCache(arm.hasTier() ? RowCacheKind.SSDTIER : RowCacheKind.NONE)
                .moreCompilerThreads()
                // a heap that grows later would take memory from a limited page cache
                .jvmOption("-XX:+AlwaysPreTouch")
                .yaml("file_cache_size", "32MiB")
                .yaml("data_file_directories", "[" + quoted(data.mountPoint().resolve("data")) + "]")
                .yaml("commitlog_directory", quoted(data.mountPoint().resolve("commitlog")))
                .yaml("row_cache_size", mebibytes(sizes.rowCacheBytes()));
        if (arm.hasTier()) {
            Path place = Objects.requireNonNull(cache).mountPoint().resolve("row_cache");
            builder.yaml("ssd_row_cache.directory", quoted(place))
                    .yaml("ssd_row_cache.size", mebibytes(sizes.ssdBytes()))
                    .yaml("ssd_row_cache.index_memory", mebibytes(sizes.indexBytes()))
                    .yaml("ssd_row_cache.segment_size", mebibytes(sizes.segmentBytes()))
                    .yaml(
                            "ssd_row_cache.read_timeout",
                            settings.plan().scale().time().readTimeout())
                    .yaml("ssd_row_cache.max_row_size", "128KiB");
        }
        node.start(builder);
    }

    private static String quoted(Path path) {
        return "\"" + path + "\"";
    }

    private static String mebibytes(long bytes) {
        return (bytes >> 20) + "MiB";
    }

    /**
     * Imports the node's SSTables of a snapshot into the table, which is empty. All caches of the node are empty then,
     * and the tier's admission has forgotten the keys of the cells before.
     */
    void restore(ClusterDataset dataset) throws IOException, InterruptedException {
        Path incoming = data.mountPoint().resolve("incoming");
        FileTree.delete(incoming);
        Files.createDirectories(incoming);
        for (Path file : dataset.files(number)) {
            DirectCopy.copy(file, incoming.resolve(file.getFileName()));
        }
        verbs().importSSTables(PaperLoad.TABLE, incoming, false);
        FileTree.delete(incoming);
        verbs().awaitCompactions();
        if (arm.hasTier()) {
            verbs().invalidateRowCache();
        }
        node.emptyPageCache(EMPTY_PAGE_CACHE_BYTES);
        outagesBefore = CounterReading.read(node.jmx()).count(HitShares.OUTAGES);
    }

    /** Turns the models of the drives on, or off for restore and warm-up. */
    void slow(boolean on) throws IOException {
        node.slow(on);
    }

    /** Limits the page cache to the plan's until {@link #liftMemory}. */
    void limitMemory() throws IOException {
        node.limitMemory(sizes.pageCacheBytes());
    }

    /** Ends {@link #limitMemory}. */
    void liftMemory() throws IOException {
        node.liftMemory();
    }

    /** Returns the number of writes that this replica has received and not applied. */
    long pendingWrites() throws IOException {
        NodeJmx jmx = node.jmx();
        return (long) (jmx.metric(MUTATIONS + "PendingTasks") + jmx.metric(MUTATIONS + "ActiveTasks"));
    }

    /** Returns the current counters. */
    Reading read() throws IOException {
        return new Reading(
                DriveUse.Reading.of(data),
                cache == null ? null : DriveUse.Reading.of(cache),
                ReplicaCounters.read(verbs(), node.jmx()),
                HitShares.late(CounterReading.read(node.jmx())),
                verbs().cpuNanos());
    }

    /**
     * The counters of a node at one moment.
     *
     * @param data drives of SSTables and commit log
     * @param cache drive of the SSD tier; null without one
     * @param replicas reads and repairs
     * @param late reads that the SSD tier gave up or did not begin
     * @param cpuNanos CPU time of the node's JVM
     */
    record Reading(
            DriveUse.Reading data,
            DriveUse.@Nullable Reading cache,
            ReplicaCounters replicas,
            long late,
            long cpuNanos) {
        /** Returns the use of the drives since an earlier reading, for each of a number of operations. */
        NodeDriveUse drivesSince(Reading earlier, double operations) {
            DriveUse ofCache =
                    cache == null || earlier.cache == null ? DriveUse.NONE : cache.since(earlier.cache, operations);
            return new NodeDriveUse(data.since(earlier.data, operations), DriveUse.NONE, ofCache);
        }
    }

    /** Returns the memory charged to the node. */
    CellResult.Memory memory() throws IOException {
        return new CellResult.Memory(node.pageCacheBytes(), node.processBytes());
    }

    /** Returns the rows that the SSD tier has dropped because its writes lagged. */
    long dropped() throws IOException {
        return CounterReading.read(node.jmx()).count(HitShares.DROPPED);
    }

    /** Returns the outages of the SSD tier since the last restore. */
    long outages() throws IOException {
        return CounterReading.read(node.jmx()).count(HitShares.OUTAGES) - outagesBefore;
    }

    boolean isAlive() {
        return node.isAlive();
    }

    /** Returns whether the process has ended after a complete start. */
    boolean hasEnded() {
        return node.hasEnded();
    }

    /** Returns the last lines of the node's log. */
    String lastWords() {
        return node.lastWords();
    }

    @Override
    public String name() {
        return node.name();
    }

    @Override
    public NodeJmx jmx() {
        return node.jmx();
    }

    /** Returns the commands of nodetool for the table's keyspace. */
    NodeVerbs verbs() {
        return node.verbs(PaperLoad.KEYSPACE);
    }

    DrivenNode node() {
        return node;
    }

    /** Kills the node, whose data is not needed any more, and takes down its drives and its memory group. */
    @Override
    public void close() throws IOException {
        node.close();
    }
}
