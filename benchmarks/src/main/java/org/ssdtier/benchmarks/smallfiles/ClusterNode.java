package org.ssdtier.benchmarks.smallfiles;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.device.Device;
import org.ssdtier.benchmarks.device.DeviceRegistry;
import org.ssdtier.benchmarks.device.DeviceRequest;
import org.ssdtier.benchmarks.device.PageCacheHold;
import org.ssdtier.benchmarks.device.ProgramMemory;
import org.ssdtier.benchmarks.load.Closing;
import org.ssdtier.benchmarks.load.NodeVerbs;
import org.ssdtier.benchmarks.node.NodeJmx;
import org.ssdtier.benchmarks.node.NodePorts;
import org.ssdtier.benchmarks.node.NodeProcess;
import org.ssdtier.benchmarks.node.NodeSettings;
import org.ssdtier.benchmarks.node.RowCacheKind;
import org.ssdtier.benchmarks.node.ToolResult;

/**
 * A node of a cluster with a drive and a memory group of its own. Its SSTables are on the drive; its commit log is on
 * the machine's own disk, because nothing is written during a measurement.
 */
final class ClusterNode implements AutoCloseable {
    private static final String HDD = "hdd-7200";
    private static final int SPINDLES = 2;
    private static final String SSD = "ssd-sata";
    private static final int LOG_LINES = 8;
    private static final String STORAGE = "org.apache.cassandra.db:type=StorageService";
    /** Tokens that give each serving node a third of the files if there is one replica; the last is the backup's. */
    private static final List<String> TOKENS =
            List.of("-6148914691236517205", "0", "6148914691236517205", "3074457345618258602");

    /** The node's part in a cluster: its number, and whether it has the tier. */
    record Role(int number, boolean hasTier) {
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
    private final List<AutoCloseable> owned = new ArrayList<>();
    private final List<Device> drives = new ArrayList<>();
    private @Nullable ProgramMemory memory;
    private @Nullable PageCacheHold hold;
    private @Nullable NodeProcess node;
    private @Nullable NodeJmx jmx;

    /** Creates the object; {@link #prepare} and {@link #start} do the rest. */
    ClusterNode(Role role, FilesScale scale) throws IOException {
        this.role = role;
        this.scale = scale;
        this.ports = NodePorts.free();
    }

    /** Makes the node's drives and memory group, and copies a data set to the drive, for {@link #importFrom}. */
    void prepare(FilesDataset dataset, DeviceRegistry host) throws IOException {
        Device data = up(host, DeviceRequest.of(role.name(), host.profile(HDD), SPINDLES, scale.nodeDiskBytes()));
        dataset.copyTo(data.mountPoint().resolve("import"));
        data.dropPageCache();
        if (role.hasTier()) {
            long bytes = 2 * scale.ssdBytes() + 64 * FilesScale.MEBIBYTE;
            up(host, DeviceRequest.of(role.name() + "-ssd", host.profile(SSD), 1, bytes));
        }
        ProgramMemory own = host.programMemory(role.name());
        owned.add(own);
        memory = own;
    }

    private Device up(DeviceRegistry host, DeviceRequest request) throws IOException {
        Device device = host.up(request);
        owned.add(device);
        drives.add(device);
        return device;
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
                .commandPrefix(memory().inside(List.of()))
                .jvmOption("-Dcassandra-rackdc.properties=" + place.toUri())
                .jvmOption("-Dcassandra.superuser_setup_delay_ms=0")
                .yaml("endpoint_snitch", "GossipingPropertyFileSnitch")
                .yaml("num_tokens", "1")
                .yaml("initial_token", TOKENS.get(role.number()))
                .yaml("auto_bootstrap", "false")
                .yaml("hinted_handoff_enabled", "false")
                .yaml("auto_snapshot", "false")
                .yaml("file_cache_size", "32MiB")
                .yaml("compaction_throughput", "0MiB/s")
                .yaml("read_request_timeout", "30s")
                .yaml("range_request_timeout", "60s")
                .yaml(
                        "data_file_directories",
                        "[\"" + drives.get(0).mountPoint().resolve("sstables") + "\"]");
        if (seed != null) {
            settings.seeds(seed.address() + ":" + seed.storage()).jvmOption("-Dcassandra.ring_delay_ms=2000");
        }
        if (role.hasTier()) {
            addTier(settings);
        }
        NodeProcess started = NodeProcess.start(settings.build());
        owned.add(started::kill);
        node = started;
        NodeJmx connection = started.jmx();
        owned.add(() -> close(started, connection));
        jmx = connection;
    }

