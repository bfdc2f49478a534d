package org.ssdtier.catalogue.cassandra;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.ssdtier.catalogue.SchemaDefinition;

/**
 * The schemas of one SSTable, or of what a stream brings of one, by their ordinal, from 1 on. Ordinal 0 is no schema: such a row
 * has its names itself. Any thread gets.
 */
abstract sealed class RowSchemas permits WrittenSchemas, FiledSchemas, ListedSchemas {
    /** The ordinal of rows without a schema. */
    static final int INLINE = 0;

    /**
     * Returns the schema of an ordinal.
     *
     * @throws LostSchemaException if the SSTable had one and it is lost
     * @throws IOException if the SSTable has none of this ordinal: the row or the dictionary is corrupt; or it cannot be read
     */
    abstract RowSchema get(int ordinal) throws IOException;

    /** How many there are. */
    abstract int count();

    /**
     * The definitions in the order of their ordinals.
     *
     * @throws UncheckedIOException if one is lost or cannot be read
     */
    abstract List<SchemaDefinition> definitions();

    /** What an ordinal that nobody has means. */
    static IOException corrupt(int ordinal, int count) {
        return new IOException("Corrupt schema ordinal=" + ordinal + " of a row, allowed 1 to " + count);
    }
}
