package org.ssdtier.rowcache.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.CustomClassLoaderConstructor;
import org.yaml.snakeyaml.error.YAMLException;

/** Tests of the one-line report of a value that the loader refuses: key, value, allowed values. */
@Tag("unit")
final class YamlRefusalTest {
    @TempDir
    private Path directory;

    /** A substitute for Cassandra's {@code Config} with the woven field. */
    public static final class Node {
        public @Nullable String cluster_name = null;
        public SsdRowCacheConfig ssd_row_cache = new SsdRowCacheConfig();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            value = {
                "size # 1GB # 128MiB to 2048GiB",
                "write_rate_limit # 5MB/s # 0MiB/s, no limit, to 1048576MiB/s",
                "flush_refresh_time # soon # 0ms to 3600000ms",
                "read_timeout # 20 # 1ms to 1000ms",
                "io_error_threshold # many # 1 to 1000000",
                "size # '[1GiB, 2GiB]' # 128MiB to 2048GiB",
                "enabled # perhaps # true | false"
            })
    void explain_valueOfTheBlock_namesKeyValueAndAllowed(String key, String value, String allowed) throws IOException {
        assertEquals(
                "cassandra.yaml: ssd_row_cache." + key + "=" + value + " cannot be used; allowed: " + allowed
                        + ". Cassandra's own error message follows.",
                explained("ssd_row_cache:\n  enabled: true\n  " + key + ": " + value + "\n"));
    }

    @Test
    void explain_blockThatIsAList_namesTheBlock() throws IOException {
        String line = explained("ssd_row_cache:\n  - enabled\n");
        assertTrue(line.startsWith("cassandra.yaml: ssd_row_cache=[enabled] cannot be used; allowed: a block"), line);
    }

    @Test
    void explain_anotherKeyOfCassandra_isNotOurs() throws IOException {
        assertEquals("", explained("cluster_name:\n  a: 1\nssd_row_cache:\n  size: 1GB\n".replace("1GB", "1GiB")));
    }

    private String explained(String yaml) throws IOException {
        Path file = Files.writeString(directory.resolve("cassandra.yaml"), yaml);
        Yaml loader = new Yaml(
                new CustomClassLoaderConstructor(Node.class, Node.class.getClassLoader(), new LoaderOptions()));
        YAMLException refusal = assertThrows(YAMLException.class, () -> loader.loadAs(yaml, Node.class));
        return YamlRefusal.explain(file.toUri().toURL(), new IllegalStateException("Invalid yaml", refusal))
                .orElse("");
    }
}
