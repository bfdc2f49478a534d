package org.ssdtier.benchmarks.rolling;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.ssdtier.benchmarks.load.Closing;
import org.ssdtier.benchmarks.load.FileTree;
import org.ssdtier.benchmarks.node.HomeMarker;
import org.ssdtier.benchmarks.node.NodePorts;
import org.ssdtier.benchmarks.node.NodeSettings;

/** Three nodes with a third of the ring each; they start as stock Cassandra. */
final class RollingCluster implements AutoCloseable {
    private static final List<String> TOKENS = List.of("-6148914691236517205", "0", "6148914691236517205");
    private static final long PATIENCE_SECONDS = 120;
    private static final long POLL_MILLIS = 200;

    private final List<RollingNode> nodes = new ArrayList<>();

    private RollingCluster() {}

    /** Starts the first node, then the others at the same time, in directories that are emptied first. */
    static RollingCluster start(RollingOptions options) throws IOException, InterruptedException {
        List<NodePorts> ports = List.of(NodePorts.free(), NodePorts.free(), NodePorts.free());
        RollingCluster cluster = new RollingCluster();
        try {
            cluster.nodes.add(RollingNode.start(settings(options, 0, ports)));
            List<CompletableFuture<RollingNode>> others = new ArrayList<>();
            for (int number = 1; number < TOKENS.size(); number++) {
                NodeSettings settings = settings(options, number, ports);
                others.add(CompletableFuture.supplyAsync(() -> started(settings)));
            }
            cluster.add(others);
            cluster.awaitLive();
            return cluster;
        } catch (IOException | InterruptedException | RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    private static RollingNode started(NodeSettings settings) {
        try {
            return RollingNode.start(settings);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits for all starts, so that the nodes that did start are closed even if another did not. */
    private void add(List<CompletableFuture<RollingNode>> started) throws IOException {
        IOException failure = null;
        for (CompletableFuture<RollingNode> one : started) {
            try {
                nodes.add(one.join());
            } catch (CompletionException e) {
                failure = new IOException(String.valueOf(e.getCause().getMessage()), e);
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    private static NodeSettings settings(RollingOptions options, int number, List<NodePorts> ports) throws IOException {
        Path directory = options.directory().resolve("node-" + (number + 1));
        if (Files.exists(directory) && !HomeMarker.isHome(directory)) {
            throw new IOException("directory=" + directory + ": not a node's; choose another directory with --dir");
        }
        FileTree.delete(directory);
        NodePorts seed = ports.get(0);
        return NodeSettings.in(directory)
                .stock(true)
                .heap(options.heap())
                .ports(ports.get(number))
                .seeds(seed.address() + ":" + seed.storage())
                .yaml("initial_token", TOKENS.get(number))
                .yaml("auto_bootstrap", "false")
                .yaml("auto_snapshot", "false")
                .yaml("storage_compatibility_mode", "UPGRADING")
                .yaml("concurrent_reads", "16")
                .yaml("read_request_timeout", "20s")
                .yaml("write_request_timeout", "20s")
                .shortLived()
                .jvmOption("-Dcassandra.ring_delay_ms=2000")
                .jvmOption("-Dcassandra.superuser_setup_delay_ms=0")
                .build();
    }

    List<RollingNode> nodes() {
        return List.copyOf(nodes);
    }

    /** Waits until every node sees all of them alive. */
    void awaitLive() throws IOException, InterruptedException {
        long begin = System.nanoTime();
        for (int number = 0; number < nodes.size(); number++) {
            while (nodes.get(number).liveNodes() < nodes.size()) {
                if (System.nanoTime() - begin > TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS)) {
                    throw new IOException("node=" + (number + 1) + " live_nodes="
                            + nodes.get(number).liveNodes() + " expected=" + nodes.size() + ": not within "
                            + PATIENCE_SECONDS + " s");
                }
                Thread.sleep(POLL_MILLIS);
            }
        }
    }

    /** Flushes a table on the nodes that are not being changed. */
    void flush(String table) throws IOException {
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
