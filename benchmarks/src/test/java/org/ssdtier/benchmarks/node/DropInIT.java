package org.ssdtier.benchmarks.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.datastax.oss.driver.api.core.CqlSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that add the drop-in jar and its block of cassandra.yaml to a stock node, remove them, and add them again. */
@Tag("integration")
final class DropInIT {
    private static final int ROWS = 100;

    @TempDir
    private Path directory;

    @Test
    void dropInJar_comesAndGoes_theDataStays() throws IOException {
        NodeSettings stock = NodeSettings.in(directory)
                .stock(true)
                .heap("384M")
                .ports(NodePorts.free())
                .build();
        try (NodeProcess node = NodeProcess.start(stock);
                NodeJmx jmx = node.jmx()) {
            assertFalse(jmx.hasTier());
            assertFalse(Files.exists(node.home().program("bin/ssdtier")));
            create(node);
            write(node, 1, "value of ");
        }
        NodeSettings tier = stock.toBuilder()
                .stock(false)
                .ssdSize("64MiB")
                .yaml("ssd_row_cache.segment_size", "4MiB")
                .build();
        try (NodeProcess node = NodeProcess.start(tier);
                NodeJmx jmx = node.jmx()) {
            assertEquals(RowCacheKind.SSDTIER, node.home().rowCache());
            assertEquals("ONLINE", jmx.tierState());
            assertTrue(Files.isExecutable(node.home().program("bin/ssdtier")));
            assertRows(node, "value of ");
            assertRows(node, "value of ");
            assertTrue(jmx.tierStatistics().get("memoryHits") >= ROWS, "hits of the second reading");
            ToolResult stats = node.nodetool("ssdrowcache", "stats");
            assertEquals(0, stats.exitCode(), stats.output());
        }
        try (NodeProcess node = NodeProcess.start(stock);
                NodeJmx jmx = node.jmx()) {
            assertFalse(jmx.hasTier());
            assertTrue(node.home().isStock());
            assertFalse(Files.exists(node.home().program("bin/ssdtier")));
            assertFalse(Files.readString(node.home().yamlFile()).contains("ssd_row_cache"));
            assertRows(node, "value of ");
            write(node, 2, "without the jar ");
            assertRows(node, "without the jar ");
        }
        try (NodeProcess node = NodeProcess.start(tier);
                NodeJmx jmx = node.jmx()) {
            assertEquals("ONLINE", jmx.tierState());
            assertRows(node, "without the jar ");
        }
    }

    private static void create(NodeProcess node) throws IOException {
        try (CqlSession session = node.session()) {
            session.execute("CREATE KEYSPACE probe WITH replication = "
                    + "{'class': 'SimpleStrategy', 'replication_factor': 1}");
            session.execute("CREATE TABLE probe.rows (key int PRIMARY KEY, value text) "
                    + "WITH caching = {'keys': 'ALL', 'rows_per_partition': 'ALL'}");
        }
    }

    /** Writes every row, or every second one. */
    private static void write(NodeProcess node, int step, String value) throws IOException {
        try (CqlSession session = node.session()) {
            for (int key = 0; key < ROWS; key += step) {
                session.execute("INSERT INTO probe.rows (key, value) VALUES (?, ?)", key, value + key);
            }
        }
    }

    /** Checks all rows; the even ones were written last. */
    private static void assertRows(NodeProcess node, String ofEvenRows) throws IOException {
        try (CqlSession session = node.session()) {
            for (int key = 0; key < ROWS; key++) {
                String value = session.execute("SELECT value FROM probe.rows WHERE key = ?", key)
                        .one()
                        .getString("value");
                assertEquals((key % 2 == 0 ? ofEvenRows : "value of ") + key, value);
            }
        }
    }
}
