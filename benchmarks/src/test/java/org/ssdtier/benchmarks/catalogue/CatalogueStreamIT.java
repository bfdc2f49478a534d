package org.ssdtier.benchmarks.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.datastax.oss.driver.api.core.CqlSession;
import java.io.IOException;
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

/**
 * Two nodes that write the same tables in the format {@code catalogued}: whatever streams from one to the other, in parts or
 * whole SSTables, the other answers alike, alone.
 */
@Tag("integration")
final class CatalogueStreamIT {
    @TempDir
    private Path directory;

    private final NodePorts firstPorts;
    private final NodePorts secondPorts;

    CatalogueStreamIT() throws IOException {
        firstPorts = NodePorts.free();
        secondPorts = NodePorts.free();
    }

    @Test
    void bootstrapRepairAndRebuild_theOtherNodeAnswersAlike() throws IOException {
        List<String> written;
        try (NodeProcess first = NodeProcess.start(first(false));
                CqlSession session = first.session()) {
            ProbeTables tables = new ProbeTables(session, 2);
            tables.create();
            write(first, tables, 0);
            write(first, tables, 1);
            written = tables.content();
            try (NodeProcess second = NodeProcess.start(second(false))) {
                assertStreamed(second, "bootstrap");
            }
        }
        assertEquals(written, contentOf(second(false)), "bootstrap, in parts");

        written = repairWhatTheSecondMissed();
        assertEquals(written, contentOf(second(false)), "repair, in parts");

        dropSSTables(tableRoot("second"));
        try (NodeProcess first = NodeProcess.start(first(true));
                NodeProcess second = NodeProcess.start(second(true))) {
            assertTrue(first.isAlive());
            run(second, "rebuild", "-ks", ProbeTables.KEYSPACE);
            assertStreamed(second, "rebuild");
        }
        assertEquals(written, contentOf(second(true)), "rebuild, whole SSTables");
    }

    /** The second node is down while the first is written to; counters are left alone, they would be written twice. */
    private List<String> repairWhatTheSecondMissed() throws IOException {
        try (NodeProcess first = NodeProcess.start(first(false));
                CqlSession session = first.session()) {
            ProbeTables tables = new ProbeTables(session, 2);
            write(first, tables, 2);
            try (NodeProcess second = NodeProcess.start(second(false))) {
                assertTrue(second.isAlive());
                run(first, "repair", "-full", ProbeTables.KEYSPACE);
            }
            return tables.content();
        }
    }

    private NodeSettings first(boolean whole) {
        return settings("first", firstPorts, whole).build();
    }

    private NodeSettings second(boolean whole) {
        return settings("second", secondPorts, whole)
                .seeds(firstPorts.address() + ":" + firstPorts.storage())
                .build();
    }

    private NodeSettings.Builder settings(String name, NodePorts ports, boolean whole) {
        return NodeSettings.in(directory.resolve(name))
                .heap("384M")
                .ports(ports)
                .ssdSize("64MiB")
                .yaml("ssd_row_cache.segment_size", "4MiB")
                .yaml("storage_compatibility_mode", "NONE")
                .yaml("hinted_handoff_enabled", "false")
                .yaml("auto_snapshot", "false")
                .yaml("stream_entire_sstables", Boolean.toString(whole))
                .yaml("schema_catalogue.enabled", "true")
                .yaml("schema_catalogue.tables", "[\"probe.*\"]")
                .jvmOption("-Dcassandra.reset_bootstrap_progress=true") // or rebuild does not stream what bootstrap did
                .jvmOption("-Dcassandra.ring_delay_ms=2000")
                .jvmOption("-Dcassandra.superuser_setup_delay_ms=0");
    }

    private static void write(NodeProcess node, ProbeTables tables, long seed) throws IOException {
        tables.write(seed);
        run(node, "flush", ProbeTables.KEYSPACE);
    }

    private static void run(NodeProcess node, String... verb) throws IOException {
        ToolResult result = node.nodetool(verb);
        assertEquals(0, result.exitCode(), List.of(verb) + ": " + result.output());
    }

    /** A node that is no seed would not start while its seed is down. */
    private List<String> contentOf(NodeSettings second) throws IOException {
        NodeSettings alone = second.toBuilder()
                .seeds(secondPorts.address() + ":" + secondPorts.storage())
                .build();
        try (NodeProcess node = NodeProcess.start(alone);
                CqlSession session = node.session()) {
            return new ProbeTables(session, 2).content();
        }
    }

    private void assertStreamed(NodeProcess second, String how) throws IOException {
        assertTrue(second.isAlive());
        for (Path table : directories(tableRoot("second"))) {
            List<Path> data = sstableFiles(table).stream()
                    .filter(file -> file.toString().endsWith("-Data.db"))
                    .toList();
            assertFalse(data.isEmpty(), how + " " + table);
            for (Path file : data) {
                assertTrue(file.toString().contains("-catalogued-"), how + " " + file);
            }
        }
    }

    private Path tableRoot(String node) {
        return directory.resolve(node).resolve("data/data").resolve(ProbeTables.KEYSPACE);
    }

    private static void dropSSTables(Path root) throws IOException {
        for (Path table : directories(root)) {
            for (Path file : sstableFiles(table)) {
                Files.delete(file);
            }
        }
    }

    private static List<Path> directories(Path of) throws IOException {
        try (Stream<Path> paths = Files.list(of)) {
            return paths.filter(Files::isDirectory).toList();
        }
    }

    private static List<Path> sstableFiles(Path of) throws IOException {
        try (Stream<Path> paths = Files.list(of)) {
            return paths.filter(Files::isRegularFile).toList();
        }
    }
}
