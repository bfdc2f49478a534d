package org.ssdtier.benchmarks.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.datastax.oss.driver.api.core.cql.Row;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
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
 * Tests that a node with a journal, killed repeatedly with SIGKILL, returns correct rows and has SSD hits after the
 * restart.
 */
@Tag("integration")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class CrashWarmIT {
    private static final int ROWS = 2_000;
    private static final int ROUNDS = 3;

    private final Map<Integer, String> expected = new HashMap<>();
    private WatchedNode node;

    @BeforeAll
    void start(@TempDir Path directory) throws IOException {
        NodeSettings settings = SmallTier.on(NodeSettings.in(directory.resolve("node")))
                .heap("384M")
                .ports(NodePorts.free())
                .yaml("ssd_row_cache.admission", "all")
                .build();
        node = WatchedNode.start(settings);
        node.session()
                .execute("CREATE KEYSPACE shop WITH replication = "
                        + "{'class': 'SimpleStrategy', 'replication_factor': 1}");
        node.session()
                .execute("CREATE TABLE shop.goods (key int PRIMARY KEY, value text) "
                        + "WITH caching = {'keys': 'ALL', 'rows_per_partition': 'ALL'}");
        for (int key = 0; key < ROWS; key++) {
            write(key, "first");
        }
        new NodeVerbs(node.jmx(), "shop").flush("goods");
    }

    @AfterAll
    void stop() throws IOException {
        node.close();
    }

    @Test
    void killed_afterFlushCompactionAndTruncate_answersFromTheSsd() throws IOException {
        for (int round = 0; round < ROUNDS; round++) {
            assertRows();
            assertRows();
            for (int key = round; key < ROWS; key += 7) {
                write(key, "round " + round);
            }
            NodeVerbs verbs = new NodeVerbs(node.jmx(), "shop");
            verbs.flush("goods");
            if (round == 1) {
                verbs.compact("goods");
            }
            assertRows();
            Polling.until("rows on the SSD", () -> node.figure("entries") > ROWS / 2);
            long entries = node.figure("entries");
            node.kill();
            node.start();
            node.awaitState("ONLINE");
            assertEquals(List.of(), node.warnings("starts cold"));
            assertEquals(List.of(), node.warnings("is dropped"));
            assertTrue(
                    node.figure("entries") > entries * 8 / 10, "entries=" + node.figure("entries") + " of " + entries);
            assertRows();
            assertTrue(node.figure("ssdHits") > entries / 2, "ssdHits=" + node.figure("ssdHits") + " of " + entries);
        }
        node.session().execute("TRUNCATE shop.goods");
        expected.clear();
        node.kill();
        node.start();
        node.awaitState("ONLINE");
        assertRows();
    }

    private void assertRows() {
        for (int key = 0; key < ROWS; key++) {
            assertEquals(expected.get(key), read(key), "key=" + key);
        }
    }

    private void write(int key, String version) {
        String value = version + " of " + key + " " + "x".repeat(3_000);
        node.session().execute("INSERT INTO shop.goods (key, value) VALUES (?, ?)", key, value);
        expected.put(key, value);
    }

    private @Nullable String read(int key) {
        Row row = node.session()
                .execute("SELECT value FROM shop.goods WHERE key = ?", key)
                .one();
        return row == null ? null : row.getString("value");
    }
}
