package org.ssdtier.benchmarks.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.benchmarks.load.NodeVerbs;
import org.ssdtier.benchmarks.node.NodeJmx;
import org.ssdtier.benchmarks.node.NodePorts;
import org.ssdtier.benchmarks.node.NodeProcess;
import org.ssdtier.benchmarks.node.NodeSettings;
import org.ssdtier.benchmarks.node.ToolResult;

/** All that an operator does with SSTables, on a node that writes tables in the format {@code catalogued}, and the way back. */
@Tag("integration")
final class CatalogueIT {
    private static final int KILLS = 4;
    private static final int ROWS_PER_KILL = 1_000;

    @TempDir
    private Path directory;

    @Test
    void cataloguedTables_everythingAnOperatorDoes_changesNoAnswer() throws IOException {
        try (NodeProcess node = NodeProcess.start(settings().build())) {
            List<String> written;
            try (CqlSession session = node.session()) {
                ProbeTables tables = new ProbeTables(session, 1);
                tables.create();
                write(node, tables, 0);
                write(node, tables, 1);
                written = tables.content();
                assertFormats(true);
                assertOnlyOursAreCatalogued();
                for (List<String> verb : List.of(
                        List.of("verify", "-f", ProbeTables.KEYSPACE),
                        List.of("verify", "-e", "-f", ProbeTables.KEYSPACE),
                        List.of("compact", ProbeTables.KEYSPACE),
                        List.of("cleanup", ProbeTables.KEYSPACE),
                        List.of("scrub", "-ns", ProbeTables.KEYSPACE, "tags", "wide", "hits"),
                        List.of("garbagecollect", ProbeTables.KEYSPACE),
                        List.of("upgradesstables", "-a", ProbeTables.KEYSPACE))) {
                    run(node, verb);
                    assertEquals(written, tables.content(), verb.toString());
                }
                assertFormats(true);
                snapshotTruncateImport(node, session);
                assertEquals(written, tables.content(), "import");
                snapshotTruncateLoad(node, session);
                assertEquals(written, tables.content(), "sstableloader");
                assertFormats(true);
                write(node, tables, 2);
                changeColumns(session);
                written = tables.content();
                run(node, List.of("compact", ProbeTables.KEYSPACE));
                assertEquals(written, tables.content(), "compaction after changes of columns");
            }
            dumpAndDescribe(node);
            node.restart();
            assertEquals(written, contentOf(node), "restart");
            assertTrue(definitionsOf(node) > 0, "definitions of the node's catalogue");
            node.kill();
            deleteTree(directory.resolve("node/data/schema_catalogue"));
            node.restart();
            assertEquals(written, contentOf(node), "restart after kill -9, catalogue's directory deleted");
            assertTrue(definitionsOf(node) > 0, "definitions made anew from the SSTables");
        }
    }

    @Test
    void conversion_thereAndBackAndWithoutTheJar_changesNoAnswer() throws IOException {
        NodeSettings stock = NodeSettings.in(directory.resolve("node"))
                .stock(true)
                .heap("384M")
                .ports(NodePorts.free())
                .yaml("storage_compatibility_mode", "NONE")
                .build();
        List<String> written;
        try (NodeProcess node = NodeProcess.start(stock);
                CqlSession session = node.session()) {
            ProbeTables tables = new ProbeTables(session, 1);
            tables.create();
            write(node, tables, 0);
            written = tables.content();
            assertFormats(false);
        }
        try (NodeProcess node = NodeProcess.start(settings().build())) {
            assertEquals(written, contentOf(node), "jar in");
            assertFormats(false);
            run(node, List.of("upgradesstables", ProbeTables.KEYSPACE));
            assertFormats(true);
            assertEquals(written, contentOf(node), "converted");
        }
        try (NodeProcess node = NodeProcess.start(
                settings().yaml("schema_catalogue.tables", "[]").build())) {
            assertFormats(true);
            assertEquals(written, contentOf(node), "no longer chosen");
            run(node, List.of("upgradesstables", ProbeTables.KEYSPACE));
            assertFormats(false);
            assertEquals(written, contentOf(node), "converted back");
        }
        try (NodeProcess node = NodeProcess.start(stock)) {
            assertEquals(written, contentOf(node), "jar out");
        }
    }

