package org.ssdtier.catalogue.cassandra;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ssdtier.catalogue.SchemaDefinition;

/**
 * The schemas of one SSTable by their ordinal, from 1 on. Ordinal 0 is no schema: such a row has its names itself.
 *
 * <p>One thread, the SSTable's writer, adds; any thread gets, for a compaction opens its result before it is complete.
 */
final class RowSchemas {
    /** The ordinal of rows without a schema. */
    static final int INLINE = 0;

    private RowSchema[] schemas;
    private volatile int count;

    private RowSchemas(RowSchema[] schemas, int count) {
        this.schemas = schemas;
        this.count = count;
    }

    static RowSchemas empty() {
        return new RowSchemas(new RowSchema[16], 0);
    }

    static RowSchemas of(List<SchemaDefinition> definitions) {
        RowSchema[] schemas = definitions.stream().map(RowSchema::of).toArray(RowSchema[]::new);
        return new RowSchemas(schemas, schemas.length);
    }

    /** Adds a schema and returns its ordinal. Only for the writer's thread. */
    int add(RowSchema schema) {
        int index = count;
        if (index == schemas.length) {
            schemas = Arrays.copyOf(schemas, 2 * index);
        }
        schemas[index] = schema;
        count = index + 1; // after the slot, for whoever reads the count first
        return index + 1;
    }

    /**
     * Returns the schema of an ordinal.
     *
     * @throws IOException if the SSTable has none of this ordinal: the row or the dictionary is corrupt
     */
    RowSchema get(int ordinal) throws IOException {
        int known = count;
        if (ordinal <= INLINE || ordinal > known) {
            throw new IOException("Corrupt schema ordinal=" + ordinal + " of a row, allowed 1 to " + known);
        }
        return schemas[ordinal - 1];
    }

    int count() {
        return count;
    }

    /** The definitions in the order of their ordinals. */
    List<SchemaDefinition> definitions() {
        int known = count;
        List<SchemaDefinition> definitions = new ArrayList<>(known);
        for (int i = 0; i < known; i++) {
            definitions.add(schemas[i].definition());
        }
        return definitions;
    }
}
