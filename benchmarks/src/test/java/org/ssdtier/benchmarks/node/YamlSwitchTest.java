package org.ssdtier.benchmarks.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("unit")
final class YamlSwitchTest {
    private static final String STOCK = "# a comment\ncluster_name: test\nrow_cache_size: 0MiB\n";

    @TempDir
    private Path directory;

    @Test
    void onAndOff_configurationHasOurSettings_thenIsAsBefore() throws IOException {
        Path file = directory.resolve("conf/cassandra.yaml");
        Files.createDirectories(file.getParent());
        Files.writeString(file, STOCK);
        NodeHome home = NodeHome.open(directory);
        YamlSwitch yaml = YamlSwitch.of(home);
        yaml.on(Map.of("row_cache_size", "1MiB", "schema_catalogue.enabled", "true", "ssd_row_cache.size", "8MiB"));
        NodeYaml on = NodeYaml.parse(Files.readString(file));
        assertEquals("1MiB", on.value("row_cache_size").orElse(""));
        assertEquals("true", on.value("ssd_row_cache.enabled").orElse(""));
        assertEquals("8MiB", on.value("ssd_row_cache.size").orElse(""));
        assertEquals(
                home.tierDirectory().toString(),
                on.value("ssd_row_cache.directory").orElse(""));
        assertEquals("true", on.value("schema_catalogue.enabled").orElse(""));
        assertTrue(on.text().startsWith("# a comment\ncluster_name: test\n"), on.text());
        yaml.on(Map.of());
        assertEquals(
                "0MiB",
                NodeYaml.parse(Files.readString(file)).value("row_cache_size").orElse(""));
        yaml.off();
        assertEquals(STOCK, Files.readString(file));
    }
}
