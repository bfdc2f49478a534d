package org.ssdtier.catalogue.cassandra.config;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.UUID;
import org.apache.cassandra.config.Config;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.exceptions.ConfigurationException;
import org.apache.cassandra.utils.StorageCompatibilityMode;
import org.jspecify.annotations.Nullable;
import org.ssdtier.catalogue.CatalogueOptions;
import org.ssdtier.catalogue.DefinitionDescriptor;
import org.ssdtier.catalogue.DefinitionMemory;
import org.ssdtier.catalogue.SchemaListDescriptor;
import org.ssdtier.catalogue.cassandra.row.DictionaryLimits;
import org.ssdtier.catalogue.cassandra.row.LayoutChoice;
import org.ssdtier.segmentlog.device.SegmentFileObserver;

/**
 * The checked options of the schema catalogue: the section {@code schema_catalogue} of cassandra.yaml, and the bounds
 * of each value. With a value out of bounds the start is refused; the message names key, value and what is allowed.
 */
public final class SchemaCatalogueOptions {
    /** The name of the SSTable format. */
    public static final String FORMAT = "catalogued";

    private static final String PART = "schema_catalogue";
    private static final int MAX_TABLES = 10_000;
    private static final int KIB = 1 << 10;

    private static volatile SegmentFileObserver segmentObserver = SegmentFileObserver.NONE;

    private final SchemaCatalogueConfig config;

    SchemaCatalogueOptions(SchemaCatalogueConfig config) {
        this.config = config;
    }

    /** Returns the options of this JVM; those of a client, which has no cassandra.yaml, are the defaults. */
    public static SchemaCatalogueOptions current() {
        Config node = DatabaseDescriptor.getRawConfig();
        boolean hasFile = node != null && !DatabaseDescriptor.isClientInitialized();
        return new SchemaCatalogueOptions(hasFile ? partOf(node) : new SchemaCatalogueConfig());
    }

    /** Returns the section of a Config. Its field is woven in, so it is not visible to the compiler. */
    private static SchemaCatalogueConfig partOf(Config node) {
        try {
            Object part = Config.class.getField(PART).get(node);
            return part == null ? new SchemaCatalogueConfig() : (SchemaCatalogueConfig) part;
        } catch (ReflectiveOperationException e) {
            throw new ConfigurationException(
                    "This Cassandra does not support '" + PART
                            + "': its own classes come before those of the drop-in jar. "
                            + "Put 000-cassandra-ssdtier-*.jar into lib/, under exactly that name.",
                    e);
        }
    }

    /**
     * Checks every value, for a node. The contents of the directory are not checked: if it cannot be used, the node
     * starts without schema IDs.
     *
     * @throws ConfigurationException for the first value that cannot be used; it names key, value and what is allowed
     */
    public void check() {
        String selected = DatabaseDescriptor.getSelectedSSTableFormat().name();
        if (selected.equals(FORMAT)) {
            throw refusal(
                    "sstable.selected_format",
                    selected,
                    "big | bti; list the tables to write as " + selected + " in " + PART
                            + ".tables. Cassandra's own are never written so, and a node without the jar still starts");
        }
        if (!config.enabled) {
            return;
        }
        checkValues();
        if (DatabaseDescriptor.getStorageCompatibilityMode() == StorageCompatibilityMode.CASSANDRA_4) {
            throw refusal(
                    "storage_compatibility_mode",
                    "CASSANDRA_4",
                    "UPGRADING | NONE while " + PART + ".enabled is true; Cassandra 4 cannot read such SSTables");
        }
    }

    /** Checks the values that can be checked without a node. */
    void checkValues() {
        String allowed = String.join(" | ", layoutNames());
        require("layout", config.layout, allowed, layout(config.layout) != null);
        requireNumber(
                "max_definitions_per_sstable", config.max_definitions_per_sstable, SchemaListDescriptor.MAX_ENTRIES);
        requireNumber("max_dictionary_size", config.max_dictionary_size.toBytes(), SchemaListDescriptor.MAX_BODY_BYTES);
        requireNumber("max_definition_size", config.max_definition_size.toBytes(), DefinitionDescriptor.MAX_BYTES);
        requireNumber("max_definitions", config.max_definitions, CatalogueOptions.MAX_DEFINITIONS);
        requireNumber("max_definitions_per_table", config.max_definitions_per_table, CatalogueOptions.MAX_DEFINITIONS);
        requireMemory();
        List<String> tables = tables();
        require("tables", tables.size() + " patterns", "0 to " + MAX_TABLES + " patterns", tables.size() <= MAX_TABLES);
        for (String pattern : tables) {
            require("tables", String.valueOf(pattern), TableChoice.ALLOWED, TableChoice.isPattern(pattern));
            require(
                    "tables",
                    pattern,
                    TableChoice.ALLOWED + ", but not in Cassandra's own keyspaces",
                    !TableChoice.isOfCassandra(pattern));
        }
    }

