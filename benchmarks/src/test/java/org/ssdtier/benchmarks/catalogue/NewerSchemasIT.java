package org.ssdtier.benchmarks.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.datastax.oss.driver.api.core.CqlSession;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.benchmarks.node.NodeJmx;
import org.ssdtier.benchmarks.node.NodePorts;
import org.ssdtier.benchmarks.node.NodeProcess;
import org.ssdtier.benchmarks.node.NodeSettings;
import org.ssdtier.benchmarks.node.NodeStartException;

/** Test of a start with a {@code Schemas.db} that a newer jar has written. */
@Tag("integration")
final class NewerSchemasIT {
    private static final int ROWS = 30;
    private static final String TABLE = "newer";
    /** The line that Cassandra logs when it replays its commit log. */
    private static final String REPLAY = "Replaying ";

    /** Without the weave, the node replays its commit log and joins the ring before it ends. */
    @Test
    void start_isRefusedBeforeTheCommitLogIsReplayed_andNothingIsLost(@TempDir Path directory) throws IOException {
        try (NodeProcess node = NodeProcess.start(settings(directory))) {
            try (CqlSession session = node.session();
                    NodeJmx jmx = node.jmx()) {
                session.execute("CREATE KEYSPACE " + ProbeTables.KEYSPACE
                        + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
                session.execute("CREATE TABLE probe." + TABLE + " (k int PRIMARY KEY, tags map<text, text>)");
                write(session, 0);
                new OperatorVerbs(jmx).shared().flush(TABLE);
                write(session, ROWS);
            }
            node.kill();
            Path data = new TableFiles(directory.resolve("node")).of(TABLE).get(0);
            Path file = data.resolveSibling(data.getFileName().toString().replace("-Data.db", "-Schemas.db"));
            byte[] whole = Files.readAllBytes(file);
            Files.write(file, newer(whole));
            int linesBefore = lines(node, REPLAY);
            NodeStartException refused = assertThrows(NodeStartException.class, node::restart);
            assertTrue(refused.getMessage().contains("Schemas.db of a version"), refused.getMessage());
            assertEquals(linesBefore, lines(node, REPLAY), "the commit log was replayed");

            Files.write(file, whole);
            node.restart();
            assertEquals(linesBefore + 1, lines(node, REPLAY));
            try (CqlSession session = node.session()) {
                assertEquals(
                        2 * ROWS,
                        session.execute("SELECT k, tags FROM probe." + TABLE)
                                .all()
                                .size());
            }
        }
    }

    private static void write(CqlSession session, int from) {
        for (int k = from; k < from + ROWS; k++) {
            session.execute("INSERT INTO probe." + TABLE + " (k, tags) VALUES (" + k + ", {'host': 'h', 'rack': 'r'})");
        }
    }

    private static int lines(NodeProcess node, String text) throws IOException {
        return (int) Files.readString(node.home().logFile())
                .lines()
                .filter(line -> line.contains(text))
                .count();
    }

    /** Returns the file with the version after the current one, and the checksum that belongs to it. */
    private static byte[] newer(byte[] whole) {
        ByteBuffer newer = ByteBuffer.wrap(whole.clone()).order(ByteOrder.LITTLE_ENDIAN);
        newer.putShort(4, (short) 3);
        CRC32C crc = new CRC32C();
        crc.update(newer.slice(0, 20));
        newer.putInt(20, (int) crc.getValue());
        return newer.array();
    }

    private static NodeSettings settings(Path directory) throws IOException {
        return NodeSettings.in(directory.resolve("node"))
                .heap("384M")
                .ports(NodePorts.free())
                .ssdSize("64MiB")
                .yaml("ssd_row_cache.segment_size", "4MiB")
                .yaml(
                        "disk_failure_policy",
                        "ignore") // with stop, the default, Cassandra itself ends at the first file
                .yaml("storage_compatibility_mode", "NONE")
                .yaml("schema_catalogue.enabled", "true")
                .yaml("schema_catalogue.tables", "[\"probe.*\"]")
                .build();
    }
}
