package org.ssdtier.benchmarks.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
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
import org.ssdtier.segmentlog.checks.Polling;

/** Tests of an operator's actions on SSTables, with a node that writes tables in the format {@code catalogued}. */
@Tag("integration")
final class CatalogueIT {
    private static final int KILLS = 4;
    private static final int ROWS_PER_KILL = 3_000;
    /** Rows whose acknowledgements are awaited together: each waits for a sync of the commit log. */
    private static final int ROWS_AT_ONCE = 20;

    private static final Path PAGE = Path.of(System.getProperty("ssdtier.root"), "docs/catalogue.md");

    private final Path directory;
    private final TableFiles files;

    CatalogueIT(@TempDir Path directory) {
        this.directory = directory;
        this.files = new TableFiles(directory.resolve("node"));
    }

    @Test
    void cataloguedTables_everythingAnOperatorDoes_changesNoAnswer() throws IOException {
        try (NodeProcess node = NodeProcess.start(settings().build())) {
            List<String> written;
            try (CqlSession session = node.session();
                    NodeJmx jmx = node.jmx()) {
                ProbeTables tables = new ProbeTables(session, 1);
                OperatorVerbs verbs = new OperatorVerbs(jmx);
                tables.create();
                write(verbs, tables, 0);
                write(verbs, tables, 1);
                files.assertFormat(true);
                files.assertNoOthers();
                runVerbs(verbs, tables);
                importAndLoad(node, verbs, session);
                write(verbs, tables, 2);
                changeColumns(session);
                written = tables.content();
                verbs.shared().compact();
                assertEquals(written, tables.content(), "compaction after changes of columns");
                assertFiguresAreExplained(session);
            }
            dumpAndDescribe(node);
            node.stop();
            runOperatorTools(node);
            runOfflineTools(node);
            node.restart();
            assertEquals(written, contentOf(node), "restart after offline tools");
            try (CqlSession session = node.session()) {
                assertTrue(definitionsOf(session) > 0, "definitions of the node's catalogue");
            }
            node.kill();
            deleteTree(directory.resolve("node/data/schema_catalogue"));
            node.restart();
            assertEquals(written, contentOf(node), "restart after kill -9, catalogue's directory deleted");
            awaitDefinitions(node); // rebuilt from the SSTables in the background
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
            files.assertFormat(true, List.of("tags"));
        }
    }

    private static void writeAcknowledged(NodeProcess node, int round) throws IOException {
        try (CqlSession session = node.session()) {
            PreparedStatement insert = session.prepare("INSERT INTO probe.tags (k, c, tags) VALUES (?, ?, ?)");
            List<CompletionStage<?>> pending = new ArrayList<>();
            for (int i = 0; i < ROWS_PER_KILL; i++) {
                pending.add(session.executeAsync(insert.bind(round, i, tagsOf(i))));
                if (pending.size() == ROWS_AT_ONCE) {
                    awaitAll(pending);
                }
            }
            awaitAll(pending);
        }
    }

    private static void awaitAll(List<CompletionStage<?>> pending) {
        pending.forEach(write -> write.toCompletableFuture().join());
        pending.clear();
    }

    private static Map<String, String> tagsOf(int row) {
        return Map.of("host", "h" + row % 5, "n" + row % 3, Integer.toString(row));
    }

    /** Flushes and compacts in turn until the node is killed. */
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

    private static void write(OperatorVerbs verbs, ProbeTables tables, long seed) throws IOException {
        tables.write(seed);
        verbs.shared().flush();
    }

    private void runVerbs(OperatorVerbs verbs, ProbeTables tables) throws IOException {
        List<String> written = tables.content();
        Map<String, Verb> all = new LinkedHashMap<>();
        all.put("verify", () -> verbs.verify(false));
        all.put("verify, every row", () -> verbs.verify(true));
        all.put("compact", () -> verbs.shared().compact());
        all.put("cleanup", verbs::cleanup);
        all.put("scrub", () -> verbs.scrub("tags", "wide", "hits"));
        all.put("garbagecollect", verbs::garbageCollect);
        all.put("upgradesstables", () -> verbs.upgrade(true));
        for (Map.Entry<String, Verb> verb : all.entrySet()) {
            verb.getValue().run();
            assertEquals(written, tables.content(), verb.getKey());
        }
        files.assertFormat(true);
    }

    /** An action of an operator. */
    @FunctionalInterface
    private interface Verb {
        void run() throws IOException;
    }

    /** Checks that the operator's page documents every figure of the virtual table. */
    private static void assertFiguresAreExplained(CqlSession session) throws IOException {
        String page = Files.readString(PAGE);
        List<Row> rows = session.execute("SELECT name FROM system_schema_catalogue.status")
                .all();
        assertTrue(rows.size() > 20, "figures=" + rows.size());
        for (Row row : rows) {
            String name = "`" + row.getString("name") + "`";
            assertTrue(page.contains(name), "docs/catalogue.md lacks " + name);
        }
    }

