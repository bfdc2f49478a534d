package org.ssdtier.benchmarks.chaos;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.ssdtier.benchmarks.load.Closing;
import org.ssdtier.benchmarks.node.CqlProbe;
import org.ssdtier.benchmarks.node.NodePorts;
import org.ssdtier.benchmarks.ring.Ring;

/** The nodes of the cluster, those that joined last at the end. */
final class ChaosCluster implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 180;
    private static final long POLL_MILLIS = 500;

    private final NodeSource source;
    private final boolean isStock;
    private final List<ChaosNode> members = new CopyOnWriteArrayList<>();
    private final RestartingCounters ssdHits = new RestartingCounters();
    private boolean hasLostSsd;
    /** True while a node joins or leaves, and after that failed: the members are not known then. */
    private boolean isUnsettled;

    private ChaosCluster(NodeSource source, boolean isStock) {
        this.source = source;
        this.isStock = isStock;
    }

    /**
     * Starts the first nodes of a cluster.
     *
     * @param isStock whether the nodes are stock Cassandra
     */
    static ChaosCluster start(NodeSource source, int nodes, boolean isStock) throws IOException, InterruptedException {
        ChaosCluster cluster = new ChaosCluster(source, isStock);
        try {
            for (int place = 0; place < nodes; place++) {
                ChaosNode node = source.node(place, true);
                node.use(isStock);
                cluster.members.add(node);
            }
            Ring.start(nodes, number -> cluster.members.get(number).start());
            cluster.awaitWhole();
            return cluster;
        } catch (IOException | InterruptedException | RuntimeException e) {
            cluster.closeAfter(e);
            throw e;
        }
    }

    private void closeAfter(Exception cause) {
        try {
            close();
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
    }

    /** Returns the nodes. */
    List<ChaosNode> members() {
        return List.copyOf(members);
    }

    /** Returns whether the nodes began as stock Cassandra. */
    boolean isStock() {
        return isStock;
    }

    /** Returns the node that the driver and the nodes meet first. */
    NodePorts contact() {
        return members.get(0).ports();
    }

    /** Starts another node and waits until it has joined. */
    ChaosNode join() throws IOException, InterruptedException {
        ChaosNode node = source.node(members.size(), false);
        node.use(isStock);
        isUnsettled = true;
        members.add(node);
        node.start();
        awaitWhole();
        isUnsettled = false;
        return node;
    }

    /** Lets the node that joined last leave. */
    void leave() throws IOException, InterruptedException {
        ChaosNode node = members.get(members.size() - 1);
        isUnsettled = true;
        node.nodetool("decommission");
        members.remove(node);
        node.close();
        awaitWhole();
        isUnsettled = false;
    }

    /** Lets the SSD of a node fail, where that is possible. */
    void breakSsd(ChaosNode node) throws IOException {
        hasLostSsd |= node.breakSsd();
    }

    /** Returns whether an SSD has failed under load. */
    boolean hasLostSsd() {
        return hasLostSsd;
    }

    /** Flushes a table on the nodes that are up. */
    void flush(String keyspace, String table) throws IOException {
        for (ChaosNode node : members) {
            node.flush(keyspace, table);
        }
    }

    /**
     * Waits until every node sees all of them alive.
     *
     * @throws IOException if one does not within three minutes
     */
    void awaitWhole() throws IOException, InterruptedException {
        for (ChaosNode node : members) {
            awaitLive(node, members.size());
        }
    }

    /**
     * Waits until a node sees a number of nodes alive, itself included.
     *
     * @throws IOException if it does not within three minutes
     */
    static void awaitLive(ChaosNode node, int wanted) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        int live = node.liveNodes();
        while (live != wanted) {
            if (System.nanoTime() - begin > TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS)) {
                throw new IOException("node=" + node.name() + " live_nodes=" + live + " expected=" + wanted
                        + ": not within " + PATIENCE_SECONDS + " s");
            }
            Thread.sleep(POLL_MILLIS);
            live = node.liveNodes();
        }
    }

    /**
     * Starts the nodes that are down, and restarts those that are of the other kind, after a fault that could not be played to its
     * end.
     *
     * @throws IOException if that fails, or a node may still be joining or leaving
     */
    void heal() throws IOException, InterruptedException {
        if (isUnsettled) {
            throw new IOException("a node may still be joining or leaving");
        }
        for (ChaosNode node : members) {
            node.use(isStock);
            node.reconnect();
            boolean isRight = node.isUp() && node.isAsChosen();
            if (!isRight || !CqlProbe.answers(node.ports().contactPoint())) {
                node.kill();
                node.start();
            }
        }
        awaitWhole();
    }

    /**
     * Returns the number of rows that the SSDs have answered since the last call, as far as nodes that are up still know: the
     * counters of a node begin with its start.
     */
    long newSsdHits() {
        long hits = 0;
        for (ChaosNode node : members) {
            if (node.isUp()) {
                try {
                    hits += ssdHits.passed(node.name(), node.ssdHits().orElse(0));
                } catch (IOException e) {
                    // a node that is ending; whether it may, the fault judges
                }
            }
        }
        return hits;
    }

    /** Returns the last lines of the logs of all nodes. */
    String lastWords() {
        return String.join("\n", members.stream().map(ChaosNode::lastWords).toList());
    }

    @Override
    public void close() throws IOException {
        List<ChaosNode> all = new ArrayList<>(members);
        members.clear();
        Closing.all(all);
    }
}
