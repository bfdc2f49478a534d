package org.ssdtier.catalogue.cassandra.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.apache.cassandra.config.DataStorageSpec;
import org.apache.cassandra.exceptions.ConfigurationException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ssdtier.catalogue.CatalogueOptions;
import org.ssdtier.segmentlog.checks.OptionsTable;

/** Tests of the section {@code schema_catalogue} of cassandra.yaml: its bounds, and its table in the operator's page. */
@Tag("unit")
final class SchemaCatalogueOptionsTest {
    private static final Path PAGE = Path.of("../docs/catalogue.md");

    @Test
    void checkValues_defaults_areAccepted() {
        new SchemaCatalogueOptions(new SchemaCatalogueConfig()).checkValues();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "layout; rows; auto | cells | uniform",
                "max_definitions_per_sstable; 0; 1 to 1048576 (1024 Ki)",
                "max_definitions_per_sstable; 1048577; 1 to 1048576 (1024 Ki)",
                "max_dictionary_size; 0B; 1 to 268435456 (262144 Ki)",
                "max_dictionary_size; 257MiB; 1 to 268435456 (262144 Ki)",
                "max_definition_size; 0B; 1 to 1048576 (1024 Ki)",
                "max_definition_size; 2MiB; 1 to 1048576 (1024 Ki)",
                "max_definitions; 0; 1 to 100000000",
                "max_definitions; 100000001; 1 to 100000000",
                "max_definitions_per_table; 0; 1 to 100000000",
                "max_definitions_per_table; 100000001; 1 to 100000000",
                "definition_memory; 1023KiB; 1MiB to 8192MiB",
                "definition_memory; 8193MiB; 1MiB to 8192MiB",
            })
    void checkValues_valueOutOfBounds_isRefusedWithKeyAndRange(String key, String value, String allowed)
            throws ReflectiveOperationException {
        SchemaCatalogueConfig config = new SchemaCatalogueConfig();
        set(config, key, value);
        assertRefused(config, "cassandra.yaml: schema_catalogue." + key + "=", "cannot be used; allowed: " + allowed);
    }

    @Test
    void catalogue_hasTheCapsOfTheSection() {
        SchemaCatalogueConfig config = new SchemaCatalogueConfig();
        config.max_definitions = 3_000_000;
        config.max_definitions_per_table = 2_000_000;
        assertEquals(
                new CatalogueOptions.Caps(3_000_000, 2_000_000, 64 << 10),
                new SchemaCatalogueOptions(config).catalogue(new UUID(1, 2)).caps());
    }

    @Test
    void checkValues_tablesOfCassandra_areRefused() {
        SchemaCatalogueConfig config = new SchemaCatalogueConfig();
        config.tables = List.of("system.local");
        assertRefused(config, "schema_catalogue.tables=system.local", "but not in Cassandra's own keyspaces");
    }

    /** A key without a default of its own, null in the section, is described in words. */
    @Test
    void page_hasTheDefaultOfEveryKey() throws Exception {
        OptionsTable.assertDefaults(PAGE, new SchemaCatalogueConfig());
    }

    private static void set(SchemaCatalogueConfig config, String key, String value)
            throws ReflectiveOperationException {
        Field field = SchemaCatalogueConfig.class.getField(key);
        if (field.getType() == DataStorageSpec.IntBytesBound.class) {
            field.set(config, new DataStorageSpec.IntBytesBound(value));
        } else if (field.getType() == DataStorageSpec.LongBytesBound.class) {
            field.set(config, new DataStorageSpec.LongBytesBound(value));
        } else if (field.getType() == int.class) {
            field.setInt(config, Integer.parseInt(value));
        } else {
            field.set(config, value);
        }
    }

    private static void assertRefused(SchemaCatalogueConfig config, String what, String allowed) {
        ConfigurationException refusal =
                assertThrows(ConfigurationException.class, new SchemaCatalogueOptions(config)::checkValues);
        assertTrue(refusal.getMessage().contains(what), refusal.getMessage());
        assertTrue(refusal.getMessage().contains(allowed), refusal.getMessage());
    }
}
