package org.ssdtier.benchmarks.load;

import com.datastax.oss.driver.api.core.CqlSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.ssdtier.benchmarks.node.HomeMarker;
import org.ssdtier.benchmarks.node.NodeJmx;
import org.ssdtier.benchmarks.node.NodePorts;
import org.ssdtier.benchmarks.node.NodeProcess;
import org.ssdtier.benchmarks.node.NodeSettings;
import org.ssdtier.benchmarks.node.RowCacheKind;

/** A fresh node for one measurement, with a session and a JMX connection. Its directory is emptied first. */
public final class ScratchNode implements AutoCloseable {
    private final RowCacheKind kind;
    private final NodeProcess node;
    private final CqlSession session;
    private final NodeJmx jmx;
    private boolean isStopped;

    private ScratchNode(RowCacheKind kind, NodeProcess node, CqlSession session, NodeJmx jmx) {
        this.kind = kind;
        this.node = node;
        this.session = session;
        this.jmx = jmx;
    }

    /**
     * Starts a node on free ports; a stock one unless the kind is ssdtier.
     *
     * @param directory directory of the node; deleted with its contents if it was a node's
     * @param settings function that adds to the node's settings
     */
    public static ScratchNode start(Path directory, RowCacheKind kind, UnaryOperator<NodeSettings.Builder> settings)
            throws IOException {
        delete(directory);
        NodeSettings.Builder builder = NodeSettings.in(directory)
                .stock(kind != RowCacheKind.SSDTIER)
                .rowCache(kind)
                .ports(NodePorts.free())
                .yaml("auto_snapshot", "false");
        NodeProcess node = NodeProcess.start(settings.apply(builder).build());
        try {
            return connected(kind, node);
        } catch (IOException | RuntimeException e) {
            closeAfter(e, node);
            throw e;
        }
    }

    private static ScratchNode connected(RowCacheKind kind, NodeProcess node) throws IOException {
        NodeJmx jmx = node.jmx();
        try {
            return new ScratchNode(kind, node, node.session(), jmx);
        } catch (IOException | RuntimeException e) {
            closeAfter(e, jmx);
            throw e;
        }
    }

    private static void closeAfter(Exception failure, AutoCloseable resource) {
        try {
            resource.close();
        } catch (Exception e) {
            failure.addSuppressed(e);
        }
    }

    /** Returns the kind of row cache it runs. */
    public RowCacheKind kind() {
        return kind;
    }

    /** Returns the node's process. */
    public NodeProcess node() {
        return node;
    }

    /** Returns the session, which is closed with this object. */
    public CqlSession session() {
        return session;
    }

    /** Returns the JMX connection, which is closed with this object. */
    public NodeJmx jmx() {
        return jmx;
    }

    /** Creates a keyspace with one replica. */
    public void createKeyspace(String name) {
        session.execute(
                "CREATE KEYSPACE " + name + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
    }

    /** Stops the node as an operator would; its data is kept until {@link #close}. */
    public void stop() throws IOException {
        isStopped = true;
        session.close();
        jmx.close();
        node.stop();
    }

    /**
     * Restarts a node that was killed or stopped, and reconnects the JMX connection. The session reconnects by itself a
     * little later.
     */
    public void restart() throws IOException {
        node.restart();
        jmx.reconnect();
    }

    /** Kills the node and deletes its data; its configuration and logs remain until the next node is started there. */
    @Override
    public void close() throws IOException {
        try {
            if (!isStopped) {
                session.close();
                closeJmx();
            }
        } finally {
            node.kill();
        }
        Path home = node.home().directory();
        for (String bulky : new String[] {"data", "ssd_row_cache", "import", "lib"}) {
            FileTree.delete(home.resolve(bulky));
        }
    }

    /** Closes the JMX connection; that of a killed node cannot be closed and does not need to be. */
    private void closeJmx() throws IOException {
        if (node.isAlive()) {
            jmx.close();
        }
    }

    private static void delete(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        if (!HomeMarker.isHome(directory)) {
            try (Stream<Path> content = Files.list(directory)) {
                if (content.findAny().isPresent()) {
                    throw new IOException(
                            "directory=" + directory + ": not empty and not a node's; choose another directory");
                }
            }
        }
        FileTree.delete(directory);
    }
}
