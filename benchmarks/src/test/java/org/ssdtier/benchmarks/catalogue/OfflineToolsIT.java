package org.ssdtier.benchmarks.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.benchmarks.node.NodeJmx;
import org.ssdtier.benchmarks.node.NodePorts;
import org.ssdtier.benchmarks.node.NodeProcess;
import org.ssdtier.benchmarks.node.NodeSettings;
import org.ssdtier.benchmarks.node.ToolResult;

/**
 * Tests of the offline tools that {@link CatalogueIT} does not run, on a levelled table of the format {@code
 * catalogued}.
 */
@Tag("integration")
final class OfflineToolsIT {
    private static final int ROWS = 6_000;
    private static final String TABLE = "leveled";

    private final Path directory;
    private final TableFiles files;

    OfflineToolsIT(@TempDir Path directory) {
        this.directory = directory;
        this.files = new TableFiles(directory.resolve("node"));
    }

    @Test
    void offlineTools_onCataloguedSstables_doTheirWorkAndChangeNoRow() throws IOException {
        try (NodeProcess node = NodeProcess.start(settings())) {
            List<String> written;
            try (CqlSession session = node.session();
                    NodeJmx jmx = node.jmx()) {
                OperatorVerbs verbs = new OperatorVerbs(jmx);
                write(session, verbs);
                written = content(session);
            }
            node.stop();
            assertTrue(metadata(node).contains("SSTable Level: 1"), "levelled");
            run(node, "tools/bin/sstablelevelreset", "--really-reset", ProbeTables.KEYSPACE, TABLE);
            assertFalse(metadata(node).contains("SSTable Level: 1"), "reset");
            String levels = run(node, "tools/bin/sstableofflinerelevel", ProbeTables.KEYSPACE, TABLE);
            assertTrue(levels.contains("New leveling"), levels);
            assertTrue(metadata(node).contains("Repaired at: 0"), "not repaired");
            run(node, "tools/bin/sstablerepairedset", arguments("--really-set", "--is-repaired"));
            assertFalse(metadata(node).contains("Repaired at: 0"), "repaired");
            run(node, "tools/bin/sstablerepairedset", arguments("--really-set", "--is-unrepaired"));
            String partitions = run(node, "tools/bin/sstablepartitions", arguments("--min-rows", "1"));
            assertTrue(partitions.contains("Partition: "), partitions);
            run(node, "tools/bin/sstableexpiredblockers", ProbeTables.KEYSPACE, TABLE);
            int before = files.of(TABLE).size();
            run(node, "tools/bin/sstablesplit", arguments("--no-snapshot", "-s", "1"));
            assertTrue(
                    files.of(TABLE).size() > before,
                    "SSTables=" + files.of(TABLE).size() + " before=" + before);
            run(node, "bin/sstableverify", "-f", "-e", ProbeTables.KEYSPACE, TABLE);
            files.assertFormat(true, List.of(TABLE));
            node.restart();
            try (CqlSession session = node.session()) {
                assertEquals(written, content(session), "restart after offline tools");
            }
        }
    }

    /** Writes four megabytes of incompressible data into one SSTable of level 1. */
    private static void write(CqlSession session, OperatorVerbs verbs) throws IOException {
        session.execute("CREATE KEYSPACE " + ProbeTables.KEYSPACE
                + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
        session.execute("CREATE TABLE probe." + TABLE + " (k int, c int, tags map<text, text>, PRIMARY KEY (k, c))"
                + " WITH compression = {'enabled': 'false'} AND compaction ="
                + " {'class': 'LeveledCompactionStrategy', 'sstable_size_in_mb': '160', 'enabled': 'false'}");
        PreparedStatement insert = session.prepare("INSERT INTO probe." + TABLE + " (k, c, tags) VALUES (?, ?, ?)");
        Random random = new Random(1);
        for (int i = 0; i < ROWS; i++) {
            byte[] noise = new byte[350];
            random.nextBytes(noise);
            session.execute(insert.bind(
                    i % 97,
                    i,
                    Map.of("host", "h" + i % 5, "n" + i % 3, HexFormat.of().formatHex(noise))));
            if (i % (ROWS / 3) == ROWS / 3 - 1) {
                verbs.shared().flush(TABLE);
            }
        }
        verbs.shared().compact(TABLE);
    }

    private static List<String> content(CqlSession session) {
        List<String> content = new ArrayList<>();
        for (Row row : session.execute("SELECT k, c, tags, writetime(tags) FROM probe." + TABLE)) {
            content.add(row.getFormattedContents());
        }
        assertEquals(ROWS, content.size());
        return content;
    }

    private String metadata(NodeProcess node) throws IOException {
        return run(node, "tools/bin/sstablemetadata", arguments());
    }

    /** Returns the options followed by the table's data files. */
    private String[] arguments(String... options) throws IOException {
        List<String> all = new ArrayList<>(List.of(options));
        files.of(TABLE).forEach(file -> all.add(file.toString()));
        return all.toArray(String[]::new);
    }

    private static String run(NodeProcess node, String program, String... arguments) throws IOException {
        ToolResult result = node.run(program, arguments);
        assertEquals(0, result.exitCode(), program + ": " + result.output());
        return result.output();
    }

    private NodeSettings settings() throws IOException {
        return NodeSettings.in(directory.resolve("node"))
                .heap("384M")
                .ports(NodePorts.free())
                .ssdSize("64MiB")
                .yaml("ssd_row_cache.segment_size", "4MiB")
                .yaml("storage_compatibility_mode", "NONE")
                .yaml("schema_catalogue.enabled", "true")
                .yaml("schema_catalogue.tables", "[\"probe.*\"]")
                .build();
    }
}
