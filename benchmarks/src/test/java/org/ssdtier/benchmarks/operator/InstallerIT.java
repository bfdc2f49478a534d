package org.ssdtier.benchmarks.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.datastax.oss.driver.api.core.CqlSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.benchmarks.node.InstallerJar;
import org.ssdtier.benchmarks.node.NodeJmx;
import org.ssdtier.benchmarks.node.NodePorts;
import org.ssdtier.benchmarks.node.NodeProcess;
import org.ssdtier.benchmarks.node.NodeSettings;
import org.ssdtier.benchmarks.node.ToolResult;
import org.ssdtier.benchmarks.node.YamlSwitch;

/** Tests the way from stock Cassandra to the tier and back, with the runnable jar of the build. */
@Tag("integration")
final class InstallerIT {
    private static final Map<String, String> SWITCHED_ON = Map.of(
            "row_cache_size", "64MiB",
            "ssd_row_cache.size", "256MiB",
            "ssd_row_cache.index_memory", "16MiB");

    @TempDir
    private Path directory;

    @Test
    void stockNode_isInstalledAndSwitchedOn_andUninstalledAgain() throws Exception {
        NodeSettings settings = NodeSettings.in(directory.resolve("node"))
                .stock(true)
                .heap("384M")
                .ports(NodePorts.free())
                .build();
        try (NodeProcess node = NodeProcess.start(settings)) {
            InstallerJar installer = InstallerJar.locate();
            Path home = node.home().directory();
            List<String> stock = files(home);
            ToolResult running = installer.run("install", home);
            assertEquals(1, running.exitCode(), running.output());
            assertTrue(running.output().contains("pid=" + node.pid()), running.output());
            try (CqlSession session = node.session()) {
                createTable(session);
            }
            node.stop();

            assertDone(installer.run("install", home), "installed ");
            assertDone(installer.run("verify", home), "sound: ");
            YamlSwitch yaml = YamlSwitch.of(node.home());
            yaml.on(SWITCHED_ON);
            node.restart();
            try (CqlSession session = node.session();
                    NodeJmx jmx = node.jmx()) {
                assertTrue(jmx.hasTier());
                readTable(session);
                readTable(session);
                assertEquals(0, node.nodetool("ssdrowcache", "stats").exitCode());
            }
            node.stop();

            ToolResult refused = installer.run("uninstall", home);
            assertEquals(1, refused.exitCode(), refused.output());
            assertTrue(refused.output().contains("keys=[ssd_row_cache]"), refused.output());
            yaml.off();
            assertDone(installer.run("uninstall", home), "is stock Cassandra");
            assertEquals(stock, files(home));
            node.restart();
            try (CqlSession session = node.session();
                    NodeJmx jmx = node.jmx()) {
                assertFalse(jmx.hasTier());
                readTable(session);
            }
        }
    }

    private static void createTable(CqlSession session) {
        session.execute("CREATE KEYSPACE installed"
                + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
        session.execute("CREATE TABLE installed.rows (id int PRIMARY KEY, text text)"
                + " WITH caching = {'keys': 'ALL', 'rows_per_partition': 'ALL'}");
        session.execute("INSERT INTO installed.rows (id, text) VALUES (1, 'one')");
    }

    private static void readTable(CqlSession session) {
        assertEquals(
                "one",
                session.execute("SELECT text FROM installed.rows WHERE id = 1")
                        .one()
                        .getString("text"));
    }

    private static void assertDone(ToolResult result, String text) {
        assertEquals(0, result.exitCode(), result.output());
        assertTrue(result.output().contains(text), result.output());
    }

    /** Returns the files of a node that an installation may change. */
    private static List<String> files(Path home) throws IOException {
        List<String> names = new ArrayList<>();
        for (String part : List.of("bin", "lib", "tools/bin")) {
            try (Stream<Path> files = Files.list(home.resolve(part))) {
                files.forEach(file -> names.add(part + "/" + file.getFileName()));
            }
        }
        names.sort(null);
        return names;
    }
}
