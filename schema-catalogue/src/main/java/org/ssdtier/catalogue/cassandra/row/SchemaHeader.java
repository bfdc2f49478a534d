package org.ssdtier.catalogue.cassandra.row;

import java.io.IOException;
import org.apache.cassandra.db.RegularAndStaticColumns;
import org.apache.cassandra.db.SerializationHeader;
import org.apache.cassandra.db.rows.EncodingStats;
import org.apache.cassandra.schema.TableMetadata;

/** A header whose rows may refer to schemas by ordinal. Its class distinguishes such rows from Cassandra's own. */
public abstract class SchemaHeader extends SerializationHeader {
    /** Creates a header like one of Cassandra's own. */
    protected SchemaHeader(
            boolean isForSSTable, TableMetadata table, RegularAndStaticColumns columns, EncodingStats stats) {
        super(isForSSTable, table, columns, stats);
    }

    /** Returns the writer of the rows; only for a header that was made for writing. */
    public abstract RowWriter writer();

    /**
     * Returns the schema of an ordinal, bound to the columns.
     *
     * @throws IOException if there is none, or it does not fit: the bytes are corrupt
     */
    public abstract RowPlan plan(int ordinal, boolean isStatic) throws IOException;
}
