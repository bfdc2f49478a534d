package org.ssdtier.benchmarks.smallfiles;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.device.Device;
import org.ssdtier.benchmarks.device.DeviceRegistry;
import org.ssdtier.benchmarks.device.DeviceRequest;
import org.ssdtier.benchmarks.load.NodeVerbs;
import org.ssdtier.benchmarks.node.NodeJmx;
import org.ssdtier.benchmarks.node.NodePorts;
import org.ssdtier.benchmarks.node.NodeProcess;
import org.ssdtier.benchmarks.node.NodeSettings;
import org.ssdtier.benchmarks.node.RowCacheKind;
import org.ssdtier.benchmarks.node.ToolResult;
import org.ssdtier.benchmarks.ring.DrivenNode;
import org.ssdtier.benchmarks.ring.Ring;

/**
 * A node of a cluster with a drive and a memory group of its own. Its SSTables are on the drive; its commit log is on
 * the machine's own disk, because nothing is written during a measurement.
 */
final class ClusterNode implements Ring.Member, AutoCloseable {
    /** Tokens that give each serving node a third of the files if there is one replica; the last is the backup's. */
    private static final List<String> TOKENS =
            List.of("-6148914691236517205", "0", "6148914691236517205", "3074457345618258602");

    /**
     * The node's part in a cluster.
     *
     * @param number number of the node, from 0
     * @param ssdPercent space of its SSD tier in percent of its data; 0 if it has none
     */
    record Role(int number, int ssdPercent) {
        /** Returns whether it has an SSD tier. */
        boolean hasTier() {
            return ssdPercent > 0;
        }

        /** Returns whether it is a node of the backup. */
        boolean isBackup() {
            return number == FilesScale.SERVING_NODES;
        }

        /** Returns the name of the node. */
        String name() {
            return "files-node-" + (number + 1);
        }

        /** Returns the name of the node's datacentre. */
        String datacentre() {
            return isBackup() ? FilesPlan.BACKUP : FilesPlan.SERVING;
        }
    }

    private final Role role;
    private final FilesScale scale;
    private final NodePorts ports;
    private final DrivenNode node;
    private @Nullable Device data;
    private @Nullable Device cache;

    /** Creates the object; {@link #prepare} and {@link #start} do the rest. */
    ClusterNode(Role role, FilesScale scale, DeviceRegistry host) throws IOException {
        this.role = role;
        this.scale = scale;
        this.ports = NodePorts.free();
        this.node = new DrivenNode(role.name(), host);
    }

    /** Makes the node's drives, and copies a data set to one of them, for {@link #importFrom}. */
    void prepare(FilesDataset dataset, DeviceRegistry host) throws IOException {
        Device made = node.addDrive(
                DeviceRequest.of(role.name(), host.profile(FilesArm.HDD), FilesArm.SPINDLES, scale.nodeDiskBytes()));
        data = made;
        dataset.copyTo(made.mountPoint().resolve("import"));
        made.dropPageCache();
        if (role.hasTier()) {
            long bytes = 2 * scale.ssdBytes(role.ssdPercent()) + 64 * FilesScale.MEBIBYTE;
            cache = node.addDrive(DeviceRequest.of(role.name() + "-ssd", host.profile(FilesArm.SSD), 1, bytes));
        }
    }

