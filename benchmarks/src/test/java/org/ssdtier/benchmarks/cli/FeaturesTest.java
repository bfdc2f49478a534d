package org.ssdtier.benchmarks.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;

@Tag("unit")
final class FeaturesTest {
    private static final Path DIRECTORY = Path.of("/ssd/keys");

    @Test
    void options_areOff_unlessGiven() {
        assertEquals(Features.NONE, parsed());
        assertEquals(new Features(true, false), parsed("--compress"));
        assertEquals(new Features(true, true), parsed("--key-index", "--compress"));
    }

    @Test
    void yaml_hasTheSettingsOfWhatIsOn_andOnlyThose() {
        assertEquals(Map.of(), Features.NONE.yaml(DIRECTORY));
        assertEquals(Map.of("ssd_row_cache.compression", "auto"), new Features(true, false).yaml(DIRECTORY));
        Map<String, String> keyIndex = new Features(false, true).yaml(DIRECTORY);
        assertEquals(
                Set.of(
                        "ssd_key_index.enabled",
                        "ssd_key_index.directory",
                        "ssd_key_index.allow_shared_device",
                        "ssd_key_index.size",
                        "ssd_key_index.min_keys",
                        "key_cache_size"),
                keyIndex.keySet());
        assertEquals("\"/ssd/keys\"", keyIndex.get("ssd_key_index.directory"));
        assertEquals("1", keyIndex.get("ssd_key_index.min_keys"));
        assertEquals("0MiB", keyIndex.get("key_cache_size"));
    }

    private static Features parsed(String... words) {
        Holder holder = new Holder();
        new CommandLine(holder).parseArgs(words);
        return holder.options.features();
    }

    private static final class Holder {
        @Mixin
        private FeatureOptions options = new FeatureOptions();
    }
}
