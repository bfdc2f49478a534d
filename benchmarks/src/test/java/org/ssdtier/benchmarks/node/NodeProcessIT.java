package org.ssdtier.benchmarks.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.datastax.oss.driver.api.core.CqlSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("integration")
final class NodeProcessIT {
    @TempDir
    private Path directory;

    @Test
    void stockNode_startsAnswersAndKeepsItsDataOverKillAndStop() throws IOException {
        NodeSettings settings = NodeSettings.in(directory.resolve("node"))
                .stock(true)
                .rowCache(RowCacheKind.SERIALIZING)
                .heap("384M")
                .ports(NodePorts.free())
                .build();
        try (NodeProcess node = NodeProcess.start(settings)) {
            assertEquals(RowCacheKind.SERIALIZING, node.home().rowCache());
            ToolResult status = node.nodetool("status");
            assertEquals(0, status.exitCode(), status.output());
            assertTrue(status.output().contains("UN  127.0.0.1"), status.output());
            write(node);
            try (NodeJmx jmx = node.jmx()) {
                assertFalse(jmx.hasTier());
                assertTrue(jmx.cacheMetric("RowCache", "Capacity") > 0);
            }
            assertThrows(IOException.class, () -> NodeProcess.start(settings), "a second node in one directory");

            node.kill();
            assertFalse(node.isAlive());
            node.restart();
            assertEquals("value", read(node));

            node.stop();
            ToolResult tables = node.run("bin/sstableutil", "probe", "rows");
            assertEquals(0, tables.exitCode(), tables.output());
        }
    }

    @Test
    void unknownYamlKey_refusesTheStartNamesItAndIsSetAside() throws IOException {
        NodeSettings settings = NodeSettings.in(directory.resolve("refused"))
                .stock(true)
                .heap("384M")
                .ports(NodePorts.free())
                .yaml("no_such_key", "1")
                .build();
        NodeStartException refused = assertThrows(NodeStartException.class, () -> NodeProcess.start(settings));
        assertTrue(refused.getMessage().contains("no_such_key"), refused.getMessage());
        assertFalse(Files.exists(settings.directory().resolve("conf/cassandra.yaml")));
        assertTrue(Files.exists(settings.directory().resolve("conf/cassandra.yaml.refused")));
    }

    private static void write(NodeProcess node) throws IOException {
        try (CqlSession session = node.session()) {
            session.execute("CREATE KEYSPACE probe WITH replication = "
                    + "{'class': 'SimpleStrategy', 'replication_factor': 1}");
            session.execute("CREATE TABLE probe.rows (key int PRIMARY KEY, value text) "
                    + "WITH caching = {'keys': 'ALL', 'rows_per_partition': 'ALL'}");
            session.execute("INSERT INTO probe.rows (key, value) VALUES (1, 'value')");
        }
    }

    private static String read(NodeProcess node) throws IOException {
        try (CqlSession session = node.session()) {
            return session.execute("SELECT value FROM probe.rows WHERE key = 1")
                    .one()
                    .getString("value");
        }
    }
}
