package org.ssdtier.catalogue.cassandra.row;

import java.io.IOException;
import org.apache.cassandra.io.util.DataOutputPlus;
import org.ssdtier.catalogue.ColumnForm;

/**
 * Static methods to write {@link RowLayout#UNIFORM} and its two variants: the traits that the cells have in common,
 * their lengths, then their values.
 */
final class UniformWriter {
    private UniformWriter() {}

    static void write(RowTraits traits, RowOutput out) throws IOException {
        DataOutputPlus to = out.to;
        if (traits.layout() == RowLayout.UNIFORM_TRAITS) {
            to.writeByte(traits.bits());
        }
        if (traits.has(RowTraits.OWN_TIMESTAMP)) {
            out.header.writeTimestamp(traits.timestamp(), to);
        }
        if (traits.has(RowTraits.OWN_EXPIRY)) {
            out.header.writeLocalDeletionTime(traits.localDeletionTime(), to);
            out.header.writeTTL(traits.ttl(), to);
        }
        if (out.complexDeletions) {
            writeDeletions(traits, out);
        }
        writeLengths(out);
        RowScan row = out.row;
        for (int i = 0; i < row.columnCount(); i++) {
            if (row.form(i) == ColumnForm.INLINE) {
                out.writeStockCells(i);
                continue;
            }
            writeValues(i, out);
        }
    }

    private static void writeDeletions(RowTraits traits, RowOutput out) throws IOException {
        if (traits.layout() == RowLayout.UNIFORM_INSERT) {
            out.header.writeLocalDeletionTime(traits.deletion().localDeletionTime(), out.to);
        } else if (traits.has(RowTraits.ONE_DELETION)) {
            out.header.writeDeletionTime(traits.deletion(), out.to);
        } else {
            for (int i = 0; i < out.row.columnCount(); i++) {
                out.writeDeletion(i);
            }
        }
    }

    private static void writeValues(int column, RowOutput out) throws IOException {
        RowScan row = out.row;
        if (row.form(column) == ColumnForm.FROZEN_MAP) {
            row.frozenMap(column).writeValues(out.to);
            return;
        }
        for (int cell = row.firstCell(column); cell < row.firstCell(column + 1); cell++) {
            CellFormat.writeValue(row.cell(cell), out.to);
        }
    }

    private static void writeLengths(RowOutput out) throws IOException {
        RowScan row = out.row;
        for (int i = 0; i < row.columnCount(); i++) {
            if (row.form(i) == ColumnForm.FROZEN_MAP) {
                FrozenMap map = row.frozenMap(i);
                out.writeLengths(map.count(), map.lengths());
            } else if (row.form(i) == ColumnForm.SIMPLE) {
                if (row.fixedLength(i) < 0) {
                    out.to.writeUnsignedVInt32(row.cell(row.firstCell(i)).valueSize());
                }
            } else if (row.form(i) == ColumnForm.CELLS) {
                out.writeLengths(row.firstCell(i + 1) - row.firstCell(i), row.lengths(i));
            }
        }
    }
}
