package org.ssdtier.benchmarks.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.benchmarks.load.NodeVerbs;
import org.ssdtier.benchmarks.node.NodeJmx;
import org.ssdtier.benchmarks.node.NodePorts;
import org.ssdtier.benchmarks.node.NodeProcess;
import org.ssdtier.benchmarks.node.NodeSettings;
import org.ssdtier.segmentlog.checks.Polling;

/**
 * Tests that cached rows with schema IDs stay warm over a restart, unless the schema catalogue is not the one with
 * which they were written.
 */
@Tag("integration")
final class CachedImagesIT {
    private static final int ROWS = 300;
    private static final String KEYSPACE = "images";

    @TempDir
    private Path directory;

    /**
     * Without the stamps in {@code SsdRowCache.digest} the rows are checked one by one after a change to an older copy.
     */
    @Test
    void restart_keepsCachedRowsWithIds_butNotWithAnOlderCopyOfTheCatalogue() throws IOException {
        try (NodeProcess node = NodeProcess.start(settings())) {
            create(node);
            write(node, "first");
            List<String> first = read(node);
            assertEquals(ROWS, figure(node, "schemaImages"));
            assertTrue(figure(node, "schemaSavedBytes") > (long) ROWS * "usage_user".length());
            node.stop();
            copy(catalogue(), directory.resolve("copy"));
            node.restart();
            awaitOnline(node);
            assertEquals(first, read(node), "restart");
            assertEquals(ROWS, figure(node, "ssdHits"), "SSD hits after a restart");
            assertEquals(0, figure(node, "schemaUnresolved"));

            write(node, "second");
            List<String> second = read(node);
            node.stop();
            copy(directory.resolve("copy"), catalogue());
            node.restart();
            awaitOnline(node);
            awaitDefinitions(node, 4);
            assertEquals(second, read(node), "restart with an older copy of the catalogue");
            assertEquals(ROWS, figure(node, "misses"), "misses with an older copy");
            assertEquals(0, figure(node, "schemaUnresolved"), "they were dropped together");
            assertEquals(second, read(node));
            assertEquals(ROWS, figure(node, "schemaImages"), "images with IDs of the rebuilt catalogue");
        }
    }

    private NodeSettings settings() throws IOException {
        return NodeSettings.in(directory.resolve("node"))
                .heap("384M")
                .ports(NodePorts.free())
                .ssdSize("64MiB")
                .yaml("ssd_row_cache.segment_size", "4MiB")
                .yaml("storage_compatibility_mode", "NONE")
                .yaml("schema_catalogue.enabled", "true")
                .build();
    }

    private static void create(NodeProcess node) throws IOException {
        try (CqlSession session = node.session()) {
            session.execute(
                    "CREATE KEYSPACE images WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
            session.execute("CREATE TABLE images.rows (k int PRIMARY KEY, fields map<text, text>) WITH caching ="
                    + " {'keys': 'ALL', 'rows_per_partition': 'ALL'} AND extensions = {'schema_catalogue': 'true'}");
        }
    }

    /** Writes every row again with a map key of this call, then flushes. */
    private static void write(NodeProcess node, String key) throws IOException {
        try (CqlSession session = node.session();
                NodeJmx jmx = node.jmx()) {
            PreparedStatement insert = session.prepare("INSERT INTO images.rows (k, fields) VALUES (?, ?)");
            for (int k = 0; k < ROWS; k++) {
                session.execute(insert.bind(
                        k, Map.of("usage_user", "u" + k, k % 2 == 0 ? "usage_idle" : "usage_nice", "n", key, "x")));
            }
            new NodeVerbs(jmx, KEYSPACE).flush("rows");
        }
    }

    private static List<String> read(NodeProcess node) throws IOException {
        List<String> rows = new ArrayList<>();
        try (CqlSession session = node.session()) {
            PreparedStatement select =
                    session.prepare("SELECT k, fields, writetime(fields) FROM images.rows WHERE k = ?");
            for (int k = 0; k < ROWS; k++) {
                Row row = session.execute(select.bind(k)).one();
                rows.add(row.getFormattedContents());
            }
        }
        return rows;
    }

    private static long figure(NodeProcess node, String name) throws IOException {
        try (NodeJmx jmx = node.jmx()) {
            return jmx.tierStatistics().get(name);
        }
    }

    private static void awaitOnline(NodeProcess node) throws IOException {
        try (CqlSession session = node.session()) {
            Polling.until(
                    "ONLINE", () -> session.execute("SELECT value FROM system_ssdtier.status WHERE name = 'state'")
                            .one()
                            .getString("value")
                            .equals("ONLINE"));
        }
    }

    /**
     * Waits for definitions: another catalogue reads them from the SSTables in the background, and images made before
     * that have names.
     */
    private static void awaitDefinitions(NodeProcess node, long count) throws IOException {
        try (CqlSession session = node.session()) {
            Polling.until("definitions=" + count, () -> {
                Row row = session.execute(
                                "SELECT value FROM system_schema_catalogue.status WHERE name = 'imageDefinitions'")
                        .one();
                return row != null && row.getLong("value") >= count;
            });
        }
    }

    private Path catalogue() {
        return directory.resolve("node/data/schema_catalogue");
    }

    /** Replaces the files of a directory by those of another one. */
    private static void copy(Path from, Path to) throws IOException {
        if (Files.exists(to)) {
            for (Path file : TableFiles.list(to)) {
                Files.delete(file);
            }
        }
        Files.createDirectories(to);
        for (Path file : TableFiles.list(from)) {
            Files.copy(file, to.resolve(file.getFileName()));
        }
    }
}
