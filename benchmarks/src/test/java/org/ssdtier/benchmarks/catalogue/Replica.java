package org.ssdtier.benchmarks.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.loadbalancing.NodeDistance;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.ssdtier.benchmarks.node.NodeJmx;
import org.ssdtier.benchmarks.node.NodeProcess;
import org.ssdtier.benchmarks.node.NodeSettings;
import org.ssdtier.benchmarks.node.ToolResult;

/** One of two nodes, with a session that uses it as the only coordinator. */
final class Replica implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final NodeProcess node;
    private final CqlSession session;
    private final NodeJmx jmx;
    private final OperatorVerbs verbs;
    private final ProbeTables tables;
    private final TableFiles files;

    private Replica(NodeProcess node) throws IOException {
        this.node = node;
        InetSocketAddress here = node.home().ports().contactPoint();
        this.session = CqlSession.builder()
                .addContactPoint(here)
                .withLocalDatacenter("datacenter1")
                .withNodeDistanceEvaluator((other, datacenter) ->
                        other.getEndPoint().resolve().equals(here) ? NodeDistance.LOCAL : NodeDistance.IGNORED)
                .withConfigLoader(DriverConfigLoader.programmaticBuilder()
                        .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, PATIENCE)
                        .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, PATIENCE)
                        .withBoolean(DefaultDriverOption.METADATA_SCHEMA_ENABLED, false)
                        .build())
                .build();
        this.jmx = node.jmx();
        this.verbs = new OperatorVerbs(jmx);
        this.tables = new ProbeTables(session, 2);
        this.files = new TableFiles(node.home().directory());
    }

    static Replica start(NodeSettings settings) throws IOException {
        return new Replica(NodeProcess.start(settings));
    }

    OperatorVerbs verbs() {
        return verbs;
    }

    TableFiles files() {
        return files;
    }

    void create() {
        tables.create();
    }

    void replicate(int times) {
        session.execute("ALTER KEYSPACE probe WITH replication = {'class': 'SimpleStrategy', 'replication_factor': "
                + times + "}");
    }

    /** Writes and flushes rows; returns the content of the tables as read through this node. */
    List<String> write(long seed) throws IOException {
        tables.write(seed);
        verbs.shared().flush();
        return tables.content();
    }

    /**
     * Returns the content of the tables as read through this node; with two live nodes it may read from the other one.
     */
    List<String> content() {
        return tables.content();
    }

    /** Returns the content of the tables as read through this node while the other one is down. */
    List<String> contentWithout(Replica other) throws IOException {
        other.leave(this);
        List<String> content = content();
        other.comeBack(this);
        return content;
    }

    /** Makes this node appear down to the other one. */
    void leave(Replica other) throws IOException {
        verbs.stopGossip();
        other.verbs.awaitLiveNodes(1);
    }

    void comeBack(Replica other) throws IOException {
        verbs.startGossip();
        for (OperatorVerbs each : List.of(other.verbs, verbs)) {
            each.awaitLiveNodes(2);
            each.awaitNormalNodes(2);
        }
    }

    /** Returns the instance ID of the catalogue that assigned the IDs in this node's SSTables. */
    long instance() throws IOException {
        Set<Long> instances = files.instances("tags");
        if (instances.size() != 1) {
            throw new IllegalStateException("instances=" + instances);
        }
        return instances.iterator().next();
    }

    /** Returns a figure of {@code system_schema_catalogue.status}. */
    long figure(String name) {
        return session.execute("SELECT value FROM system_schema_catalogue.status WHERE name = ?", name)
                .one()
                .getLong("value");
    }

    /** Returns bytes of a table by a gauge's name. */
    long bytes(String table, String gauge) throws IOException {
        return verbs.gauge(table, gauge);
    }

    /** Repairs with nodetool, because JMX returns the outcome as a class of Cassandra. */
    void repair(String... options) throws IOException {
        List<String> verb = new ArrayList<>(List.of("repair"));
        verb.addAll(List.of(options));
        verb.add(ProbeTables.KEYSPACE);
        ToolResult result = node.nodetool(verb.toArray(String[]::new));
        assertEquals(0, result.exitCode(), verb + ": " + result.output());
    }

    @Override
    public void close() throws IOException {
        session.close();
        jmx.close();
        node.close();
    }
}
