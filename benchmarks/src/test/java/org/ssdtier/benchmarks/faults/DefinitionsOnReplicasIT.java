package org.ssdtier.benchmarks.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.benchmarks.load.NodeVerbs;
import org.ssdtier.benchmarks.node.NodePorts;
import org.ssdtier.benchmarks.node.NodeSettings;
import org.ssdtier.benchmarks.node.SmallTier;
import org.ssdtier.segmentlog.checks.Polling;

/**
 * Tests of schema changes with three replicas: statements prepared before a change keep the former table definition,
 * and each replica has its own copy of every definition.
 */
@Tag("integration")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class DefinitionsOnReplicasIT {
    private static final int KEYS = 20;
    private static final int ROWS = 12;
    private static final int FEW = 5;
    private static final int PASSES = 10;
    private static final List<String> TOKENS = List.of("-6148914691236517205", "0", "6148914691236517205");

    private final List<WatchedNode> nodes = new ArrayList<>();
    private final List<Node> coordinators = new ArrayList<>();
    private CqlSession session;

    /** The look-ups of a table as counted by a replica. */
    private record Lookups(long hits, long misses, int layouts) {
        Lookups since(Lookups before) {
            return new Lookups(hits - before.hits, misses - before.misses, layouts - before.layouts);
        }
    }

    /** The expected counts for one read of every key. */
    private record Expected(long misses, long publishes) {}

    /** Starts one node, then the others simultaneously; no node has rows yet. */
    @BeforeAll
    void start(@TempDir Path directory) throws IOException {
        List<NodePorts> ports = List.of(NodePorts.free(), NodePorts.free(), NodePorts.free());
        nodes.add(WatchedNode.start(settings(directory, 0, ports).build()));
        String seed = ports.get(0).address() + ":" + ports.get(0).storage();
        List<CompletableFuture<WatchedNode>> others = new ArrayList<>();
        for (int number = 1; number < TOKENS.size(); number++) {
            NodeSettings settings =
                    settings(directory, number, ports).seeds(seed).build();
            others.add(CompletableFuture.supplyAsync(() -> started(settings)));
        }
        others.forEach(other -> nodes.add(other.join()));
        session = nodes.get(0).session();
        Polling.value("coordinators", nodes.get(0)::coordinators, found -> found == TOKENS.size());
        for (WatchedNode node : nodes) {
            node.awaitLiveNodes(TOKENS.size());
        }
        ports.forEach(one -> coordinators.add(coordinator(one)));
        change("CREATE KEYSPACE replicas WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 3}");
    }

    @AfterAll
    void stop() throws IOException {
        for (int number = nodes.size() - 1; number >= 0; number--) {
            nodes.get(number).close();
        }
    }

    @Test
    void alterCaching_oldStatements_fillTheCacheOfEveryReplicaAndAreAnsweredFromIt() throws IOException {
        create("kv", "key int PRIMARY KEY, value text", "NONE");
        create("wide", "key int, c int, value text, PRIMARY KEY (key, c)", "NONE");
        write("kv", 1);
        write("wide", ROWS);
        PreparedStatement ofKv = session.prepare("SELECT * FROM replicas.kv WHERE key = ?");
        PreparedStatement ofWide = session.prepare("SELECT * FROM replicas.wide WHERE key = ?");
        PreparedStatement tail = session.prepare("SELECT * FROM replicas.wide WHERE key = ? AND c >= " + (ROWS - 1));
        PreparedStatement few = session.prepare("SELECT * FROM replicas.wide WHERE key = ? LIMIT " + FEW);
        for (Node coordinator : coordinators) {
            read(ofKv, coordinator, 1);
            read(ofWide, coordinator, ROWS);
        }
        cache("kv", "10");
        cache("wide", "10");
        for (int number = 0; number < nodes.size(); number++) {
            check(number, "kv", ofKv, 1, KEYS);
            check(number, "kv", ofKv, 1, 0);
            check(number, "wide", few, FEW, KEYS);
            check(number, "wide", few, FEW, 0);
            check(number, "wide", ofWide, ROWS, 0); // the first rows are read from the image, the others from the disk
            checkUncovered(number, "wide", tail, 1);
        }
        cache("kv", "ALL");
        cache("wide", "ALL");
        for (int number = 0; number < nodes.size(); number++) {
            check(number, "kv", ofKv, 1, KEYS);
            check(number, "wide", ofWide, ROWS, KEYS);
            check(number, "kv", ofKv, 1, 0);
            check(number, "wide", ofWide, ROWS, 0);
            check(number, "wide", few, FEW, 0);
            check(number, "wide", tail, 1, 0);
            check(number, "wide", session.prepare("SELECT c FROM replicas.wide WHERE key = ?"), ROWS, 0);
            assertEquals(0, nodes.get(number).figure("errors"));
        }
    }

    /**
     * Two equal definitions are in use after the change: the replica's own, and that of the reads sent by other
     * coordinators.
     */
    @Test
    void changeElsewhereInTheKeyspace_noReplicaMakesALayoutAnew() throws IOException {
        create("steady", "key int, c int, value text, PRIMARY KEY (key, c)", "ALL");
        write("steady", FEW);
        PreparedStatement old = session.prepare("SELECT * FROM replicas.steady WHERE key = ?");
        coordinators.forEach(coordinator -> read(old, coordinator, FEW));
        long before = nanosPerRead(old, old);
        List<Lookups> made = lookups("steady");
        change("CREATE TABLE replicas.elsewhere (key int PRIMARY KEY)");
        change("ALTER TABLE replicas.elsewhere ADD value text");
        PreparedStatement fresh = session.prepare("SELECT c, value FROM replicas.steady WHERE key = ?");
        long after = nanosPerRead(old, fresh);
        System.out.println("ns per read of three replicas: " + before + ", after changes elsewhere " + after);
        int reads = 2 * PASSES * KEYS * coordinators.size();
        for (int number = 0; number < nodes.size(); number++) {
            Lookups since = lookups("steady").get(number).since(made.get(number));
            assertEquals(new Lookups(reads, 0, 0), since, "node " + number);
        }
    }

    /**
     * Reads all replicas through every coordinator in turn, with two statements in turn; returns the mean time in ns.
     */
    private long nanosPerRead(PreparedStatement one, PreparedStatement other) {
        long startNanos = System.nanoTime();
        int reads = 0;
        for (int pass = 0; pass < PASSES; pass++) {
            for (int key = 0; key < KEYS; key++) {
                for (Node coordinator : coordinators) {
                    for (PreparedStatement statement : List.of(one, other)) {
                        BoundStatement all = statement.bind(key).setConsistencyLevel(DefaultConsistencyLevel.ALL);
                        assertEquals(
                                FEW,
                                session.execute(all.setNode(coordinator)).all().size());
                        reads++;
                    }
                }
            }
        }
        return (System.nanoTime() - startNanos) / reads;
    }

    /** Reads every key once; the keys that miss are cached afterwards. */
    private void check(int number, String table, PreparedStatement statement, int rows, int misses) throws IOException {
        check(number, table, statement, rows, new Expected(misses, misses));
    }

    /** Reads every key once with a statement that the image does not cover: no hits, and the image is kept. */
    private void checkUncovered(int number, String table, PreparedStatement statement, int rows) throws IOException {
        check(number, table, statement, rows, new Expected(KEYS, 0));
    }

    /**
     * Reads every key once, and checks the counters of the replica's virtual table, of JMX, and of Cassandra's own row
     * cache.
     */
    private void check(int number, String table, PreparedStatement statement, int rows, Expected expected)
            throws IOException {
        WatchedNode node = nodes.get(number);
        String when = "node " + number + " " + table + ": " + statement.getQuery();
        Lookups before = lookups(number, table);
        long published = node.figure("publishes");
        long requests = rowCache(node, "Requests");
        long hits = rowCache(node, "Hits");
        read(statement, coordinators.get(number), rows);
        long answered = KEYS - expected.misses;
        assertEquals(
                new Lookups(answered, expected.misses, 0),
                lookups(number, table).since(before),
                when);
        assertEquals(expected.publishes, node.figure("publishes") - published, when);
        assertEquals(KEYS, rowCache(node, "Requests") - requests, when);
        assertEquals(answered, rowCache(node, "Hits") - hits, when);
    }

    private static long rowCache(WatchedNode node, String metric) throws IOException {
        return (long) node.jmx().cacheMetric("RowCache", metric);
    }

    private void read(PreparedStatement statement, Node coordinator, int rows) {
        for (int key = 0; key < KEYS; key++) {
            BoundStatement read = statement.bind(key).setConsistencyLevel(DefaultConsistencyLevel.ONE);
            assertEquals(rows, session.execute(read.setNode(coordinator)).all().size(), "key=" + key);
        }
    }

    private List<Lookups> lookups(String table) {
        List<Lookups> all = new ArrayList<>();
        for (int number = 0; number < nodes.size(); number++) {
            all.add(lookups(number, table));
        }
        return all;
    }

    private Lookups lookups(int number, String table) {
        Row row = session.execute(SimpleStatement.newInstance(
                                "SELECT * FROM system_ssdtier.tables WHERE keyspace_name = 'replicas' AND table_name = ?",
                                table)
                        .setNode(coordinators.get(number)))
                .one();
        return row == null
                ? new Lookups(0, 0, 0)
                : new Lookups(
                        row.getLong("memory_hits") + row.getLong("pending_hits") + row.getLong("ssd_hits"),
                        row.getLong("misses"),
                        row.getInt("layouts"));
    }

    private void create(String table, String columns, String rows) throws IOException {
        change("CREATE TABLE replicas." + table + " (" + columns + ") WITH " + caching(rows)
                + " AND read_repair = 'NONE' AND speculative_retry = 'NEVER'"
                + " AND compaction = {'class': 'SizeTieredCompactionStrategy', 'enabled': 'false'}");
    }

    private void cache(String table, String rows) throws IOException {
        change("ALTER TABLE replicas." + table + " WITH " + caching(rows));
    }

    private static String caching(String rows) {
        return "caching = {'keys': 'ALL', 'rows_per_partition': '" + rows + "'}";
    }

    private void change(String definition) throws IOException {
        // use the driver's control node: other nodes may report an old schema
        session.execute(SimpleStatement.newInstance(definition).setNode(coordinators.get(0)));
        Polling.until("schema agreement", session::checkSchemaAgreement);
    }

    /** Writes and flushes rows on every replica. */
    private void write(String table, int rows) throws IOException {
        for (int key = 0; key < KEYS; key++) {
            for (int row = 0; row < rows; row++) {
                String columns =
                        rows == 1 ? "(key, value) VALUES (" + key : "(key, c, value) VALUES (" + key + ", " + row;
                session.execute(
                        SimpleStatement.newInstance("INSERT INTO replicas." + table + " " + columns + ", 'value')")
                                .setConsistencyLevel(DefaultConsistencyLevel.ALL));
            }
        }
        for (WatchedNode node : nodes) {
            new NodeVerbs(node.jmx(), "replicas").flush(table);
        }
    }

    /**
     * Returns settings with a snitch that prefers the coordinator itself, so that a read at ONE returns that replica's
     * data.
     */
    private static NodeSettings.Builder settings(Path directory, int number, List<NodePorts> ports) throws IOException {
        Path place = directory.resolve("rackdc.properties");
        Files.writeString(place, "dc=datacenter1\nrack=rack1\n");
        return SmallTier.on(NodeSettings.in(directory.resolve("node-" + number))
                .heap("320M")
                .ports(ports.get(number))
                .yaml("initial_token", TOKENS.get(number))
                .yaml("auto_bootstrap", "false")
                .yaml("endpoint_snitch", "GossipingPropertyFileSnitch")
                .yaml("dynamic_snitch", "false")
                .yaml("hinted_handoff_enabled", "false")
                .yaml("auto_snapshot", "false")
                .jvmOption("-Dcassandra-rackdc.properties=" + place.toUri())
                .jvmOption("-Dcassandra.ring_delay_ms=2000")
                .jvmOption("-Dcassandra.skip_wait_for_gossip_to_settle=0")
                .jvmOption("-Dcassandra.shutdown_announce_in_ms=0")
                .jvmOption("-Dcassandra.superuser_setup_delay_ms=0"));
    }

    private static WatchedNode started(NodeSettings settings) {
        try {
            return WatchedNode.start(settings);
        } catch (IOException e) {
            throw new CompletionException(e);
        }
    }

    private Node coordinator(NodePorts ports) {
        return session.getMetadata().getNodes().values().stream()
                .filter(node -> node.getEndPoint().resolve().equals(ports.contactPoint()))
                .findFirst()
                .orElseThrow();
    }
}
