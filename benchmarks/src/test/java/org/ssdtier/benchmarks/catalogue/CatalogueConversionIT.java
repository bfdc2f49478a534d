package org.ssdtier.benchmarks.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.datastax.oss.driver.api.core.CqlSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.benchmarks.node.NodeJmx;
import org.ssdtier.benchmarks.node.NodePorts;
import org.ssdtier.benchmarks.node.NodeProcess;
import org.ssdtier.benchmarks.node.NodeSettings;

/** Tests that convert the tables of a node to the format {@code catalogued} and back, under client load. */
@Tag("integration")
final class CatalogueConversionIT {
    private static final int CONVERSIONS = 4;
    private static final int OPERATIONS_BETWEEN = 500;
    private static final List<String> TABLES = tables();

    private final Path directory;
    private final NodePorts ports;
    private final TableFiles files;

    CatalogueConversionIT(@TempDir Path directory) throws IOException {
        this.directory = directory;
        ports = NodePorts.free();
        files = new TableFiles(directory.resolve("node"));
    }

    /**
     * Starts with Cassandra's own format, converts several times with ALTER TABLE and upgradesstables, and finally
     * removes the jar.
     */
    @Test
    void conversionUnderLoad_thereAndBack_noOperationFailsAndNoAnswerChanges() throws Exception {
        List<String> written;
        try (NodeProcess node = NodeProcess.start(stock());
                CqlSession session = node.session();
                NodeJmx jmx = node.jmx()) {
            ProbeTables tables = new ProbeTables(session, 1);
            tables.create();
            ClientLoad.createTable(session);
            tables.write(0);
            new OperatorVerbs(jmx).shared().flush();
            written = tables.content();
            files.assertFormat(false);
        }
        ClientLoad load;
        try (NodeProcess node = NodeProcess.start(withJar());
                CqlSession session = node.session();
                NodeJmx jmx = node.jmx()) {
            load = convert(session, new OperatorVerbs(jmx), written);
            assertNoErrors(node);
        }
        try (NodeProcess node = NodeProcess.start(stock());
                CqlSession session = node.session()) {
            assertEquals(written, new ProbeTables(session, 1).content(), "jar out");
            load.assertEveryRow(session);
        }
    }

    private ClientLoad convert(CqlSession session, OperatorVerbs verbs, List<String> written) throws Exception {
        ProbeTables tables = new ProbeTables(session, 1);
        assertEquals(written, tables.content(), "jar in");
        try (ClientLoad load = ClientLoad.start(session)) {
            for (int i = 0; i < CONVERSIONS; i++) {
                boolean there = i % 2 == 0;
                load.await(OPERATIONS_BETWEEN);
                verbs.shared().flush();
                for (String table : TABLES) {
                    session.execute(
                            "ALTER TABLE probe." + table + " WITH extensions = {'schema_catalogue': '" + there + "'}");
                }
                long before = load.operations();
                verbs.upgrade(false);
                assertTrue(load.operations() > before, "operations during the conversion");
                files.assertFormat(there, TABLES);
                load.await(OPERATIONS_BETWEEN);
                assertEquals(written, tables.content(), "conversion " + i);
            }
            load.stop();
            load.assertEveryRow(session);
            return load;
        }
    }

    private static void assertNoErrors(NodeProcess node) throws IOException {
        List<String> errors = Files.readAllLines(node.home().logFile()).stream()
                .filter(line -> line.startsWith("ERROR"))
                .toList();
        assertEquals(List.of(), errors);
    }

    private static List<String> tables() {
        List<String> names = new ArrayList<>(ProbeTables.NAMES);
        names.add("live");
        return List.copyOf(names);
    }

    private NodeSettings stock() {
        return settings().stock(true).build();
    }

    private NodeSettings withJar() {
        return settings()
                .ssdSize("64MiB")
                .yaml("ssd_row_cache.segment_size", "4MiB")
                .yaml("schema_catalogue.enabled", "true")
                .build();
    }

    private NodeSettings.Builder settings() {
        return NodeSettings.in(directory.resolve("node"))
                .heap("384M")
                .ports(ports)
                .yaml("storage_compatibility_mode", "NONE");
    }
}
