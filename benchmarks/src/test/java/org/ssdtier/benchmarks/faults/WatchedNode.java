package org.ssdtier.benchmarks.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import org.ssdtier.benchmarks.node.NodeJmx;
import org.ssdtier.benchmarks.node.NodeProcess;
import org.ssdtier.benchmarks.node.NodeSettings;
import org.ssdtier.segmentlog.checks.Polling;

/** A node with a session, a JMX connection, and access to its log since its last start. */
final class WatchedNode implements AutoCloseable {
    private static final String STORAGE_BEAN = "org.apache.cassandra.db:type=StorageService";

    private NodeProcess node;
    private CqlSession session;
    private NodeJmx jmx;
    private long logStart;

    private WatchedNode(NodeProcess node, long logStart) throws IOException {
        this.node = node;
        this.session = node.session();
        this.jmx = node.jmx();
        this.logStart = logStart;
    }

    static WatchedNode start(NodeSettings settings) throws IOException {
        return new WatchedNode(NodeProcess.start(settings), 0);
    }

    NodeProcess node() {
        return node;
    }

    CqlSession session() {
        return session;
    }

    NodeJmx jmx() {
        return jmx;
    }

    long figure(String name) throws IOException {
        return jmx.tierStatistics().get(name);
    }

    /** Returns the state if JMX and the virtual table agree, otherwise {@code changing}. */
    String state() throws IOException {
        String state = jmx.tierState();
        Row row = session.execute("SELECT value FROM system_ssdtier.status WHERE name = 'state'")
                .one();
        return row != null && state.equals(row.getString("value")) ? state : "changing";
    }

    void awaitState(String wanted) throws IOException {
        Polling.until("state " + wanted, () -> wanted.equals(state()));
    }

    /** Returns the number of nodes to which the session is connected. */
    long coordinators() {
        return session.getMetadata().getNodes().values().stream()
                .filter(coordinator -> coordinator.getOpenConnections() > 0)
                .count();
    }

    /** Waits until the node considers this number of nodes alive, including itself. */
    void awaitLiveNodes(int count) throws IOException {
        Polling.value(
                "live nodes",
                () -> ((List<?>) jmx.attribute(STORAGE_BEAN, "LiveNodesWithPort")).size(),
                found -> found == count);
    }

    /** Waits for a WARN of the tier that contains a text, and checks that it was logged once. */
    void awaitOneWarning(String text) throws IOException {
        Polling.until("WARN with " + text, () -> !warnings(text).isEmpty());
        assertEquals(1, warnings(text).size(), () -> "WARN with " + text);
    }

    /** Returns the tier's WARNs since the last start that contain a text. */
    List<String> warnings(String text) throws IOException {
        byte[] log = Files.readAllBytes(node.home().logFile());
        return new String(log, (int) logStart, log.length - (int) logStart, StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.startsWith("WARN") && line.matches(".* - (Row cache|directory=).*"))
                .filter(line -> line.contains(text))
                .toList();
    }

    void stop() throws IOException {
        disconnect();
        node.stop();
    }

    void kill() throws IOException {
        disconnect();
        node.kill();
    }

    /** Starts the stopped node again. */
    void start() throws IOException {
        logStart = Files.size(node.home().logFile());
        node.restart();
        connect();
    }

    /** Starts the stopped node again with other settings in the same directory. */
    void startAs(NodeSettings settings) throws IOException {
        logStart = Files.size(node.home().logFile());
        node = NodeProcess.start(settings);
        connect();
    }

    /** Kills the node: what a stop would write is not read any more. */
    @Override
    public void close() throws IOException {
        disconnect();
        node.kill();
    }

    private void connect() throws IOException {
        session = node.session();
        jmx = node.jmx();
    }

    private void disconnect() throws IOException {
        session.close();
        jmx.close();
    }
}
