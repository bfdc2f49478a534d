package org.ssdtier.benchmarks.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.ServerError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.benchmarks.load.NodeVerbs;
import org.ssdtier.benchmarks.node.NodeJmx;
import org.ssdtier.benchmarks.node.NodePorts;
import org.ssdtier.benchmarks.node.NodeSettings;
import org.ssdtier.benchmarks.node.SmallTier;
import org.ssdtier.benchmarks.node.ToolResult;
import org.ssdtier.segmentlog.checks.Polling;

/**
 * Tests that two replicas, one with the row cache and one running stock Cassandra, are indistinguishable.
 *
 * <p>{@code -Dssdtier.replicas.rounds=N} plays N rounds of the random history, {@code -Dssdtier.seed=N} that of a seed.
 */
@Tag("integration")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ReplicasIT {
    private static final int ROUNDS = Integer.getInteger("ssdtier.replicas.rounds", 8);
    private static final int WRITES_PER_ROUND = 40;
    private static final int STREAMED = 50;
    private static final List<String> STREAM_TABLES = List.of("target", "source");

    private static final long SEED = Long.getLong("ssdtier.seed", System.nanoTime());

    private WatchedNode cached;
    private WatchedNode stock;
    private CqlSession session;
    private Node cachedCoordinator;
    private Node stockCoordinator;
    private Path exchange;
    private int imports;

    @BeforeAll
    void start(@TempDir Path directory) throws IOException {
        exchange = directory.resolve("exchange");
        NodePorts ports = NodePorts.free();
        cached = WatchedNode.start(
                SmallTier.on(settings(directory.resolve("cached"), ports)).build());
        NodePorts second = NodePorts.free();
        stock = WatchedNode.start(settings(directory.resolve("stock"), second)
                .stock(true)
                .seeds(ports.address() + ":" + ports.storage())
                .yaml("auto_bootstrap", "false") // there are no rows yet
                .jvmOption("-Dcassandra.ring_delay_ms=2000")
                .build());
        session = cached.session();
        Polling.value("coordinators", cached::coordinators, found -> found == 2);
        for (WatchedNode node : List.of(cached, stock)) {
            node.awaitLiveNodes(2);
        }
        cachedCoordinator = coordinator(ports);
        stockCoordinator = coordinator(second);
    }

    @AfterAll
    void stop() throws IOException {
        try (WatchedNode first = cached) {
            assertTrue(first.node().isAlive());
            stock.close();
        }
    }

    /**
     * Stock's digests depend on how a partition is spread over memtables and SSTables, so one replica is compacted
     * before every sweep: the digest of an image, made of any number of SSTables, equals that of the compacted replica.
     * Where a read needs more than the image (a memtable, or rows beyond its head), it is compared with the same read
     * of the uncached table, which is done once; that of the cached table is done twice.
     */
    @Test
    void randomHistory_readsOfBothReplicasAgree_withoutReadRepair() throws IOException {
        Random random = new Random(SEED);
        CopiedTables tables = new CopiedTables(session, random);
        tables.create();
        Mismatches sum = new Mismatches(0, 0);
        long hits = cached.figure("memoryHits");
        for (int round = 0; round < ROUNDS; round++) {
            for (int write = 0; write < WRITES_PER_ROUND; write++) {
                tables.writeKeepingStatics();
            }
            boolean flushed = disturb(random, round);
            compact(stock);
            List<String> queries = tables.queries();
            for (String table : CopiedTables.CACHED) {
                String when = "seed=" + SEED + " round=" + round + " table=" + table;
                Mismatches found = sweep(tables, queries, table, when);
                if (flushed && table.equals(CopiedTables.WHOLE)) {
                    assertEquals(0, found.cached(), when);
                }
                sum = sum.plus(found);
            }
        }
        hits = cached.figure("memoryHits") - hits;
        assertTrue(hits > 1_000, "hits=" + hits);
        assertTrue(sum.cached() <= 2 * sum.plain(), "seed=" + SEED + " " + sum);
        for (int write = 0; write < 2 * WRITES_PER_ROUND; write++) {
            tables.write();
        }
        compact(stock);
        compact(cached);
        List<String> queries = tables.queries();
        for (String table : CopiedTables.CACHED) {
            assertEquals(new Mismatches(0, 0), sweep(tables, queries, table, "seed=" + SEED), "seed=" + SEED);
        }
        assertEquals(0, cached.figure("errors"));
    }

    @Test
    void streamsIntoTheCachedReplica_areSeenAtOnce() throws Exception {
        session.execute(
                "CREATE KEYSPACE streams WITH replication = " + "{'class': 'SimpleStrategy', 'replication_factor': 2}");
        for (String table : STREAM_TABLES) {
            session.execute("CREATE TABLE streams." + table + " (key int PRIMARY KEY, version int) WITH caching = "
                    + "{'keys': 'ALL', 'rows_per_partition': 'ALL'} AND read_repair = 'NONE'"
                    + " AND speculative_retry = 'NEVER'"
                    + " AND compaction = {'class': 'SizeTieredCompactionStrategy', 'enabled': 'false'}");
        }
        // Agreement of the nodes that the driver believes to be up is not enough.
        Polling.until("both nodes know the tables", () -> Stream.of(cachedCoordinator, stockCoordinator)
                .allMatch(this::knowsTables));
        write("target", 1);
        verbs(cached, "streams").flush("target");
        AtomicInteger acknowledged = new AtomicInteger(1);
        AtomicBoolean done = new AtomicBoolean();
        CompletableFuture<Long> reader = CompletableFuture.supplyAsync(() -> readUntil(done, acknowledged));
        importInto(stock, 2);
        nodetool("repair", "-full", "streams", "target");
        acknowledged.set(2);
        assertVersion(2);
        importInto(stock, 3);
        nodetool("rebuild", "-ks", "streams");
        acknowledged.set(3);
        assertVersion(3);
        importInto(cached, 4);
        acknowledged.set(4);
        assertVersion(4);
        nodetool("cleanup", "streams");
        assertVersion(4);
        done.set(true);
        assertTrue(reader.get() > STREAMED, "reads during the whole test");
    }

    /**
     * Returns settings with a snitch that prefers the coordinator itself, so that a read at ONE returns that replica's
     * data.
     */
    private static NodeSettings.Builder settings(Path directory, NodePorts ports) throws IOException {
        Path place = directory.resolveSibling(directory.getFileName() + "-rackdc.properties");
        Files.writeString(place, "dc=datacenter1\nrack=rack1\n");
        return NodeSettings.in(directory)
                .heap("384M")
                .jvmOption("-Dcassandra-rackdc.properties=" + place.toUri())
                .jvmOption("-Dcassandra.skip_wait_for_gossip_to_settle=0")
                .jvmOption("-Dcassandra.shutdown_announce_in_ms=0")
                .jvmOption("-Dcassandra.superuser_setup_delay_ms=0")
                .ports(ports)
                .yaml("hinted_handoff_enabled", "false")
                .yaml("endpoint_snitch", "GossipingPropertyFileSnitch")
                .yaml("dynamic_snitch", "false")
                .yaml("auto_snapshot", "false");
    }

    private Node coordinator(NodePorts ports) {
        return session.getMetadata().getNodes().values().stream()
                .filter(node -> node.getEndPoint().resolve().equals(ports.contactPoint()))
                .findFirst()
                .orElseThrow();
    }

    /**
     * The number of reads with different digests.
     *
     * @param plain number in one sweep over the uncached table
     * @param cached number in two sweeps over the cached table of the pair
     */
    private record Mismatches(long plain, long cached) {
        Mismatches plus(Mismatches other) {
            return new Mismatches(plain + other.plain, cached + other.cached);
        }
    }

    private Mismatches sweep(CopiedTables tables, List<String> queries, String table, String when) throws IOException {
        long before = mismatches();
        List<List<String>> plain = readAll(tables, queries, table + "_plain");
        long between = mismatches();
        assertEquals(plain, readAll(tables, queries, table), when);
        assertEquals(plain, readAll(tables, queries, table), when);
        return new Mismatches(between - before, mismatches() - between);
    }

    private void compact(WatchedNode node) throws IOException {
        verbs(node, CopiedTables.KEYSPACE).flush(CopiedTables.allTables());
        verbs(node, CopiedTables.KEYSPACE).compact(CopiedTables.allTables());
    }

    /** Flushes or compacts the cached replica in some rounds; returns whether its memtables are empty. */
    private boolean disturb(Random random, int round) throws IOException {
        boolean flushed = random.nextBoolean();
        if (flushed) {
            verbs(cached, CopiedTables.KEYSPACE).flush(CopiedTables.allTables());
        }
        if (round % 5 == 4) {
            compact(cached);
        }
        return flushed || round % 5 == 4;
    }

    private List<List<String>> readAll(CopiedTables tables, List<String> queries, String table) {
        return Stream.of(cachedCoordinator, stockCoordinator)
                .flatMap(coordinator -> queries.stream()
                        .map(query -> tables.read(query, table, coordinator, DefaultConsistencyLevel.ALL)))
                .toList();
    }

    /** Returns the number of reads with different digests on both nodes; each starts a read repair. */
    private long mismatches() throws IOException {
        long sum = 0;
        for (NodeJmx jmx : List.of(cached.jmx(), stock.jmx())) {
            sum += (long) jmx.metric("org.apache.cassandra.metrics:type=ReadRepair,name=RepairedBlocking");
        }
        return sum;
    }

    /**
     * Returns whether a node answers queries of both tables. Its {@code system_schema.tables} is no sign of that: it has
     * the rows before the node's schema has the tables, and the schema has them before their stores are open.
     */
    private boolean knowsTables(Node coordinator) {
        try {
            for (String table : STREAM_TABLES) {
                session.execute(SimpleStatement.newInstance("SELECT key FROM streams." + table + " LIMIT 1")
                        .setNode(coordinator)
                        .setConsistencyLevel(DefaultConsistencyLevel.ONE));
            }
            return true;
        } catch (InvalidQueryException | ServerError e) {
            return false;
        }
    }

    private void write(String table, int version) {
        for (int key = 0; key < STREAMED; key++) {
            session.execute(SimpleStatement.newInstance(
                            "INSERT INTO streams." + table + " (key, version) VALUES (?, ?)", key, version)
                    .setConsistencyLevel(DefaultConsistencyLevel.ALL));
        }
    }

    /** Imports a version of every row into one replica. The version reaches its row cache only through the files. */
    private void importInto(WatchedNode node, int version) throws IOException {
        write("source", version);
        verbs(node, "streams").flush("source");
        Path copies = Files.createDirectories(exchange.resolve(String.valueOf(imports++)));
        Path data = node.node().home().directory().resolve("data/data/streams");
        try (Stream<Path> files = Files.walk(data)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (file.getParent().getFileName().toString().startsWith("source-")) {
                    Files.copy(file, copies.resolve(file.getFileName()));
                }
            }
        }
        verbs(node, "streams").importSSTables("target", copies, false);
    }

    private void assertVersion(int version) {
        for (int key = 0; key < STREAMED; key++) {
            assertEquals(version, read(key), "key=" + key);
        }
    }

    /** Reads a row of the cached replica alone; a speculative retry would return the other replica's row. */
    private int read(int key) {
        return session.execute(SimpleStatement.newInstance("SELECT version FROM streams.target WHERE key = ?", key)
                        .setNode(cachedCoordinator)
                        .setConsistencyLevel(DefaultConsistencyLevel.ONE))
                .one()
                .getInt("version");
    }

    /** Reads rows to keep the images hot. Fails if a version is older than one acknowledged or seen before the read. */
    private long readUntil(AtomicBoolean done, AtomicInteger acknowledged) {
        int[] seen = new int[STREAMED];
        long reads = 0;
        while (!done.get()) {
            int key = (int) (reads++ % STREAMED);
            int least = Math.max(acknowledged.get(), seen[key]);
            int found = read(key);
            if (found < least) {
                throw new AssertionError("key=" + key + " version=" + found + ", expected " + least + " or more");
            }
            seen[key] = found;
        }
        return reads;
    }

    private void nodetool(String... command) throws IOException {
        ToolResult result = cached.node().nodetool(command);
        assertEquals(0, result.exitCode(), result.output());
    }

    private static NodeVerbs verbs(WatchedNode node, String keyspace) {
        return new NodeVerbs(node.jmx(), keyspace);
    }
}