    /**
     * Starts the node and waits until it responds to clients.
     *
     * @param directory parent of the node's directory
     * @param seed ports of the first node; null if it is this one
     */
    void start(Path directory, @Nullable NodePorts seed) throws IOException {
        Path place = Files.createDirectories(directory).resolve(role.name() + "-rackdc.properties");
        Files.writeString(place, "dc=" + role.datacentre() + "\nrack=rack1\n");
        NodeSettings.Builder settings = NodeSettings.in(directory.resolve(role.name()))
                .stock(!role.hasTier())
                .rowCache(role.hasTier() ? RowCacheKind.SSDTIER : RowCacheKind.NONE)
                .ports(ports)
                .moreCompilerThreads()
                .heap(scale.heapMebibytes() + "M")
                .member(seed, List.of(TOKENS.get(role.number())))
                .jvmOption("-Dcassandra-rackdc.properties=" + place.toUri())
                // a heap that grows later would take memory from a limited page cache
                .jvmOption("-XX:+AlwaysPreTouch")
                .yaml("endpoint_snitch", "GossipingPropertyFileSnitch")
                .yaml("hinted_handoff_enabled", "false")
                .yaml("auto_snapshot", "false")
                .yaml("file_cache_size", "32MiB")
                .yaml("compaction_throughput", "0MiB/s")
                .yaml("read_request_timeout", "30s")
                .yaml("range_request_timeout", "60s")
                .yaml("data_file_directories", "[\"" + data().mountPoint().resolve("sstables") + "\"]");
        if (role.hasTier()) {
            addTier(settings);
        }
        node.start(settings);
    }

    private void addTier(NodeSettings.Builder settings) {
        Path place = Objects.requireNonNull(cache).mountPoint().resolve("row_cache");
        settings.rowCacheSize(mebibytes(scale.rowCacheBytes()))
                .ssdSize(mebibytes(scale.ssdBytes(role.ssdPercent())))
                .yaml("ssd_row_cache.directory", "\"" + place + "\"")
                .yaml("ssd_row_cache.index_memory", mebibytes(scale.indexBytes()))
                .yaml("ssd_row_cache.segment_size", "8MiB");
    }

    private static String mebibytes(long bytes) {
        return (bytes / FilesScale.MEBIBYTE) + "MiB";
    }

    /** Moves the SSTables of the data set into the tables. */
    void importFrom(FilesDataset dataset) throws IOException {
        Path place = data().mountPoint().resolve("import");
        for (String table : dataset.tables()) {
            verbs().importSSTables(table, place.resolve(table), false);
        }
    }

    /** Removes files of which the node is no longer a replica. */
    void cleanUp() throws IOException, InterruptedException {
        ToolResult result = process().nodetool("cleanup", FilesLoad.KEYSPACE);
        if (result.exitCode() != 0) {
            throw new IOException("node=" + role.name() + " nodetool cleanup exit=" + result.exitCode() + ": "
                    + result.output().strip());
        }
        verbs().awaitCompactions();
    }

    /** Turns the models of the drives on or off. */
    void slow(boolean on) throws IOException {
        node.slow(on);
    }

    /** Limits the page cache to the plan's until {@link #liftMemory}. */
    void limitMemory() throws IOException {
        node.limitMemory(scale.pageCacheBytes(role.hasTier()));
    }

    /** Ends {@link #limitMemory}. */
    void liftMemory() throws IOException {
        node.liftMemory();
    }

    /**
     * Returns the current counters.
     *
     * @param table table with the content of files
     */
    ServedCounters counters(String table) throws IOException {
        return new ServedCounters(
                data().counters().reads(),
                verbs().tableCounter(table, "RowCacheHit"),
                verbs().tableCounter(table, "RowCacheMiss") + verbs().tableCounter(table, "RowCacheHitOutOfRange"));
    }

    boolean isAlive() {
        return node.isAlive();
    }

    /** Returns the last lines of the node's log. */
    String lastWords() {
        return node.lastWords();
    }

    @Override
    public String name() {
        return role.name();
    }

    @Override
    public NodeJmx jmx() {
        return node.jmx();
    }

    NodePorts ports() {
        return ports;
    }

    Role role() {
        return role;
    }

    /** Returns the node's process. */
    NodeProcess process() {
        return node.process();
    }

    private NodeVerbs verbs() {
        return node.verbs(FilesLoad.KEYSPACE);
    }

    private Device data() {
        return Objects.requireNonNull(data, "prepare() was not called");
    }

    /** Ends the node, then takes down its drives and its memory group. */
    @Override
    public void close() throws IOException {
        node.close();
    }
}
