package org.ssdtier.benchmarks.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.datastax.oss.driver.api.core.CqlSession;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.benchmarks.node.NodePorts;
import org.ssdtier.benchmarks.node.NodeProcess;
import org.ssdtier.benchmarks.node.NodeSettings;
import org.ssdtier.benchmarks.node.ToolResult;

/** All that an operator does with SSTables, on a node that writes tables in the format {@code catalogued}, and the way back. */
@Tag("integration")
final class CatalogueIT {
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
                write(node, tables, 2);
                written = tables.content();
            }
            dumpAndDescribe(node);
            node.restart();
            assertEquals(written, contentOf(node), "restart");
            node.kill();
            deleteTree(directory.resolve("node/data/schema_catalogue"));
            node.restart();
            assertEquals(written, contentOf(node), "restart after kill -9, catalogue's directory deleted");
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
            run(node, List.of("upgradesstables", "-a", ProbeTables.KEYSPACE));
            assertFormats(true);
            assertEquals(written, contentOf(node), "converted");
        }
        try (NodeProcess node = NodeProcess.start(
                settings().yaml("schema_catalogue.tables", "[]").build())) {
            assertFormats(true);
            assertEquals(written, contentOf(node), "no longer chosen");
            run(node, List.of("upgradesstables", "-a", ProbeTables.KEYSPACE));
            assertFormats(false);
            assertEquals(written, contentOf(node), "converted back");
        }
        try (NodeProcess node = NodeProcess.start(stock)) {
            assertEquals(written, contentOf(node), "jar out");
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
        run(node, List.of("snapshot", "-t", "kept", ProbeTables.KEYSPACE));
        Path exchange = directory.resolve("exchange");
        for (String table : ProbeTables.NAMES) {
            Path to = Files.createDirectories(
                    exchange.resolve(ProbeTables.KEYSPACE).resolve(table));
            for (Path file : files(tableDirectory(table).resolve("snapshots/kept"))) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
            session.execute("TRUNCATE probe." + table);
            run(node, List.of("import", ProbeTables.KEYSPACE, table, to.toString()));
        }
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
