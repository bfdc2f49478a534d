package org.ssdtier.benchmarks.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.ssdtier.benchmarks.load.NodeVerbs;
import org.ssdtier.benchmarks.node.NodeJmx;
import org.ssdtier.segmentlog.checks.Polling;

/** The verbs of nodetool for the probe tables of a node, by JMX; a verb that does not succeed fails the test. */
final class OperatorVerbs {
    private static final String KEYSPACE = ProbeTables.KEYSPACE;
    private static final String STORAGE = "org.apache.cassandra.db:type=StorageService";
    private static final String COMPACTIONS = "org.apache.cassandra.db:type=CompactionManager";
    private static final String FAILURE_DETECTOR = "org.apache.cassandra.net:type=FailureDetector";
    private static final Pattern NORMAL = Pattern.compile("STATUS_WITH_PORT:\\d+:NORMAL");
    private static final String BOOLEAN = "boolean";
    private static final String INT = "int";
    private static final String STRING = "java.lang.String";
    private static final String STRINGS = "[Ljava.lang.String;";
    private static final String MAP = "java.util.Map";
    private static final String[] ALL = {};

    private final NodeJmx jmx;
    private final NodeVerbs verbs;

    /**
     * Creates the verbs.
     *
     * @param jmx connection, not closed by this class
     */
    OperatorVerbs(NodeJmx jmx) {
        this.jmx = jmx;
        this.verbs = new NodeVerbs(jmx, KEYSPACE);
    }

    /** Returns the verbs shared with other benchmarks. */
    NodeVerbs shared() {
        return verbs;
    }

    void verify(boolean everyRow) throws IOException {
        List<String> types = List.of(BOOLEAN, BOOLEAN, BOOLEAN, BOOLEAN, BOOLEAN, BOOLEAN, STRING, STRINGS);
        assertDone("verify", types, everyRow, true, false, false, true, false, KEYSPACE, ALL);
    }

    /** Cleans up these tables, or all if none is named. */
    void cleanup(String... tables) throws IOException {
        assertDone("forceKeyspaceCleanup", List.of(INT, STRING, STRINGS), 0, KEYSPACE, tables);
    }

    void scrub(String... tables) throws IOException {
        List<String> types = List.of(BOOLEAN, BOOLEAN, BOOLEAN, BOOLEAN, INT, STRING, STRINGS);
        assertDone("scrub", types, true, false, true, false, 0, KEYSPACE, tables);
    }

    void garbageCollect() throws IOException {
        assertDone("garbageCollect", List.of(STRING, INT, STRING, STRINGS), "CELL", 0, KEYSPACE, ALL);
    }

    /** Runs {@code nodetool upgradesstables}; {@code all} corresponds to its option {@code -a}. */
    void upgrade(boolean all) throws IOException {
        List<String> types = List.of(STRING, BOOLEAN, "long", INT, STRINGS);
        assertDone("upgradeSSTables", types, KEYSPACE, !all, Long.MAX_VALUE, 0, ALL);
    }

    void snapshot(String tag, String table) throws IOException {
        String[] entities = {KEYSPACE + "." + table};
        jmx.invoke(STORAGE, "takeSnapshot", List.of(STRING, MAP, STRINGS), tag, Map.of(), entities);
    }

    /** Switches auto-compaction on or off; if off, waits until the compactions that already run have ended. */
    void setAutoCompaction(boolean on) throws IOException {
        jmx.invoke(
                STORAGE,
                on ? "enableAutoCompaction" : "disableAutoCompaction",
                List.of(STRING, STRINGS),
                KEYSPACE,
                ALL);
        if (!on) {
            Polling.until("no compaction", () -> ((List<?>) jmx.attribute(COMPACTIONS, "Compactions")).isEmpty());
        }
    }

    void rebuild() throws IOException {
        List<String> types = List.of(STRING, STRING, STRING, STRING);
        jmx.invoke(STORAGE, "rebuild", types, null, KEYSPACE, null, null);
    }

    /** Runs {@code nodetool decommission -f}, which accepts too few replicas of Cassandra's own keyspaces. */
    void decommission() throws IOException {
        jmx.invoke(STORAGE, "decommission", List.of(BOOLEAN), true);
    }

    /** Makes the node appear down to the other nodes. */
    void stopGossip() throws IOException {
        jmx.invoke(STORAGE, "stopGossiping");
    }

    void startGossip() throws IOException {
        jmx.invoke(STORAGE, "startGossiping");
    }

    /** Waits until the node considers this number of nodes alive, including itself. */
    void awaitLiveNodes(int count) throws IOException {
        Polling.value(
                "live nodes=" + count,
                () -> ((List<?>) jmx.attribute(STORAGE, "LiveNodesWithPort")).size(),
                found -> found == count);
    }

    /**
     * Waits until the node knows this number of nodes, including itself, in normal state. A node that comes back is alive for
     * a moment before the others know its state; Cassandra then refuses to change the number of replicas.
     */
    void awaitNormalNodes(int count) throws IOException {
        Polling.value(
                "normal nodes=" + count,
                () -> NORMAL.matcher((String) jmx.attribute(FAILURE_DETECTOR, "AllEndpointStatesWithPort"))
                        .results()
                        .count(),
                found -> found == count);
    }

    /** Returns a gauge of a table, such as {@code BytesRepaired}. */
    long gauge(String table, String name) throws IOException {
        return (long) jmx.metric(
                "org.apache.cassandra.metrics:type=Table,keyspace=" + KEYSPACE + ",scope=" + table + ",name=" + name);
    }

    private void assertDone(String operation, List<String> types, Object... arguments) throws IOException {
        assertEquals(0, jmx.invoke(STORAGE, operation, types, arguments), operation);
    }
}