    private static long definitionsOf(CqlSession session) {
        return session.execute("SELECT value FROM system_schema_catalogue.status WHERE name = 'definitions'")
                .one()
                .getLong("value");
    }

    private static void awaitDefinitions(NodeProcess node) throws IOException {
        try (CqlSession session = node.session()) {
            Polling.until("definitions", () -> definitionsOf(session) > 0);
        }
    }

    private static List<String> contentOf(NodeProcess node) throws IOException {
        try (CqlSession session = node.session()) {
            return new ProbeTables(session, 1).content();
        }
    }

    private static void run(NodeProcess node, String program, String... arguments) throws IOException {
        ToolResult result = node.run(program, arguments);
        assertEquals(0, result.exitCode(), program + ": " + result.output());
    }

    /** Restores tables from their snapshots, half of them by import, half by sstableloader. */
    private void importAndLoad(NodeProcess node, OperatorVerbs verbs, CqlSession session) throws IOException {
        ProbeTables tables = new ProbeTables(session, 1);
        List<String> written = tables.content();
        for (String table : List.of("tags", "wide")) {
            verbs.shared().importSSTables(table, snapshotAndTruncate(verbs, session, table), true);
        }
        NodePorts ports = node.home().ports();
        for (String table : List.of("mixed", "hits")) {
            run(
                    node,
                    "bin/sstableloader",
                    "-d",
                    ports.address(),
                    "-p",
                    Integer.toString(ports.cql()),
                    "-sp",
                    Integer.toString(ports.storage()),
                    snapshotAndTruncate(verbs, session, table).toString());
        }
        assertEquals(written, tables.content(), "import and sstableloader");
        files.assertFormat(true);
    }

    private Path snapshotAndTruncate(OperatorVerbs verbs, CqlSession session, String table) throws IOException {
        verbs.snapshot("kept", table);
        Path copy = Files.createDirectories(
                directory.resolve("kept").resolve(ProbeTables.KEYSPACE).resolve(table));
        for (Path file : TableFiles.list(files.directory(table).resolve("snapshots/kept"))) {
            Files.copy(file, copy.resolve(file.getFileName()));
        }
        session.execute("TRUNCATE probe." + table);
        return copy;
    }

    /** Drops a column and adds it again, adds a new one, and renames a key column; rows must behave as in Cassandra. */
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
        String first = files.of("tags").get(0).toString();
        ToolResult dump = node.run("tools/bin/sstabledump", first);
        assertEquals(0, dump.exitCode(), dump.output());
        assertTrue(dump.output().contains("\"datacenter\""), dump.output());
        ToolResult metadata = node.run("tools/bin/sstablemetadata", first);
        assertEquals(0, metadata.exitCode(), metadata.output());
        assertTrue(metadata.output().contains("totalRows"), metadata.output());
    }

    /** Runs the operator tools, also through a link: they print their result alone, and write nothing to the node's log. */
    private void runOperatorTools(NodeProcess node) throws IOException {
        long logBytes = Files.size(node.home().logFile());
        Path script = node.home().program("bin/ssdtier");
        ToolResult stats = node.run(
                script.toString(),
                "catalogue",
                "stats",
                directory.resolve("node/data/schema_catalogue").toString());
        assertEquals(0, stats.exitCode(), stats.output());
        assertTrue(stats.output().startsWith("instance "), stats.output());
        assertEquals(4, stats.output().lines().count(), stats.output());
        Path link = Files.createSymbolicLink(directory.resolve("operator-tools"), script);
        String tier = node.home().tierDirectory().toString();
        ToolResult inspection = node.run(link.toString(), "inspect", tier);
        assertEquals(0, inspection.exitCode(), inspection.output());
        assertTrue(inspection.output().startsWith("directory=" + tier + "\nmanifest  clean"), inspection.output());
        assertEquals(logBytes, Files.size(node.home().logFile()));
    }

    /** Runs the offline tools that open or rewrite SSTables; the node is down. */
    private void runOfflineTools(NodeProcess node) throws IOException {
        run(node, "bin/sstableverify", "-f", "-e", ProbeTables.KEYSPACE, "tags");
        List<Path> before = files.of("wide");
        run(node, "bin/sstableupgrade", ProbeTables.KEYSPACE, "wide");
        assertNotEquals(before, files.of("wide"), "rewritten");
        before = files.of("hits");
        run(node, "bin/sstablescrub", ProbeTables.KEYSPACE, "hits");
        assertNotEquals(before, files.of("hits"), "rewritten");
        files.assertFormat(true);
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
