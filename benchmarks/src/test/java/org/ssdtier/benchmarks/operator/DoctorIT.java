package org.ssdtier.benchmarks.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.benchmarks.node.InstallerJar;
import org.ssdtier.benchmarks.node.NodeJmx;
import org.ssdtier.benchmarks.node.NodePorts;
import org.ssdtier.benchmarks.node.NodeProcess;
import org.ssdtier.benchmarks.node.NodeSettings;
import org.ssdtier.benchmarks.node.SmallTier;
import org.ssdtier.benchmarks.node.ToolResult;
import org.ssdtier.segmentlog.checks.Polling;

/**
 * Tests of {@code doctor} on a good node, and on bad ones that differ from it in one thing: each is found, with a remedy. The
 * node runs in the first tests and is down in the others.
 */
@Tag("integration")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class DoctorIT {
    private NodeProcess node;
    private InstallerJar installer;
    private String yaml;

    @BeforeAll
    void start(@TempDir Path directory) throws IOException {
        installer = InstallerJar.locate();
        NodeSettings settings = SmallTier.on(NodeSettings.in(directory.resolve("node")))
                .heap("384M")
                .ports(NodePorts.free())
                .build();
        node = NodeProcess.start(settings);
        yaml = Files.readString(node.home().yamlFile());
    }

    @AfterAll
    void stop() throws IOException {
        node.close();
    }

    @Test
    @Order(1)
    void goodNode_hasNoFailure() throws IOException {
        ToolResult result = examine();
        assertEquals(0, result.exitCode(), result.output());
        for (String line : List.of("OK    jar ", "OK    yaml ", "OK    directory ", "OK    state       ONLINE")) {
            assertTrue(result.output().contains(line), line + " in: " + result.output());
        }
        assertTrue(failures(result).isEmpty(), result.output());
    }

    @Test
    @Order(2)
    void nodeThatHasLostItsDirectory_fails() throws IOException {
        Path tier = node.home().tierDirectory();
        Path aside = Files.move(tier, tier.resolveSibling("lost"));
        Files.writeString(tier, "");
        try (NodeJmx jmx = node.jmx()) {
            Polling.until("OFFLINE", () -> jmx.tierState().equals("OFFLINE"));
            ToolResult result = examine();
            assertEquals(1, result.exitCode(), result.output());
            assertTrue(result.output().contains("FAIL  state       OFFLINE"), result.output());
            assertTrue(result.output().contains("no restart is needed"), result.output());
        } finally {
            Files.delete(tier);
            Files.move(aside, tier);
            node.stop();
        }
    }

    @Test
    @Order(3)
    void missingJar_fails() throws IOException {
        Path jar = dropInJar();
        Path aside = Files.move(jar, node.home().directory().resolve("aside.jar"));
        assertOneFailure("jar", "this is stock Cassandra", "-> Stop the node and run: java -jar");
        Files.move(aside, jar);
    }

    @Test
    @Order(3)
    void damagedJar_fails() throws IOException {
        Path jar = dropInJar();
        Path aside = Files.move(jar, node.home().directory().resolve("aside.jar"));
        byte[] bytes = Files.readAllBytes(aside);
        Files.write(jar, java.util.Arrays.copyOf(bytes, bytes.length / 2));
        assertOneFailure("jar", "damaged", "-> ");
        Files.move(aside, jar, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    }

    @Test
    @Order(3)
    void rowCacheOfNoSize_fails() throws IOException {
        configure("(?m)^row_cache_size: .*$", "row_cache_size: 0MiB");
        assertOneFailure("yaml", "row_cache_size=0MiB switches the row cache off", "-> ");
    }

    @Test
    @Order(3)
    void unknownOption_fails() throws IOException {
        configure("(?m)^ssd_row_cache:$", "ssd_row_cache:\n  sice: 64GiB");
        assertOneFailure("yaml", "ssd_row_cache.sice: no such key; allowed: enabled", "-> ");
    }

    @Test
    @Order(3)
    void directoryThatCassandraUses_fails() throws IOException {
        configure("(?m)^(  directory: ).*$", "$1" + node.home().directory().resolve("data/data/cache"));
        assertOneFailure("directory", "is inside Cassandra's own directory", "-> ");
    }

    private void configure(String pattern, String replacement) throws IOException {
        String changed = yaml.replaceFirst(pattern, replacement);
        assertNotEquals(yaml, changed, pattern);
        Files.writeString(node.home().yamlFile(), changed);
    }

    /** Checks that there is one failure, with its remedy; then the configuration is the good one again. */
    private void assertOneFailure(String check, String found, String remedy) throws IOException {
        ToolResult result = examine();
        Files.writeString(node.home().yamlFile(), yaml);
        assertEquals(1, result.exitCode(), result.output());
        List<String> failures = failures(result);
        assertEquals(1, failures.size(), result.output());
        assertTrue(failures.get(0).startsWith("FAIL  " + check + " "), result.output());
        assertTrue(failures.get(0).contains(found), result.output());
        assertTrue(result.output().contains(remedy), result.output());
    }

    private static List<String> failures(ToolResult result) {
        return result.output().lines().filter(line -> line.startsWith("FAIL")).toList();
    }

    /** By the runnable jar, which needs no jar in the home. */
    private ToolResult examine() throws IOException {
        return installer.run("doctor", node.home().directory());
    }

    private Path dropInJar() throws IOException {
        try (Stream<Path> jars = Files.list(node.home().directory().resolve("lib"))) {
            return jars.filter(jar -> jar.getFileName().toString().startsWith("000-cassandra-ssdtier-"))
                    .findFirst()
                    .orElseThrow();
        }
    }
}