    @Test
    void kill_duringFlushesAndCompactions_keepsWhatWasAcknowledged() throws Exception {
        NodeSettings settings = settings()
                .yaml("commitlog_sync", "batch")
                .yaml("commitlog_sync_period", "0ms")
                .build();
        try (NodeProcess node = NodeProcess.start(settings)) {
            try (CqlSession session = node.session()) {
                new ProbeTables(session, 1).create();
            }
            for (int round = 0; round < KILLS; round++) {
                AtomicBoolean killed = new AtomicBoolean();
                CompletableFuture<Void> verbs = CompletableFuture.runAsync(() -> flushAndCompact(node, killed));
                writeAcknowledged(node, round);
                killed.set(true);
                node.kill();
                verbs.get();
                node.restart();
                assertAcknowledged(node, round);
            }
            try (Stream<Path> files = Files.list(tableDirectory("tags"))) {
                assertTrue(files.anyMatch(file -> file.toString().endsWith("-Schemas.db")), "nothing was flushed");
            }
        }
    }

    private static void writeAcknowledged(NodeProcess node, int round) throws IOException {
        try (CqlSession session = node.session()) {
            PreparedStatement insert = session.prepare("INSERT INTO probe.tags (k, c, tags) VALUES (?, ?, ?)");
            for (int i = 0; i < ROWS_PER_KILL; i++) {
                session.execute(insert.bind(round, i, tagsOf(i)));
            }
        }
    }

    private static Map<String, String> tagsOf(int row) {
        return Map.of("host", "h" + row % 5, "n" + row % 3, Integer.toString(row));
    }

