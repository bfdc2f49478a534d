package org.ssdtier.catalogue.cassandra.row;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.ssdtier.catalogue.SchemaDefinition;

/**
 * The schemas of one SSTable, or of the parts of one in a stream, by ordinal from 1 on. Ordinal 0 means no schema: such
 * a row contains its names. Any thread may read schemas.
 */
public abstract class RowSchemas {
    /** The ordinal of rows without a schema. */
    public static final int INLINE = 0;

    /**
     * Returns the schema of an ordinal.
     *
     * @throws LostSchemaException if the SSTable had one and it is lost
     * @throws IOException if the SSTable has no schema of this ordinal, so that the row or the dictionary is corrupt,
     *     or if the schema cannot be read
     */
    public abstract RowSchema get(int ordinal) throws IOException;

    /** Returns the number of schemas. */
    public abstract int count();

    /**
     * Returns the definitions in the order of their ordinals.
     *
     * @throws UncheckedIOException if one is lost or cannot be read
     */
    public abstract List<SchemaDefinition> definitions();

    /** Returns the exception for an ordinal that does not exist. */
    public static IOException corrupt(int ordinal, int count) {
        return new IOException("Corrupt schema ordinal=" + ordinal + " of a row, allowed 1 to " + count);
    }
}
