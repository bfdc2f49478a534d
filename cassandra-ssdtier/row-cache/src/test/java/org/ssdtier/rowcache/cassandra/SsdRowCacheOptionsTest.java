package org.ssdtier.rowcache.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.cassandra.config.DataRateSpec;
import org.apache.cassandra.config.DataStorageSpec.LongBytesBound;
import org.apache.cassandra.config.DurationSpec;
import org.apache.cassandra.exceptions.ConfigurationException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("unit")
final class SsdRowCacheOptionsTest {
    private static final NodeMemory LARGE = new NodeMemory(4L << 40, 1L << 40);

    @TempDir
    private Path directory;

    @Test
    void checkValues_defaults_areAccepted() {
        options(config -> {}).checkValues();
    }

    @Test
    void checkValues_extremesOfEveryRange_areAccepted() {
        options(config -> {
                    config.segment_size = new LongBytesBound("1MiB");
                    config.size = new LongBytesBound("4MiB");
                    config.write_buffer_size = new LongBytesBound("4KiB");
                    config.index_memory = new LongBytesBound("64KiB");
                    config.max_row_size = new LongBytesBound("256KiB");
                    config.io_error_threshold = 1;
                    config.write_policy = "INVALIDATE";
                })
                .checkValues();
        options(config -> {
                    config.segment_size = new LongBytesBound("256MiB");
                    config.size = new LongBytesBound("16384GiB");
                    config.write_buffer_size = new LongBytesBound("1MiB");
                    config.index_memory = new LongBytesBound("256GiB");
                    config.max_row_size = new LongBytesBound("64MiB");
                    config.io_error_threshold = 1_000_000;
                })
                .checkValues();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "size; 64MiB; 128MiB to 2048GiB",
                "size; 2049GiB; 128MiB to 2048GiB",
                "segment_size; 512KiB; 1MiB to 256MiB, a multiple of 64KiB",
                "segment_size; 512MiB; 1MiB to 256MiB, a multiple of 64KiB",
                "segment_size; 1048577B; 1MiB to 256MiB, a multiple of 64KiB",
                "write_buffer_size; 2KiB; 4KiB to 1MiB, a multiple of 4KiB",
                "write_buffer_size; 5KiB; 4KiB to 1MiB, a multiple of 4KiB",
                "index_memory; 16KiB; 640KiB to 256GiB",
                "index_memory; 257GiB; 640KiB to 256GiB",
                "max_row_size; 512B; 1KiB to 8MiB",
                "max_row_size; 16MiB; 1KiB to 8MiB",
                "write_policy; sometimes; survive | invalidate",
                "admission; third_sight; all | second_sight",
                "compression; zstd; off | auto",
                "direct_io; maybe; auto | on | off",
                "discard; maybe; auto | on | off",
                "erase_unit; 32KiB; 0B, not known, or 64KiB to 32MiB so that segment_size=32MiB is a multiple of it",
                "erase_unit; 3MiB; 0B, not known, or 64KiB to 32MiB so that segment_size=32MiB is a multiple of it",
                "erase_unit; 64MiB; 0B, not known, or 64KiB to 32MiB so that segment_size=32MiB is a multiple of it",
                "recover_on_start; always; clean_only | crash | never",
                "io_error_threshold; 0; 1 to 1000000",
                "write_rate_limit; 9999999MiB/s; 0MiB/s, no limit, to 1048576MiB/s",
                "heap_limit; 512KiB; 1MiB to 512GiB",
                "heap_limit; 513GiB; 1MiB to 512GiB",
                "flush_refresh_time; 2h; 0ms to 3600000ms",
                "read_timeout; 0ms; 1ms to 1000ms",
                "read_timeout; 2s; 1ms to 1000ms"
            })
    void checkValues_valueOutOfBounds_isRefusedWithKeyValueRangeAndAdvice(String key, String value, String allowed) {
        SsdRowCacheOptions options = options(config -> set(config, key, value));
        ConfigurationException refusal = assertThrows(ConfigurationException.class, options::checkValues);
        assertEquals(
                "cassandra.yaml: ssd_row_cache." + key + "=" + value + " cannot be used; allowed: " + allowed
                        + ". Correct the value, or set ssd_row_cache.enabled to false to start without the SSD tier.",
                refusal.getMessage());
        assertFalse(refusal.logStackTrace, "a stack trace would hide the message");
    }

    /** Checked by removal: otherwise the index causes an OutOfMemoryError that names no option, or the OOM killer ends the node. */
    @ParameterizedTest
    @CsvSource({"900GiB, 256, 16, 64GiB", "900GiB, 16, 8, 8GiB", "65GiB, 256, 16, 64GiB", "2GiB, 2, 1, 1GiB"})
    void checkValues_indexBeyondTheMemory_isRefused(String value, long machineGib, long heapGib, String largest) {
        SsdRowCacheConfig config = new SsdRowCacheConfig();
        config.index_memory = new LongBytesBound(value);
        config.directory = directory.toString();
        SsdRowCacheOptions options = new SsdRowCacheOptions(config, new NodeMemory(machineGib << 30, heapGib << 30));
        ConfigurationException refusal = assertThrows(ConfigurationException.class, options::checkValues);
        assertTrue(refusal.getMessage().contains("index_memory=" + value), refusal.getMessage());
        assertTrue(refusal.getMessage().contains("allowed: 640KiB to " + largest), refusal.getMessage());
    }

    @Test
    void checkDirectory_missing_isCreated() {
        SsdRowCacheOptions options =
                options(config -> config.directory = directory.resolve("a/b").toString());
        options.checkDirectory(rules(directory.resolve("a/b")));
        assertTrue(Files.isDirectory(directory.resolve("a/b")));
    }

    @Test
    void checkDirectory_underFile_isRefused() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "");
        SsdRowCacheOptions options =
                options(config -> config.directory = file.resolve("tier").toString());
        ConfigurationException refusal =
                assertThrows(ConfigurationException.class, () -> options.checkDirectory(rules(file.resolve("tier"))));
        assertTrue(
                refusal.getMessage().startsWith("cassandra.yaml: ssd_row_cache.directory=" + file.resolve("tier")),
                refusal.getMessage());
    }

    @Test
    void checkDescriptors_tooFew_isRefused() {
        SsdRowCacheOptions options = options(config -> config.size = new LongBytesBound("2048GiB"));
        ConfigurationException refusal = assertThrows(
                ConfigurationException.class, () -> options.checkDescriptors(new DescriptorLimit(65_536, 400, 65_536)));
        assertTrue(
                refusal.getMessage()
                        .contains("size=2048GiB (segments=65536, each an open file; nofile=65536 of which in use=400"),
                refusal.getMessage());
        options.checkDescriptors(new DescriptorLimit(65_536, 400, 100_000));
        options.checkDescriptors(new DescriptorLimit(65_536, 400, 0));
    }

    /** A resize opens its segments while the node runs; Cassandra ends a node that cannot open a file. */
    @Test
    void checkDescriptors_ofAResize_tooFew_isRefused() {
        IllegalArgumentException refusal = assertThrows(
                IllegalArgumentException.class,
                () -> SsdRowCacheOptions.checkDescriptors(1L << 40, new DescriptorLimit(32_768, 400, 32_768)));
        assertTrue(
                refusal.getMessage()
                        .startsWith("size=1024GiB cannot be used: (segments=32768, each an open file; nofile=32768"),
                refusal.getMessage());
        SsdRowCacheOptions.checkDescriptors(1L << 40, new DescriptorLimit(32_768, 400, 65_536));
        DescriptorLimit here = DescriptorLimit.ofThisProcess(8);
        assertEquals(0, DescriptorLimit.ofThisProcess(8, here.limit()).inUse());
    }

    @Test
    void resized_outOfBounds_leavesTheSize() {
        SsdRowCacheConfig config = new SsdRowCacheConfig();
        SsdRowCacheOptions options = new SsdRowCacheOptions(config);
        IllegalArgumentException refusal =
                assertThrows(IllegalArgumentException.class, () -> options.checkSize(1L << 20));
        assertEquals("size=1MiB cannot be used; allowed: 128MiB to 2048GiB", refusal.getMessage());
        assertEquals("64GiB", config.size.toString());
        options.checkSize(1L << 30);
        options.resized(1L << 30);
        assertEquals("1GiB", config.size.toString());
    }

    @Test
    void rules_andText_nameEveryKeyOfTheBlock() {
        List<String> keys = Arrays.stream(SsdRowCacheConfig.class.getFields())
                .map(Field::getName)
                .sorted()
                .toList();
        SsdRowCacheOptions options =
                options(config -> config.directory = directory.resolve("tier").toString());
        assertEquals(
                keys, options.rules().stream().map(OptionRule::key).sorted().toList());
        String text = new SsdRowCacheConfig().toString();
        keys.forEach(key -> assertTrue(text.contains(key + "="), text));
    }

    private static DirectoryRules rules(Path configured) {
        return new DirectoryRules(configured.toString(), true, List.of(), new MountTable(List.of(), Set.of()));
    }

    private SsdRowCacheOptions options(Consumer<SsdRowCacheConfig> change) {
        SsdRowCacheConfig config = new SsdRowCacheConfig();
        config.directory = directory.resolve("tier").toString();
        change.accept(config);
        return new SsdRowCacheOptions(config, LARGE);
    }

    private static void set(SsdRowCacheConfig config, String key, String value) {
        try {
            Field field = SsdRowCacheConfig.class.getField(key);
            if (field.getType() == LongBytesBound.class) {
                field.set(config, new LongBytesBound(value));
            } else if (field.getType() == DataRateSpec.LongBytesPerSecondBound.class) {
                field.set(config, new DataRateSpec.LongBytesPerSecondBound(value));
            } else if (field.getType() == DurationSpec.LongMillisecondsBound.class) {
                field.set(config, new DurationSpec.LongMillisecondsBound(value));
            } else if (field.getType() == int.class) {
                field.setInt(config, Integer.parseInt(value));
            } else {
                field.set(config, value);
            }
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(key, e);
        }
    }
}
