package org.ssdtier.benchmarks.rolling;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.ssdtier.benchmarks.load.Closing;
import org.ssdtier.benchmarks.load.FileTree;
import org.ssdtier.benchmarks.node.HomeMarker;
import org.ssdtier.benchmarks.node.NodePorts;
import org.ssdtier.benchmarks.node.NodeSettings;
import org.ssdtier.benchmarks.ring.QuorumLoad;
import org.ssdtier.benchmarks.ring.Ring;

/** Three nodes with a third of the ring each; they start as stock Cassandra. */
final class RollingCluster implements AutoCloseable {
    private static final List<String> TOKENS = List.of("-6148914691236517205", "0", "6148914691236517205");

    private final List<RollingNode> nodes = new ArrayList<>();

    private RollingCluster() {}

    /** Starts the first node, then the others at the same time, in directories that are emptied first. */
    static RollingCluster start(RollingOptions options) throws IOException, InterruptedException {
        List<NodePorts> ports = List.of(NodePorts.free(), NodePorts.free(), NodePorts.free());
        RollingCluster cluster = new RollingCluster();
        try {
            cluster.startNodes(options, ports);
            cluster.awaitLive();
            return cluster;
        } catch (IOException | InterruptedException | RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    /** Keeps the nodes that did start even if another did not, so that they are closed. */
    private void startNodes(RollingOptions options, List<NodePorts> ports) throws IOException {
        RollingNode[] started = new RollingNode[TOKENS.size()];
        try {
            Ring.start(
                    started.length,
                    number -> started[number] =
                            RollingNode.start("node-" + (number + 1), settings(options, number, ports)));
        } finally {
            Arrays.stream(started).filter(Objects::nonNull).forEach(nodes::add);
        }
    }

    private static NodeSettings settings(RollingOptions options, int number, List<NodePorts> ports) throws IOException {
        Path directory = options.directory().resolve("node-" + (number + 1));
        if (Files.exists(directory) && !HomeMarker.isHome(directory)) {
            throw new IOException("directory=" + directory + ": not a node's; choose another directory with --dir");
        }
        FileTree.delete(directory);
        return NodeSettings.in(directory)
                .stock(true)
                .heap(options.heap())
                .ports(ports.get(number))
                .member(ports.get(0), List.of(TOKENS.get(number)))
                .yaml("auto_snapshot", "false")
                .yaml("storage_compatibility_mode", "UPGRADING")
                .yaml("concurrent_reads", "16")
                .yaml("read_request_timeout", "20s")
                .yaml("write_request_timeout", "20s")
                .shortLived()
                .build();
    }

    List<RollingNode> nodes() {
        return List.copyOf(nodes);
    }

    /** Waits until every node sees all of them alive. */
    void awaitLive() throws IOException, InterruptedException {
        Ring.awaitComplete(nodes);
    }

    /** Returns the cluster as the load sees it. */
    QuorumLoad.Target target() throws IOException {
        return new QuorumLoad.Target(
                nodes.get(0).ports(), RollingNode.KEYSPACE, nodes.size(), this::flush, UnaryOperator.identity());
    }

    /** Flushes a table on the nodes that are not being changed. */
    private void flush(String table) throws IOException {
        for (RollingNode node : nodes) {
            node.flush(table);
        }
    }

    /** Returns the number of rows that the SSDs of all nodes have answered since their starts. */
    long ssdHits() throws IOException {
        long hits = 0;
        for (RollingNode node : nodes) {
            hits += node.ssdHits();
        }
        return hits;
    }

    @Override
    public void close() throws IOException {
        Closing.all(nodes);
    }
}
