package org.apache.cassandra.db.rows;

import java.io.IOException;
import org.apache.cassandra.db.LivenessInfo;
import org.apache.cassandra.db.SerializationHeader;
import org.apache.cassandra.db.marshal.ByteArrayAccessor;
import org.apache.cassandra.io.util.DataInputPlus;
import org.apache.cassandra.io.util.DataOutputPlus;
import org.apache.cassandra.schema.ColumnMetadata;

/** An access to Cassandra's own cell format, which is private to this package, for the format {@code catalogued}. */
public final class StockCells {
    private final SerializationHeader header;

    /**
     * Creates the access for one SSTable.
     *
     * @param header the header of the SSTable
     */
    public StockCells(SerializationHeader header) {
        this.header = header;
    }

    /** Writes a cell including its path; {@code column} is the header's. */
    public void write(Cell<?> cell, ColumnMetadata column, LivenessInfo row, DataOutputPlus out) throws IOException {
        Cell.serializer.serialize(cell, column, out, row, header);
    }

    /** Reads a cell of {@code column}. */
    public Cell<byte[]> read(ColumnMetadata column, LivenessInfo row, DeserializationHelper wanted, DataInputPlus in)
            throws IOException {
        return Cell.serializer.deserialize(in, row, column, header, wanted, ByteArrayAccessor.instance);
    }

    /** Skips a cell of {@code column}. */
    public void skip(ColumnMetadata column, DataInputPlus in) throws IOException {
        Cell.serializer.skip(in, column, header);
    }
}