    /** Returns the patterns that choose tables. */
    List<String> tables() {
        return Objects.requireNonNullElse(config.tables, List.of());
    }

    /** Returns the catalogue's directory. */
    public Path directory() {
        if (config.directory != null) {
            return Path.of(config.directory);
        }
        String storage = System.getProperty("cassandra.storagedir");
        if (storage == null) {
            throw refusal(PART + ".directory", "(none)", "a directory, because -Dcassandra.storagedir is not set");
        }
        return Path.of(storage, PART);
    }

    /** Returns whether any table may be written in the format. */
    public boolean isEnabled() {
        return config.enabled;
    }

    /** Returns the limits of the catalogue of this node. */
    public CatalogueOptions catalogue(UUID node) {
        CatalogueOptions limits = CatalogueOptions.ofOwner(node);
        CatalogueOptions.Caps caps = limits.caps();
        int definitionBytes = Math.max(caps.maxDefinitionBytes(), config.max_definition_size.toBytes());
        return limits.withFiles(limits.io().files().withObserver(segmentObserver))
                .withCaps(config.max_definitions, config.max_definitions_per_table, definitionBytes);
    }

    /** Returns the maximum memory outside the heap for the definitions that readers keep, in bytes. */
    public long definitionMemoryBytes() {
        return config.definition_memory.toBytes();
    }

    /** Sets the observer of the segment files of a catalogue that is opened from now on. */
    public static void observeSegments(SegmentFileObserver observer) {
        segmentObserver = observer;
    }

    /** Returns the layout of rows; the default if the value cannot be used. */
    LayoutChoice layout() {
        LayoutChoice layout = layout(config.layout);
        return layout == null ? LayoutChoice.AUTO : layout;
    }

    /** Returns the limits of an SSTable's dictionary. */
    DictionaryLimits limits() {
        return new DictionaryLimits(
                DictionaryLimits.DEFAULT.sightings(),
                config.max_definitions_per_sstable,
                config.max_dictionary_size.toBytes(),
                config.max_definition_size.toBytes());
    }

    private void requireMemory() {
        long bytes = config.definition_memory.toBytes();
        require(
                "definition_memory",
                config.definition_memory.toString(),
                "1MiB to " + (DefinitionMemory.MAX_BYTES >> 20) + "MiB",
                bytes >= 1 << 20 && bytes <= DefinitionMemory.MAX_BYTES);
    }

    private static @Nullable LayoutChoice layout(@Nullable String name) {
        return Arrays.stream(LayoutChoice.values())
                .filter(choice -> choice.name().equalsIgnoreCase(name))
                .findFirst()
                .orElse(null);
    }

    private static List<String> layoutNames() {
        return Arrays.stream(LayoutChoice.values())
                .map(choice -> choice.name().toLowerCase(Locale.ROOT))
                .toList();
    }

    private static void requireNumber(String key, long value, long largest) {
        String allowed = "1 to " + (largest % KIB == 0 ? largest + " (" + largest / KIB + " Ki)" : largest);
        require(key, Long.toString(value), allowed, value >= 1 && value <= largest);
    }

    private static void require(String key, String value, String allowed, boolean holds) {
        if (!holds) {
            throw refusal(PART + "." + key, value, allowed);
        }
    }

    private static ConfigurationException refusal(String key, String value, String allowed) {
        return new ConfigurationException(
                "cassandra.yaml: " + key + "=" + value + " cannot be used; allowed: " + allowed
                        + ". Correct the value, or set " + PART + ".enabled to false to start without the catalogue.",
                false);
    }
}
