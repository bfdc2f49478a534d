package org.ssdtier.catalogue.cassandra.row;

import java.io.IOException;
import org.apache.cassandra.db.LivenessInfo;
import org.apache.cassandra.db.SerializationHeader;
import org.apache.cassandra.db.rows.Cell;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.rows.SerializationHelper;
import org.apache.cassandra.db.rows.StockCells;
import org.apache.cassandra.io.util.DataOutputPlus;
import org.apache.cassandra.schema.ColumnMetadata;

/** The row that is being written: its output, and the fields of the whole row. */
final class RowOutput {
    final SerializationHelper helper;
    final SerializationHeader header;
    final DataOutputPlus to;
    final RowScan row;
    final LivenessInfo liveness;
    final boolean complexDeletions;
    private final StockCells stock;

    /**
     * Creates an output for a row.
     *
     * @param row the scan of {@code whole}, unless that is written as it is
     */
    RowOutput(SerializationHelper helper, DataOutputPlus to, RowScan row, Row whole) {
        this.helper = helper;
        this.header = helper.header;
        this.to = to;
        this.row = row;
        this.liveness = whole.primaryKeyLivenessInfo();
        this.complexDeletions = whole.hasComplexDeletion();
        this.stock = new StockCells(helper.header);
    }

    private RowOutput(RowOutput same, DataOutputPlus to) {
        this.helper = same.helper;
        this.header = same.header;
        this.to = to;
        this.row = same.row;
        this.liveness = same.liveness;
        this.complexDeletions = same.complexDeletions;
        this.stock = same.stock;
    }

    /** Returns an output of the same row to another destination. */
    RowOutput to(DataOutputPlus elsewhere) {
        return new RowOutput(this, elsewhere);
    }

    /** Writes the deletion of a complex column, if some column of the row has one. */
    void writeDeletion(int column) throws IOException {
        if (complexDeletions && row.isComplex(column)) {
            header.writeDeletionTime(row.complex(column).complexDeletion(), to);
        }
    }

    /** Writes a column's cells as Cassandra does: for a complex column, with the count before them. */
    void writeStockCells(int column) throws IOException {
        int first = row.firstCell(column);
        int end = row.firstCell(column + 1);
        if (row.isComplex(column)) {
            to.writeUnsignedVInt32(end - first);
        }
        for (int cell = first; cell < end; cell++) {
            writeStockCell(row.cell(cell), row.column(column));
        }
    }

    /** Writes a cell as Cassandra does; the column is the header's. */
    void writeStockCell(Cell<?> cell, ColumnMetadata column) throws IOException {
        stock.write(cell, column, liveness, to);
    }

    /**
     * Writes the lengths of a column's values, which are the first {@code count} of an array; if all are the same, only
     * one.
     */
    void writeLengths(int count, int[] lengths) throws IOException {
        if (count == 0) {
            return;
        }
        int first = lengths[0];
        if (count == 1) {
            to.writeUnsignedVInt32(first);
            return;
        }
        boolean same = true;
        for (int i = 1; i < count && same; i++) {
            same = lengths[i] == first;
        }
        if (same) {
            to.writeUnsignedVInt(((long) first << 1) | 1);
            return;
        }
        for (int i = 0; i < count; i++) {
            to.writeUnsignedVInt((long) lengths[i] << 1);
        }
    }
}
