package org.ssdtier.node.container;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.cassandra.config.Config;
import org.apache.cassandra.config.DataRateSpec;
import org.apache.cassandra.config.DataStorageSpec;
import org.apache.cassandra.config.DurationSpec;
import org.apache.cassandra.config.YamlConfigurationLoader;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ssdtier.node.container.ImageScript.Outcome;

/** The entrypoint of the image maps the environment to cassandra.yaml: every option, and nothing else. */
@Tag("unit")
final class EntrypointTest {
    private static final String YAML =
            """
            cluster_name: 'Test'
            # row_cache_size: the comment of Cassandra's own file
            row_cache_size: 0MiB
            storage_compatibility_mode: CASSANDRA_4
            """;

    private static final List<String> BLOCKS =
            List.of("ssd_row_cache", "ssd_key_index", "schema_catalogue", "write_lifetimes");

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"ssd_row_cache", "ssd_key_index", "schema_catalogue", "write_lifetimes"})
    void everyOption_reachesCassandrasConfiguration(String block) throws Exception {
        Map<String, String> environment = new LinkedHashMap<>(Map.of("CASSANDRA_ROW_CACHE_SIZE", "256MiB"));
        Field[] options = optionsOf(block);
        for (Field option : options) {
            environment.put(variable(block, option.getName()), valueFor(option));
        }
        ImageScript container = ImageScript.in(directory, YAML);
        Outcome outcome = container.start(environment, "cassandra", "-f");
        assertEquals(0, outcome.exitCode(), outcome.output());
        Object loaded = load(container, block);
        for (Field option : options) {
            String value = String.valueOf(option.get(loaded)).replaceAll("[\\[\\] ]", "");
            assertEquals(valueFor(option), value, option.getName());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ssd_row_cache", "ssd_key_index", "schema_catalogue", "write_lifetimes"})
    void misspeltOption_isRefusedWithTheAllowedOnes(String block) throws Exception {
        ImageScript container = ImageScript.in(directory, YAML);
        String wrong = variable(block, "szie");
        Outcome outcome = container.start(Map.of(wrong, "1GiB"));
        assertEquals(2, outcome.exitCode(), outcome.output());
        String begin = "ssdtier-entrypoint: " + wrong + ": no such option; allowed: ";
        assertTrue(outcome.output().startsWith(begin), outcome.output());
        Set<String> allowed = Arrays.stream(optionsOf(block))
                .map(option -> variable(block, option.getName()))
                .collect(Collectors.toCollection(TreeSet::new));
        allowed.add("CASSANDRA_" + block.toUpperCase(Locale.ROOT));
        String named = outcome.output().substring(begin.length()).strip();
        assertEquals(allowed, new TreeSet<>(Set.of(named.split(" "))));
        assertEquals(YAML, Files.readString(container.yaml()));
    }

    @Test
    void nothingOfOurs_leavesTheFileAlone() throws Exception {
        ImageScript container = ImageScript.in(directory, YAML);
        Outcome outcome =
                container.start(Map.of("CASSANDRA_CLUSTER_NAME", "other", "CASSANDRA_SSD_ROW_CACHE_SIZE", ""));
        assertEquals(0, outcome.exitCode(), outcome.output());
        assertEquals("next: \noptions:\n", outcome.output());
        assertEquals(YAML, Files.readString(container.yaml()));
    }

    /** A volume may keep the file: the block goes with the environment, but the size of the row cache stays. */
    @Test
    void tierThatIsSwitchedOff_leavesStocksRowCache_andIsTold() throws Exception {
        ImageScript container = ImageScript.in(directory, YAML);
        Outcome on = container.start(
                Map.of("CASSANDRA_ROW_CACHE_SIZE", "1GiB", "CASSANDRA_SSD_ROW_CACHE_SIZE", "64GiB"), "cassandra", "-f");
        assertFalse(on.output().contains("stale"), on.output());
        Outcome off = container.start(Map.of(), "cassandra", "-f");
        assertEquals(0, off.exitCode(), off.output());
        assertTrue(off.output().contains("row_cache_size=1GiB without the SSD tier"), off.output());
    }

    @Test
    void anyOption_switchesItsBlockOnInTheVolumeOfTheSsd() throws Exception {
        ImageScript container = ImageScript.in(directory, YAML);
        Map<String, String> environment = Map.of(
                "CASSANDRA_ROW_CACHE_SIZE", "256MiB",
                "CASSANDRA_SSD_ROW_CACHE_SIZE", "64GiB",
                "CASSANDRA_SCHEMA_CATALOGUE", "true",
                "CASSANDRA_STORAGE_COMPATIBILITY_MODE", "UPGRADING");
        assertEquals(0, container.start(environment, "cassandra").exitCode());
        String expected =
                """
                cluster_name: 'Test'
                # row_cache_size: the comment of Cassandra's own file
                row_cache_size: 256MiB
                storage_compatibility_mode: UPGRADING
                # >>> Cassandra SSD Tier, from the environment: written again at each start
                ssd_row_cache:
                  enabled: true
                  size: 64GiB
                  directory: 'SSD/row_cache'
                schema_catalogue:
                  enabled: true
                  directory: 'SSD/schema_catalogue'
                # <<< Cassandra SSD Tier, from the environment
                """;
        expected = expected.replace("SSD/", container.volume() + "/");
        assertEquals(expected, Files.readString(container.yaml()));
        assertEquals(0, container.start(environment, "cassandra").exitCode());
        assertEquals(expected, Files.readString(container.yaml()), "after a second start");
        assertEquals(0, container.start(Map.of(), "cassandra").exitCode());
        assertFalse(Files.readString(container.yaml()).contains("ssd_row_cache"), "without the environment");
    }

    @ParameterizedTest
    @CsvSource({
        "CASSANDRA_SSD_ROW_CACHE_SIZE, '64 GiB'",
        "CASSANDRA_SSD_ROW_CACHE_SIZE, '1GiB, x: 2'",
        "CASSANDRA_SSD_ROW_CACHE_WRITE_POLICY, '#'",
        "CASSANDRA_SSD_ROW_CACHE, yes",
        "CASSANDRA_SSD_ROW_CACHE_ALLOW_SHARED_DEVICE, 1",
        "CASSANDRA_SSD_ROW_CACHE_DIRECTORY, ssd",
        "CASSANDRA_SCHEMA_CATALOGUE_TABLES, 'a.b, c.d'",
        "CASSANDRA_WRITE_LIFETIMES_COMPACTION_TIERS, 'long,'",
        "CASSANDRA_ROW_CACHE_SIZE, -1",
        "CASSANDRA_METRICS_PORT, 65536",
        "CASSANDRA_METRICS_PORT, http",
    })
    void wrongValue_isRefusedWithTheAllowedOnes(String variable, String value) throws Exception {
        ImageScript container = ImageScript.in(directory, YAML.replace("0MiB", "1MiB"));
        Outcome outcome = container.start(Map.of(variable, value));
        assertEquals(2, outcome.exitCode(), outcome.output());
        assertTrue(
                outcome.output()
                        .startsWith("ssdtier-entrypoint: " + variable + "=" + value + ": cannot be used; allowed: "),
                outcome.output());
    }

    @Test
    void directory_mayHaveEveryPrintableCharacter() throws Exception {
        ImageScript container = ImageScript.in(directory, YAML);
        String path = "/mnt/it's #1: {ssd}";
        Outcome outcome = container.start(Map.of("CASSANDRA_SSD_KEY_INDEX_DIRECTORY", path));
        assertEquals(0, outcome.exitCode(), outcome.output());
        Object loaded = load(container, "ssd_key_index");
        assertEquals(path, loaded.getClass().getField("directory").get(loaded));
    }

    @Test
    void tierWithoutARowCache_isRefused() throws Exception {
        ImageScript container = ImageScript.in(directory, YAML);
        Outcome outcome = container.start(Map.of("CASSANDRA_SSD_ROW_CACHE", "true"));
        assertEquals(2, outcome.exitCode(), outcome.output());
        assertTrue(outcome.output().contains("CASSANDRA_ROW_CACHE_SIZE=0MiB: the row cache is off"), outcome.output());
        assertEquals(
                0, container.start(Map.of("CASSANDRA_SSD_ROW_CACHE", "false")).exitCode());
    }

    @Test
    void twoSwitchesOfOneBlock_mustAgree() throws Exception {
        ImageScript container = ImageScript.in(directory, YAML);
        Map<String, String> both =
                Map.of("CASSANDRA_SCHEMA_CATALOGUE", "true", "CASSANDRA_SCHEMA_CATALOGUE_ENABLED", "false");
        Outcome outcome = container.start(both);
        assertEquals(2, outcome.exitCode(), outcome.output());
        assertTrue(outcome.output().contains("allowed: one of them, or the same value"), outcome.output());
    }

    @Test
    void blockInTheFileToo_isRefused() throws Exception {
        String yaml = YAML + "write_lifetimes:\n  enabled: true\n";
        ImageScript container = ImageScript.in(directory, yaml);
        Outcome outcome = container.start(Map.of("CASSANDRA_WRITE_LIFETIMES", "true"));
        assertEquals(2, outcome.exitCode(), outcome.output());
        assertTrue(outcome.output().contains("has write_lifetimes, and so does the environment"), outcome.output());
        assertEquals(yaml, Files.readString(container.yaml()));
    }

    @Test
    void otherCommand_isPassedOn() throws Exception {
        ImageScript container = ImageScript.in(directory, YAML);
        Outcome outcome = container.start(Map.of("CASSANDRA_SCHEMA_CATALOGUE", "maybe"), "nodetool", "status");
        assertEquals("next: nodetool status\noptions:\n", outcome.output());
    }

    /** Checked by removal: otherwise the node's default charset is US-ASCII. */
    @Test
    void locale_isThatOfTheContainer() throws Exception {
        ImageScript container = ImageScript.in(directory, YAML);
        Path next = directory.resolve("docker-entrypoint.sh");
        Files.writeString(next, "#!/bin/sh\necho \"locale: ${LC_ALL-unset}\"\n");
        for (String locale : List.of("C.UTF-8", "")) {
            assertEquals(
                    "locale: " + locale + "\n",
                    container.start(Map.of("LC_ALL", locale), "cassandra").output());
        }
        assertEquals("locale: unset\n", container.start(Map.of(), "cassandra").output());
    }

    @Test
    void metricsPort_addsTheExporterIfTheImageHasIt() throws Exception {
        ImageScript container = ImageScript.in(directory, YAML);
        Map<String, String> environment = Map.of("CASSANDRA_METRICS_PORT", "9404", "JVM_EXTRA_OPTS", "-Da=b");
        Outcome refused = container.start(environment);
        assertEquals(2, refused.exitCode(), refused.output());
        assertTrue(refused.output().contains("was built without"), refused.output());
        Path exporter = Files.createFile(directory.resolve("jmx_prometheus_javaagent.jar"));
        String agent = "-javaagent:" + exporter + "=9404:" + directory.resolve("jmx-exporter.yml");
        assertEquals(
                "next: -f\noptions:-Da=b " + agent + "\n",
                container.start(environment, "-f").output());
    }

    private static String variable(String block, String option) {
        return "CASSANDRA_" + block.toUpperCase(Locale.ROOT) + "_" + option.toUpperCase(Locale.ROOT);
    }

    private static Field[] optionsOf(String block) throws NoSuchFieldException {
        assertTrue(BLOCKS.contains(block));
        return Config.class.getField(block).getType().getFields();
    }

    /** Returns a value that is not the default of any option of its type. */
    private static String valueFor(Field option) {
        Class<?> type = option.getType();
        if (type == boolean.class) {
            return "true";
        }
        if (type == int.class) {
            return "4097";
        }
        if (type == List.class) {
            return "a.b,c.*";
        }
        if (DataStorageSpec.class.isAssignableFrom(type)) {
            return "3MiB";
        }
        if (DataRateSpec.class.isAssignableFrom(type)) {
            return "3MiB/s";
        }
        if (DurationSpec.class.isAssignableFrom(type)) {
            return "7ms";
        }
        assertEquals(String.class, type, option.getName());
        return option.getName().equals("directory") ? "/mnt/ssd/here" : "some_word";
    }

    private static Object load(ImageScript container, String block) throws IOException, ReflectiveOperationException {
        Config config = new YamlConfigurationLoader()
                .loadConfig(container.yaml().toUri().toURL());
        return Config.class.getField(block).get(config);
    }
}
