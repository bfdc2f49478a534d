package org.ssdtier.benchmarks.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.TraceEvent;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.benchmarks.load.NodeVerbs;
import org.ssdtier.benchmarks.node.NodeJmx;
import org.ssdtier.benchmarks.node.NodePorts;
import org.ssdtier.benchmarks.node.NodeProcess;
import org.ssdtier.benchmarks.node.NodeSettings;
import org.ssdtier.benchmarks.node.SmallTier;
import org.ssdtier.benchmarks.node.ToolResult;
import org.ssdtier.benchmarks.top.TopCommand;
import org.ssdtier.segmentlog.checks.Polling;
import picocli.CommandLine;

/** Tests of the operator's interfaces of one node: all views of the row cache agree, and all verbs work. */
@Tag("integration")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class OperatorIT {
    private static final int ROWS = 600;
    private static final ObjectMapper JSON = new ObjectMapper();

    private NodeProcess node;
    private CqlSession session;
    private NodeJmx jmx;

    @BeforeAll
    void start(@TempDir Path directory) throws IOException {
        NodeSettings settings = SmallTier.on(NodeSettings.in(directory.resolve("node")))
                .heap("384M")
                .ports(NodePorts.free())
                .yaml("ssd_row_cache.admission", "all")
                .build();
        node = NodeProcess.start(settings);
        session = node.session();
        jmx = node.jmx();
        session.execute(
                "CREATE KEYSPACE shop WITH replication = " + "{'class': 'SimpleStrategy', 'replication_factor': 1}");
        for (String table : List.of("goods", "people")) {
            session.execute("CREATE TABLE shop." + table + " (key int PRIMARY KEY, value text) "
                    + "WITH caching = {'keys': 'ALL', 'rows_per_partition': 'ALL'}");
        }
        String value = "x".repeat(3_000);
        for (int key = 0; key < ROWS; key++) {
            session.execute("INSERT INTO shop.goods (key, value) VALUES (?, ?)", key, value);
        }
        session.execute("INSERT INTO shop.people (key, value) VALUES (1, 'one')");
        flush();
    }

    /** A drained node is the last to be looked at: the SSD has the rows of the next start, which no command reaches. */
    @AfterAll
    void drain_thenNothingIsPromised_andStop() throws IOException {
        jmx.close();
        session.close();
        try {
            run("drain");
            assertTrue(run("ssdrowcache", "stats").contains("DISABLED"));
            assertRefused("state=DISABLED", "invalidate");
            assertRefused("state=DISABLED", "invalidate", "shop", "goods");
            assertRefused("state=DISABLED", "invalidate", "--erase");
            assertRefused("state=DISABLED", "resize", "64MiB");
        } finally {
            node.close();
        }
    }

    @BeforeEach
    void fill() {
        readGoods();
        readGoods();
        read("people", 1);
    }

    @Test
    void figures_areTheSameInEveryView() throws IOException {
        Map<String, Long> bean = jmx.tierStatistics();
        assertTrue(bean.get("ssdHits") > 0, bean.toString());
        assertTrue(bean.get("demotions") > 0, bean.toString());
        assertTrue(bean.get("entries") > 0, bean.toString());
        assertTrue(bean.get("bytesWritten") >= bean.get("bytesLogical"), bean.toString());
        assertTrue(bean.get("readLatencyP50Nanos") > 0, bean.toString());
        assertEquals("ONLINE", jmx.tierState());

        for (String name : List.of("memoryHits", "ssdHits", "misses", "memoryEntries", "indexBytes", "capacityBytes")) {
            double metric = jmx.cacheMetric("SsdRowCache", Character.toUpperCase(name.charAt(0)) + name.substring(1));
            assertEquals(bean.get(name).doubleValue(), metric, name);
            Row row = session.execute("SELECT value FROM system_ssdtier.status WHERE name = ?", name)
                    .one();
            assertEquals(String.valueOf(bean.get(name)), row.getString("value"), name);
        }
        assertEquals(2, jmx.cacheMetric("SsdRowCache", "State"));
        long hits = bean.get("memoryHits") + bean.get("pendingHits") + bean.get("ssdHits");
        assertEquals((double) hits, jmx.cacheMetric("SsdRowCache", "Hits"));
        assertEquals((double) hits / (hits + bean.get("misses")), jmx.cacheMetric("SsdRowCache", "HitRate"), 1e-9);

        JsonNode json = JSON.readTree(run("ssdrowcache", "stats", "--json"));
        assertEquals("ONLINE", json.get("state").asText());
        bean.forEach((name, number) -> assertTrue(json.has(name), name));
        assertEquals(bean.get("misses").longValue(), json.get("misses").longValue());
        String table = run("ssdrowcache", "stats");
        bean.keySet().forEach(name -> assertTrue(table.contains("  " + name + " "), name + table));
    }

    @Test
    void nodetoolInfo_showsTheRowCache() throws IOException {
        String line = run("info")
                .lines()
                .filter(text -> text.startsWith("Row Cache"))
                .findFirst()
                .orElseThrow();
        Map<String, Long> bean = jmx.tierStatistics();
        long hits = bean.get("memoryHits") + bean.get("pendingHits") + bean.get("ssdHits");
        assertTrue(line.contains("entries " + bean.get("memoryEntries") + ","), line);
        assertTrue(line.contains("capacity 1 MiB,"), line);
        assertTrue(line.contains(", " + hits + " hits, " + (hits + bean.get("misses")) + " requests"), line);
    }

    @Test
    void virtualTables_showSegmentsTablesAndSettings() {
        List<Row> segments =
                session.execute("SELECT * FROM system_ssdtier.segments").all();
        assertEquals(16, segments.size());
        assertTrue(segments.stream()
                .anyMatch(row -> "ACTIVE".equals(row.getString("state")) && row.getInt("records") > 0));

        Row people = session.execute(
                        "SELECT * FROM system_ssdtier.tables WHERE keyspace_name = 'shop' AND table_name = 'people'")
                .one();
        assertEquals("ALL", people.getString("rows_per_partition"));
        assertTrue(people.getLong("misses") > 0);
        Row goods = session.execute(
                        "SELECT * FROM system_ssdtier.tables WHERE keyspace_name = 'shop' AND table_name = 'goods'")
                .one();
        assertTrue(goods.getLong("ssd_hits") > 0);
        assertTrue(goods.getDouble("hit_rate") > 0);

        Row setting = session.execute("SELECT * FROM system_ssdtier.settings WHERE name = 'segment_size'")
                .one();
        assertEquals("1MiB", setting.getString("value"));
        assertEquals("1MiB to 256MiB, a multiple of 64KiB", setting.getString("allowed"));
        TreeSet<String> configured = new TreeSet<>();
        session.execute("SELECT name, value FROM system_views.settings").forEach(row -> {
            if (row.getString("name").startsWith("ssd_row_cache")) {
                configured.add(row.getString("name") + "=" + row.getString("value"));
            }
        });
        assertTrue(configured.contains("ssd_row_cache.segment_size=1MiB"), configured.toString());
        assertTrue(configured.contains("ssd_row_cache.write_rate_limit=0MiB/s"), configured.toString());
    }

    @Test
    void trace_saysWhichTierAnswered() {
        TreeSet<String> tiers = new TreeSet<>();
        for (int key = 0; key < ROWS && tiers.size() < 2; key += 7) {
            SimpleStatement query = SimpleStatement.newInstance("SELECT value FROM shop.goods WHERE key = ?", key)
                    .setTracing(true);
            for (TraceEvent event :
                    session.execute(query).getExecutionInfo().getQueryTrace().getEvents()) {
                String activity = event.getActivity();
                if (activity.matches("Row cache hit in (memory|ssd) tier, \\d+ µs")) {
                    tiers.add(activity.split(" ", -1)[4]);
                }
            }
        }
        assertEquals(new TreeSet<>(List.of("memory", "ssd")), tiers);
    }

    @Test
    void invalidate_dropsTableKeyspaceOrAll() throws IOException {
        assertFalse(misses(() -> read("people", 1)));
        run("ssdrowcache", "invalidate", "shop", "goods");
        assertFalse(misses(() -> read("people", 1)));
        assertTrue(misses(() -> read("goods", 1)));

        run("ssdrowcache", "invalidate", "shop");
        assertTrue(misses(() -> read("people", 1)));
        assertFalse(misses(() -> read("people", 1)));

        run("ssdrowcache", "invalidate");
        assertTrue(misses(() -> read("people", 1)));
        assertTrue(misses(() -> read("goods", 1)));
        run("invalidaterowcache");
        assertTrue(misses(() -> read("people", 1)));

        assertRefused("keyspace=nothing: no such keyspace", "invalidate", "nothing");
        assertRefused("keyspace=shop table=nothing: no such table", "invalidate", "shop", "nothing");
        assertRefused("takes a keyspace and a table", "invalidate", "shop", "goods", "people");
    }

    @Test
    void invalidateErase_overwritesTheSegmentsAndDropsEveryRow() throws IOException {
        assertRefused("--erase takes no names", "invalidate", "--erase", "shop");
        readGoods();
        String erased = run("ssdrowcache", "invalidate", "--erase");
        assertTrue(erased.contains("SSD row cache: erased"), erased);
        assertEquals(0, (long) jmx.attribute("org.apache.cassandra.db:type=SsdRowCache", "EraseRemainingBytes"));
        assertEquals(0, jmx.tierStatistics().get("entries"));
        assertTrue(misses(() -> read("people", 1)));
        readGoods();
    }

    @Test
    void pause_stopsTheSsdAndResumeUsesItAgain() throws IOException {
        assertTrue(run("ssdrowcache", "pause").contains("PAUSED"));
        long ssdHits = jmx.tierStatistics().get("ssdHits");
        readGoods();
        assertEquals(ssdHits, jmx.tierStatistics().get("ssdHits"));
        session.execute("UPDATE shop.goods SET value = 'newer' WHERE key = 5");
        flush();
        assertTrue(run("ssdrowcache", "resume").contains("ONLINE"));
        assertEquals("newer", read("goods", 5));
        readGoods();
        readGoods();
        assertTrue(jmx.tierStatistics().get("ssdHits") > ssdHits);
    }

    @Test
    void resize_changesTheSegmentsAndRefusesWhatCanNotBe() throws IOException {
        assertRefused("size=1MiB cannot be used; allowed: 4MiB to 64GiB", "resize", "1MiB");
        assertRefused("size=big cannot be used; allowed: a whole number of B, KiB, MiB or GiB", "resize", "big");
        assertRefused("Required parameters are missing: size", "resize");
        assertRefused("sizes=[8MiB, 16MiB] cannot be used; allowed: one size", "resize", "8MiB", "16MiB");
        run("ssdrowcache", "resize", "8MiB");
        awaitSegments(8);
        assertEquals(
                "8MiB",
                session.execute("SELECT value FROM system_ssdtier.settings WHERE name = 'size'")
                        .one()
                        .getString("value"));
        readGoods();
        run("ssdrowcache", "resize", "16MiB");
        awaitSegments(16);
        readGoods();
    }

    @Test
    void capacityZero_emptiesEveryTier() throws IOException {
        run("setcachecapacity", "0", "0", "0");
        session.execute("UPDATE shop.people SET value = 'two' WHERE key = 1");
        assertEquals("two", read("people", 1));
        assertEquals(0, jmx.tierStatistics().get("memoryEntries"));
        assertEquals(0, jmx.tierStatistics().get("entries"));
        flush();
        run("setcachecapacity", "0", "1", "0");
        assertEquals("two", read("people", 1));
        assertFalse(misses(() -> read("people", 1)));
    }

    @Test
    void cachingNoneAndBack_doesNotShowTheOldRow() throws IOException {
        assertFalse(misses(() -> read("people", 1)));
        session.execute("ALTER TABLE shop.people WITH caching = {'keys': 'ALL', 'rows_per_partition': 'NONE'}");
        session.execute("UPDATE shop.people SET value = 'three' WHERE key = 1");
        flush();
        session.execute("ALTER TABLE shop.people WITH caching = {'keys': 'ALL', 'rows_per_partition': 'ALL'}");
        assertEquals("three", read("people", 1));
        assertFalse(misses(() -> read("people", 1)));
    }

    @Test
    void curve_showsOtherSizes_alsoForATableThatIsNotCached() throws IOException {
        session.execute("CREATE TABLE shop.visits (key int PRIMARY KEY, value text)");
        for (int key = 0; key < ROWS; key++) {
            session.execute("INSERT INTO shop.visits (key, value) VALUES (?, 'seen')", key);
        }
        new NodeVerbs(jmx, "shop").flush("visits");
        JsonNode curve = Polling.value(
                "a curve of shop.visits",
                () -> {
                    for (int key = 0; key < ROWS; key++) {
                        read("visits", key); // again: the first ones do not count until the table's mean size is known
                    }
                    return JSON.readTree(run("ssdrowcache", "curve", "--json"));
                },
                found -> found.at("/uncachedTables/0/sampledReads").asInt() > 0);
        assertEquals("shop.visits", curve.at("/uncachedTables/0/table").asText());
        assertEquals(0, curve.get("droppedSamples").asInt());
        for (String tier : List.of("ssd", "memory")) {
            JsonNode points = curve.get(tier);
            assertEquals(5, points.size(), points.toString());
            assertEquals(0.5, points.at("/0/factor").asDouble());
            assertEquals(8, points.at("/4/factor").asDouble());
        }
        assertEquals(16 << 20, curve.at("/ssd/1/bytes").asLong());
        assertEquals(1 << 20, curve.at("/memory/1/bytes").asLong());
        double twice = jmx.cacheMetric("SsdRowCache", "CurveSsd2xHitRate");
        assertTrue(twice >= 0 && twice <= 1, "hit rate=" + twice);

        String text = run("ssdrowcache", "curve");
        assertTrue(text.contains("SSD row cache: hit rates at other sizes"), text);
        assertTrue(text.contains("+16.0 MiB of SSD = "), text);
        assertTrue(text.contains("shop.visits is not cached: "), text);
        String restarted = run("ssdrowcache", "curve", "--restart");
        assertTrue(restarted.contains("estimated from 0 sampled reads"), restarted);
        assertTrue(run("help", "ssdrowcache", "curve").contains("--restart"));
        session.execute("DROP TABLE shop.visits");
    }

    @Test
    void log_showsTheBlockAndEveryAction() throws IOException {
        run("ssdrowcache", "invalidate", "shop", "people");
        String log = Files.readString(node.home().logFile());
        assertTrue(
                log.contains(
                        "ssd_row_cache={enabled=true, directory=" + node.home().tierDirectory()),
                "block");
        assertTrue(log.contains("The cached rows of shop.people were dropped by an operator"), "action");
    }

    /** By the script of the home, which finds its node, and by JMX alone. */
    @Test
    void doctor_ofThisNode_findsStateAndTables() throws IOException {
        ToolResult home = node.run("bin/ssdtier", "doctor", "--seconds", "1");
        assertEquals(0, home.exitCode(), home.output());
        for (String line : List.of("OK    jar ", "OK    yaml ", "OK    directory ", "OK    state       ONLINE")) {
            assertTrue(home.output().contains(line), line + " in: " + home.output());
        }
        assertTrue(home.output().contains("pid=" + node.pid()), home.output());
        String address = "127.0.0.1:" + node.home().ports().jmx();
        ToolResult remote = node.run("bin/ssdtier", "doctor", address, "--seconds", "1", "--json", "-");
        assertEquals(0, remote.exitCode(), remote.output());
        assertNotEquals("FAIL", JSON.readTree(remote.output()).get("worst").asText(), remote.output());
        assertTrue(remote.output().contains("node=" + address + " answers"), remote.output());
    }

    @Test
    void top_ofThisNode_hasItsTables() throws IOException {
        String address = "127.0.0.1:" + node.home().ports().jmx();
        StringWriter out = new StringWriter();
        CommandLine top = new CommandLine(new TopCommand()).setOut(new PrintWriter(out, true));
        assertEquals(0, top.execute("--json", "--count", "1", "--interval", "0.1", address));
        JsonNode sample = JSON.readTree(out.toString()).get("nodes").get(0);
        assertEquals("ONLINE", sample.get("state").asText(), out.toString());
        assertEquals(
                jmx.tierStatistics().get("ssdHits"),
                sample.get("now").get("ssdHits").asLong());
        assertTrue(sample.get("now").get("clientReads").asLong() >= ROWS, out.toString());
        assertTrue(out.toString().contains("\"table\":\"shop.goods\""), out.toString());
    }

    private void readGoods() {
        for (int key = 0; key < ROWS; key++) {
            read("goods", key);
        }
    }

    private String read(String table, int key) {
        return session.execute("SELECT value FROM shop." + table + " WHERE key = ?", key)
                .one()
                .getString("value");
    }

    private boolean misses(Runnable read) throws IOException {
        long before = jmx.tierStatistics().get("misses");
        read.run();
        return jmx.tierStatistics().get("misses") > before;
    }

    /** Waits for a number of segments; the writer thread resizes in the background. */
    private void awaitSegments(int count) {
        Polling.value(
                "segments=" + count,
                () -> session.execute("SELECT slot FROM system_ssdtier.segments")
                        .all()
                        .size(),
                found -> found == count);
    }

    /** Flushes without the JVM of a nodetool. */
    private void flush() throws IOException {
        new NodeVerbs(jmx, "shop").flush("goods", "people");
    }

    private String run(String... command) throws IOException {
        ToolResult result = node.nodetool(command);
        assertEquals(0, result.exitCode(), result.output());
        return result.output();
    }

    private void assertRefused(String message, String... command) throws IOException {
        String[] whole = new String[command.length + 1];
        whole[0] = "ssdrowcache";
        System.arraycopy(command, 0, whole, 1, command.length);
        ToolResult result = node.nodetool(whole);
        assertEquals(1, result.exitCode(), result.output());
        assertTrue(result.output().contains("nodetool: "), result.output());
        assertTrue(result.output().contains(message), result.output());
        assertFalse(result.output().contains("\tat "), result.output());
    }
}
