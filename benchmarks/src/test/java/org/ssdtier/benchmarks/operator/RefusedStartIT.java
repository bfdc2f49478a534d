package org.ssdtier.benchmarks.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ssdtier.benchmarks.node.NodeHome;
import org.ssdtier.benchmarks.node.NodePorts;
import org.ssdtier.benchmarks.node.NodeSettings;
import org.ssdtier.benchmarks.node.ToolResult;

/** Tests that a start with invalid options is refused, with key, value, allowed range and remedy on the terminal. */
@Tag("integration")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class RefusedStartIT {
    private static final int REFUSED = 3;

    private Path directory;
    private NodeHome home;
    private String yaml;

    @BeforeAll
    void assemble(@TempDir Path given) throws IOException {
        directory = given;
        NodeSettings settings = NodeSettings.in(directory.resolve("node"))
                .heap("256M")
                .ports(NodePorts.free())
                .yaml("ssd_row_cache.size", "128MiB")
                .build();
        home = NodeHome.prepare(settings);
        yaml = Files.readString(home.yamlFile());
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = "=>",
            value = {
                "segment_size => 64MiB => ssd_row_cache.size=128MiB cannot be used; allowed: 256MiB to 4096GiB.",
                "index_memory => 1KiB => ssd_row_cache.index_memory=1KiB cannot be used; allowed: 64KiB to ",
                "directory => /dev/null/tier => ssd_row_cache.directory=/dev/null/tier",
                "admission => sometimes => ssd_row_cache.admission=sometimes cannot be used; allowed: all | second_sight.",
                "no_such_key => 1 => Please remove properties [no_such_key] from your cassandra.yaml",
            })
    void wrongOption_refusesTheStart(String key, String value, String expected) throws Exception {
        Files.writeString(home.yamlFile(), withOption(key, value));
        assertRefused(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = "=>",
            value = {
                "flush => forever => write_lifetimes.flush=forever cannot be used; allowed: none | short | medium | long | extreme.",
                "no_such_key => short => Please remove properties [no_such_key] from your cassandra.yaml",
            })
    void wrongLifetime_refusesTheStart(String key, String value, String expected) throws Exception {
        String block = "write_lifetimes:\n  enabled: true\n  " + key + ": " + value + "\n";
        Files.writeString(home.yamlFile(), yaml + block);
        assertRefused(expected);
    }

    /** The loader itself refuses the value, so its stack follows; the first line that names the key is ours. */
    @ParameterizedTest
    @CsvSource(
            delimiterString = "=>",
            value = {
                "segment_size => 32Megs => 32Megs cannot be used; allowed: 1MiB to 256MiB",
                "size => 1GB => 1GB cannot be used; allowed: ",
            })
    void valueThatTheLoaderRefuses_isNamedInOneLineBeforeTheStack(String key, String value, String expected)
            throws Exception {
        Files.writeString(home.yamlFile(), withOption(key, value));
        ToolResult start = run("bin/cassandra", "-f");
        assertEquals(REFUSED, start.exitCode(), start.output());
        String first = start.output()
                .lines()
                .filter(line -> line.contains("ssd_row_cache") || line.contains(value) || line.startsWith("\tat "))
                .findFirst()
                .orElse("");
        assertTrue(first.contains("cassandra.yaml: ssd_row_cache." + key + "=" + expected), start.output());
    }

    @Test
    void blockWithoutTheJar_refusesTheStartAndNamesTheBlock() throws Exception {
        Files.writeString(home.yamlFile(), yaml);
        Path jar = dropInJar();
        Path aside = Files.move(jar, directory.resolve(jar.getFileName()));
        try {
            assertRefused("Please remove properties [ssd_row_cache] from your cassandra.yaml");
        } finally {
            Files.move(aside, jar);
        }
    }

    /** An offline tool is refused, too: it would write SSTables with woven classes of another release. */
    @Test
    void jarForAnotherCassandra_refusesTheStartAndTheTools_andSaysWhatToDo() throws Exception {
        String refusal =
                "This drop-in jar was built for another Cassandra: org.apache.cassandra.config.Config has SHA-256";
        Files.writeString(home.yamlFile(), yaml);
        Path jar = dropInJar();
        Path aside = Files.copy(jar, directory.resolve(jar.getFileName()));
        try {
            pretendAnotherCassandra(jar);
            assertRefused(refusal);
            ToolResult tool = run(
                    "tools/bin/sstablemetadata",
                    directory.resolve("no-such-Data.db").toString());
            assertTrue(tool.output().contains(refusal), tool.output());
            assertNotEquals(0, tool.exitCode(), tool.output());
        } finally {
            Files.delete(jar);
            Files.move(aside, jar);
        }
    }

    private void assertRefused(String expected) throws IOException, InterruptedException {
        ToolResult start = run("bin/cassandra", "-f");
        assertTrue(start.output().contains(expected), start.output());
        assertEquals(REFUSED, start.exitCode(), start.output());
    }

    private ToolResult run(String program, String argument) throws IOException, InterruptedException {
        Path output = directory.resolve("output.log");
        ProcessBuilder process = new ProcessBuilder(home.program(program).toString(), argument)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        process.environment().remove("CLASSPATH");
        int exitCode = process.start().waitFor();
        return new ToolResult(exitCode, Files.readString(output));
    }

    /** Returns the configuration with one key of the tier changed or added. */
    private String withOption(String key, String value) {
        String line = "  " + key + ": " + value;
        String changed = yaml.replaceAll("(?m)^  " + key + ":.*$", line);
        return changed.contains(line) ? changed : yaml.replaceFirst("(?m)^ssd_row_cache:$", "ssd_row_cache:\n" + line);
    }

    private Path dropInJar() throws IOException {
        try (Stream<Path> jars = Files.list(home.directory().resolve("lib"))) {
            return jars.filter(jar -> jar.getFileName().toString().startsWith("000-cassandra-ssdtier-"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static void pretendAnotherCassandra(Path jar) throws IOException {
        try (FileSystem files = FileSystems.newFileSystem(URI.create("jar:" + jar.toUri()), Map.of())) {
            Path list = files.getPath("META-INF/ssdtier/woven-classes.properties");
            String changed = Files.readString(list)
                    .replaceFirst("(?m)^(org\\.apache\\.cassandra\\.config\\.Config=).{4}", "$1" + "0000");
            Files.write(list, changed.getBytes(StandardCharsets.UTF_8));
        }
    }
}
