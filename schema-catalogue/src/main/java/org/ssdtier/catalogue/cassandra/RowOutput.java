package org.ssdtier.catalogue.cassandra;

import java.io.IOException;
import java.util.function.IntUnaryOperator;
import org.apache.cassandra.db.LivenessInfo;
import org.apache.cassandra.db.SerializationHeader;
import org.apache.cassandra.db.rows.StockCells;
import org.apache.cassandra.io.util.DataOutputPlus;

/** The row that is being written: where to, and what belongs to the whole row. */
final class RowOutput {
    final SerializationHeader header;
    final DataOutputPlus to;
    final RowScan row;
    final LivenessInfo liveness;
    final boolean complexDeletions;
    private final StockCells stock;

    RowOutput(SerializationHeader header, DataOutputPlus to, RowScan row, LivenessInfo liveness, int flags) {
        this.header = header;
        this.to = to;
        this.row = row;
        this.liveness = liveness;
        this.complexDeletions = RowFlags.has(flags, RowFlags.HAS_COMPLEX_DELETION);
        this.stock = new StockCells(header);
    }

    private RowOutput(RowOutput same, DataOutputPlus to) {
        this.header = same.header;
        this.to = to;
        this.row = same.row;
        this.liveness = same.liveness;
        this.complexDeletions = same.complexDeletions;
        this.stock = same.stock;
    }

    /** The same row to somewhere else. */
    RowOutput to(DataOutputPlus elsewhere) {
        return new RowOutput(this, elsewhere);
    }

    /** Writes the deletion of a complex column, if some column of the row has one. */
    void writeDeletion(int column) throws IOException {
        if (complexDeletions && row.isComplex(column)) {
            header.writeDeletionTime(row.complex(column).complexDeletion(), to);
        }
    }

    /** Writes a column's cells as Cassandra has them: of a complex column the count, too. */
    void writeStockCells(int column) throws IOException {
        int first = row.firstCell(column);
        int end = row.firstCell(column + 1);
        if (row.isComplex(column)) {
            to.writeUnsignedVInt32(end - first);
        }
        for (int cell = first; cell < end; cell++) {
            stock.write(row.cell(cell), row.column(column), liveness, to);
        }
    }

    /** Writes the lengths of a column's values: one for all where they are the same. */
    void writeLengths(int count, IntUnaryOperator length) throws IOException {
        if (count == 0) {
            return;
        }
        int first = length.applyAsInt(0);
        if (count == 1) {
            to.writeUnsignedVInt32(first);
            return;
        }
        boolean same = true;
        for (int i = 1; i < count && same; i++) {
            same = length.applyAsInt(i) == first;
        }
        if (same) {
            to.writeUnsignedVInt(((long) first << 1) | 1);
            return;
        }
        for (int i = 0; i < count; i++) {
            to.writeUnsignedVInt((long) length.applyAsInt(i) << 1);
        }
    }

    void writeFrozenValues(FrozenMap map) throws IOException {
        for (int i = 0; i < map.count(); i++) {
            map.writeValue(i, to);
        }
    }
}