    private void addTier(NodeSettings.Builder settings) {
        settings.rowCacheSize(mebibytes(scale.rowCacheBytes()))
                .ssdSize(mebibytes(scale.ssdBytes()))
                .yaml(
                        "ssd_row_cache.directory",
                        "\"" + drives.get(1).mountPoint().resolve("row_cache") + "\"")
                .yaml("ssd_row_cache.index_memory", mebibytes(scale.indexBytes()))
                .yaml("ssd_row_cache.segment_size", "8MiB");
    }

    /** Closes the JMX connection; that of a node that has ended cannot be closed and does not need to be. */
    private static void close(NodeProcess of, NodeJmx connection) throws IOException {
        if (of.isAlive()) {
            connection.close();
        }
    }

    private static String mebibytes(long bytes) {
        return (bytes / FilesScale.MEBIBYTE) + "MiB";
    }

    /** Moves the SSTables of the data set into the tables. */
    void importFrom(FilesDataset dataset) throws IOException {
        Path place = drives.get(0).mountPoint().resolve("import");
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
        for (Device drive : drives) {
            if (on) {
                drive.modelOn();
            } else {
                drive.modelOff();
            }
        }
    }

    /** Limits the page cache to the plan's until {@link #liftMemory}. */
    void limitMemory() throws IOException {
        endHold();
        hold = PageCacheHold.begin(memory(), scale.pageCacheBytes(role.hasTier()));
    }

    /** Ends {@link #limitMemory}. */
    void liftMemory() throws IOException {
        endHold();
        memory().liftLimit();
    }

    private void endHold() throws IOException {
        PageCacheHold open = hold;
        hold = null;
        if (open != null) {
            open.close();
        }
    }

    /** Returns the number of nodes that this node sees alive and in the ring, itself included. */
    int knownNodes() throws IOException {
        List<?> live = (List<?>) jmx().attribute(STORAGE, "LiveNodesWithPort");
        Map<?, ?> tokens = (Map<?, ?>) jmx().attribute(STORAGE, "TokenToEndpointWithPortMap");
        return Math.min(live.size(), tokens.size());
    }

    /**
     * Returns the current counters.
     *
     * @param table table with the content of files
     */
    ServedCounters counters(String table) throws IOException {
        return new ServedCounters(
                drives.get(0).counters().reads(),
                verbs().tableCounter(table, "RowCacheHit"),
                verbs().tableCounter(table, "RowCacheMiss") + verbs().tableCounter(table, "RowCacheHitOutOfRange"));
    }

    boolean isAlive() {
        return node != null && node.isAlive();
    }

    /** Returns the last lines of the node's log. */
    String lastWords() {
        try {
            return role.name() + (isAlive() ? "" : " (ended)") + ":\n"
                    + String.join("\n", process().home().logTail(LOG_LINES));
        } catch (IOException | IllegalStateException e) {
            return role.name() + ": its log cannot be read: " + e.getMessage();
        }
    }

    NodePorts ports() {
        return ports;
    }

    Role role() {
        return role;
    }

    /** Returns the node's process. */
    NodeProcess process() {
        return required(node);
    }

    private NodeVerbs verbs() {
        return new NodeVerbs(jmx(), FilesLoad.KEYSPACE);
    }

    private NodeJmx jmx() {
        return required(jmx);
    }

    private ProgramMemory memory() {
        return required(memory);
    }

    private <T> T required(@Nullable T part) {
        if (part == null) {
            throw new IllegalStateException("node=" + role.name() + ": not started");
        }
        return part;
    }

    /** Ends the node, then takes down its drives and its memory group. */
    @Override
    public void close() throws IOException {
        List<AutoCloseable> reversed = new ArrayList<>(owned);
        Collections.reverse(reversed);
        owned.clear();
        reversed.add(0, this::endHold);
        Closing.all(reversed);
    }
}
