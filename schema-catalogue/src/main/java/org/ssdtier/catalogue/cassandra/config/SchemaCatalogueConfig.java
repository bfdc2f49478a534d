package org.ssdtier.catalogue.cassandra.config;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import org.apache.cassandra.config.DataStorageSpec;
import org.jspecify.annotations.Nullable;

/**
 * The section {@code schema_catalogue} of cassandra.yaml, filled in by Cassandra's own loader, which refuses unknown
 * keys and bad units. The names of the fields are the keys. {@link SchemaCatalogueOptions} checks the values.
 */
public final class SchemaCatalogueConfig {
    /** True if tables may be written in the format {@code catalogued}; reading such SSTables is always possible. */
    public boolean enabled = false;

    /** The tables: {@code keyspace.table} or {@code keyspace.*}. */
    public List<String> tables = new ArrayList<>();

    /** The catalogue's directory; null means {@code schema_catalogue} under the storage directory. */
    public @Nullable String directory = null;

    /**
     * The layout: {@code cells} is the paper's, {@code uniform} has lengths first, {@code auto} measures while writing.
     */
    public String layout = "auto";

    /** The maximum number of definitions in one SSTable's dictionary. */
    public int max_definitions_per_sstable = 16_384;

    /** The maximum bytes of all definitions in one SSTable's dictionary. */
    public DataStorageSpec.IntBytesBound max_dictionary_size = new DataStorageSpec.IntBytesBound("1MiB");

    /** The maximum bytes of one definition. */
    public DataStorageSpec.IntBytesBound max_definition_size = new DataStorageSpec.IntBytesBound("16KiB");

    /** The maximum number of definitions in the node's catalogue. */
    public int max_definitions = 1_000_000;

    /** The maximum number of them that were first written for one table. */
    public int max_definitions_per_table = 100_000;

    /** The maximum memory outside the heap for the definitions that readers keep. */
    public DataStorageSpec.LongBytesBound definition_memory = new DataStorageSpec.LongBytesBound("64MiB");

    /** Returns the section as it appears in the node's start-up log. */
    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(", ", "{", "}");
        for (Field option : SchemaCatalogueConfig.class.getFields()) {
            try {
                text.add(option.getName() + "=" + option.get(this));
            } catch (IllegalAccessException e) {
                throw new IllegalStateException("a public field is not accessible", e);
            }
        }
        return text.toString();
    }
}
