package org.ssdtier.benchmarks.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the launcher overwrites only a node's home and stops only its node. */
@Tag("unit")
final class NodeHomeTest {
    private static final Instant WRITTEN = Instant.parse("2026-01-01T12:00:00Z");

    @TempDir
    private Path directory;

    /** Checked by removal: otherwise bin/cqlsh of another program is replaced. */
    @Test
    void prepare_overAForeignDirectory_isRefused_andLeavesItAlone() throws IOException {
        Path own = Files.createDirectories(directory.resolve("bin")).resolve("cqlsh");
        Files.writeString(own, "mine");
        NodeSettings settings = NodeSettings.in(directory).stock(true).build();
        IOException refused = assertThrows(IOException.class, () -> NodeHome.prepare(settings));
        assertTrue(refused.getMessage().contains("found=bin: not a node's home"), refused.getMessage());
        assertEquals("mine", Files.readString(own));
        assertFalse(Files.exists(directory.resolve("conf")));
    }

    @Test
    void claim_ofANewOrEmptyDirectory_orAHomeOfBefore_works() throws IOException {
        HomeMarker.claim(directory);
        HomeMarker.claim(directory);
        Path fresh = directory.resolve("fresh");
        HomeMarker.claim(fresh);
        assertTrue(Files.exists(fresh.resolve(HomeMarker.NAME)));
        Path before = directory.resolve("before");
        for (String name : List.of(
                "conf/cassandra.yaml",
                "0.version.txt",
                "bin/cassandra.in.sh",
                "lib/cassandra-all-" + CassandraRelease.version() + ".jar")) {
            Files.createDirectories(before.resolve(name).getParent());
            Files.createFile(before.resolve(name));
        }
        HomeMarker.claim(before);
        assertTrue(Files.exists(before.resolve(HomeMarker.NAME)));
    }

    /** Checked by removal: otherwise stop kills whatever process has that pid now. */
    @Test
    void running_pidOfAnotherProcess_isNotTheNode() throws IOException {
        Files.createDirectories(directory.resolve("run"));
        Files.createDirectories(directory.resolve("conf"));
        Files.createFile(directory.resolve("conf/cassandra.yaml"));
        Files.writeString(
                directory.resolve("run/cassandra.pid"),
                Long.toString(ProcessHandle.current().pid()));
        assertEquals(Optional.empty(), NodeHome.open(directory).running());
    }

    @Test
    void identity_isCommandLine_home_andAge() {
        Path home = Path.of("/srv/node");
        NodeIdentity node = new NodeIdentity(home, WRITTEN);
        String daemon = "org.apache.cassandra.service.CassandraDaemon";
        List<String> words = List.of("java", "-Dcassandra.storagedir=/srv/node/data", daemon);
        assertTrue(node.isOf(words, WRITTEN));
        assertTrue(node.isOf(List.of("bash", "/srv/node/bin/cassandra", "-p", "x"), WRITTEN.minusSeconds(9)));
        assertFalse(node.isOf(words, WRITTEN.plus(Duration.ofSeconds(3))), "another process now has its pid");
        assertFalse(node.isOf(List.of("java", "-Dcassandra.storagedir=/srv/node2/data", daemon), WRITTEN));
        assertFalse(node.isOf(List.of("vi", "/srv/node/conf/cassandra.yaml"), WRITTEN));
        assertFalse(node.isOf(List.of(), WRITTEN));
    }
}