    /** One after the other until the node is killed under them. */
    private static void flushAndCompact(NodeProcess node, AtomicBoolean killed) {
        try (NodeJmx jmx = node.jmx()) {
            NodeVerbs verbs = new NodeVerbs(jmx, ProbeTables.KEYSPACE);
            while (!killed.get()) {
                verbs.flush("tags");
                verbs.compact("tags");
            }
        } catch (IOException e) {
            if (!killed.get()) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static void assertAcknowledged(NodeProcess node, int rounds) throws IOException {
        try (CqlSession session = node.session()) {
            for (int round = 0; round <= rounds; round++) {
                List<Row> rows = session.execute("SELECT c, tags FROM probe.tags WHERE k = " + round)
                        .all();
                assertEquals(ROWS_PER_KILL, rows.size(), "round " + round);
                for (Row row : rows) {
                    int i = row.getInt("c");
                    assertEquals(tagsOf(i), row.getMap("tags", String.class, String.class));
                }
            }
        }
    }

    private NodeSettings.Builder settings() throws IOException {
        return NodeSettings.in(directory.resolve("node"))
                .heap("384M")
                .ports(NodePorts.free())
                .ssdSize("64MiB")
                .yaml("ssd_row_cache.segment_size", "4MiB")
                .yaml("storage_compatibility_mode", "NONE")
                .yaml("schema_catalogue.enabled", "true")
                .yaml("schema_catalogue.tables", "[\"probe.*\"]");
    }

    private static void write(NodeProcess node, ProbeTables tables, long seed) throws IOException {
        tables.write(seed);
        run(node, List.of("flush", ProbeTables.KEYSPACE));
    }

    private static long definitionsOf(NodeProcess node) throws IOException {
        try (CqlSession session = node.session()) {
            return session.execute("SELECT value FROM system_schema_catalogue.status WHERE name = 'definitions'")
                    .one()
                    .getLong("value");
        }
    }

    private static List<String> contentOf(NodeProcess node) throws IOException {
        try (CqlSession session = node.session()) {
            return new ProbeTables(session, 1).content();
        }
    }

    private static void run(NodeProcess node, List<String> verb) throws IOException {
        ToolResult result = node.nodetool(verb.toArray(String[]::new));
        assertEquals(0, result.exitCode(), verb + ": " + result.output());
    }

    private void snapshotTruncateImport(NodeProcess node, CqlSession session) throws IOException {
        for (String table : ProbeTables.NAMES) {
            Path copy = snapshotAndTruncate(node, session, table, "imported");
            run(node, List.of("import", ProbeTables.KEYSPACE, table, copy.toString()));
        }
    }

    private void snapshotTruncateLoad(NodeProcess node, CqlSession session) throws IOException {
        NodePorts ports = node.home().ports();
        for (String table : ProbeTables.NAMES) {
            Path copy = snapshotAndTruncate(node, session, table, "loaded");
            ToolResult loaded = node.run(
                    "bin/sstableloader",
                    "-d",
                    ports.address(),
                    "-p",
                    Integer.toString(ports.cql()),
                    "-sp",
                    Integer.toString(ports.storage()),
                    copy.toString());
            assertEquals(0, loaded.exitCode(), loaded.output());
        }
    }

    private Path snapshotAndTruncate(NodeProcess node, CqlSession session, String table, String tag)
            throws IOException {
        run(node, List.of("snapshot", "-t", tag, "-cf", table, ProbeTables.KEYSPACE));
        Path copy = Files.createDirectories(
                directory.resolve(tag).resolve(ProbeTables.KEYSPACE).resolve(table));
        for (Path file : files(tableDirectory(table).resolve("snapshots").resolve(tag))) {
            Files.copy(file, copy.resolve(file.getFileName()));
        }
        session.execute("TRUNCATE probe." + table);
        return copy;
    }

    /** A column is dropped and comes back, one is new, a key column has another name: what was written is as in Cassandra. */
    private static void changeColumns(CqlSession session) {
        session.execute("ALTER TABLE probe.mixed DROP labels");
        session.execute("ALTER TABLE probe.mixed ADD labels set<text>");
        session.execute("ALTER TABLE probe.mixed ADD more map<text, int>");
        session.execute("UPDATE probe.mixed SET more = {'a': 1}, labels = {'new'} WHERE k = 1 AND c = 'a'");
        session.execute("ALTER TABLE probe.mixed RENAME c TO d");
        assertEquals(
                1,
                session.execute("SELECT d FROM probe.mixed WHERE labels CONTAINS 'new' ALLOW FILTERING")
                        .all()
                        .size());
    }

    private void dumpAndDescribe(NodeProcess node) throws IOException {
        Path first = files(tableDirectory("tags")).stream()
                .filter(file -> file.toString().endsWith("-Data.db"))
                .findFirst()
                .orElseThrow();
        ToolResult dump = node.run("tools/bin/sstabledump", first.toString());
        assertEquals(0, dump.exitCode(), dump.output());
        assertTrue(dump.output().contains("\"datacenter\""), dump.output());
        ToolResult metadata = node.run("tools/bin/sstablemetadata", first.toString());
        assertEquals(0, metadata.exitCode(), metadata.output());
        assertTrue(metadata.output().contains("totalRows"), metadata.output());
    }

    private void assertFormats(boolean catalogued) throws IOException {
        for (String table : ProbeTables.NAMES) {
            List<Path> files = files(tableDirectory(table)).stream()
                    .filter(file -> file.toString().endsWith("-Data.db"))
                    .toList();
            assertFalse(files.isEmpty(), table);
            for (Path file : files) {
                assertEquals(catalogued, file.toString().contains("-catalogued-"), file.toString());
                String dictionary = file.toString().replace("-Data.db", "-Schemas.db");
                assertEquals(catalogued, Files.exists(Path.of(dictionary)), dictionary);
            }
        }
    }

    private void assertOnlyOursAreCatalogued() throws IOException {
        try (Stream<Path> all = Files.walk(dataDirectory())) {
            List<Path> others = all.filter(file -> file.toString().contains("-catalogued-")
                            && !file.toString().contains("/" + ProbeTables.KEYSPACE + "/"))
                    .toList();
            assertEquals(List.of(), others);
        }
    }

    private Path dataDirectory() {
        return directory.resolve("node/data/data");
    }

    private Path tableDirectory(String table) throws IOException {
        return files(dataDirectory().resolve(ProbeTables.KEYSPACE)).stream()
                .filter(path -> path.getFileName().toString().startsWith(table + "-"))
                .findFirst()
                .orElseThrow();
    }

    private static List<Path> files(Path of) throws IOException {
        try (Stream<Path> files = Files.list(of)) {
            return files.toList();
        }
    }

    private static void deleteTree(Path tree) throws IOException {
        if (!Files.exists(tree)) {
            return;
        }
        try (Stream<Path> files = Files.walk(tree)) {
            files.sorted((a, b) -> b.compareTo(a)).forEach(file -> {
                try {
                    Files.delete(file);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }
}
