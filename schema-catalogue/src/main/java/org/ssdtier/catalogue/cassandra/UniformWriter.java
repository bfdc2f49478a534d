package org.ssdtier.catalogue.cassandra;

import java.io.IOException;
import org.apache.cassandra.io.util.DataOutputPlus;
import org.ssdtier.catalogue.ColumnForm;

/** Writes {@link RowLayout#UNIFORM} and its two variants: what the cells have in common, their lengths, then their values. */
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
            for (int cell = row.firstCell(i); cell < row.firstCell(i + 1); cell++) {
                CellFormat.writeValue(row.cell(cell), to);
            }
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

    private static void writeLengths(RowOutput out) throws IOException {
        RowScan row = out.row;
        for (int i = 0; i < row.columnCount(); i++) {
            int first = row.firstCell(i);
            int cells = row.firstCell(i + 1) - first;
            if (row.form(i) == ColumnForm.INLINE || row.fixedLength(i) >= 0 || cells == 0) {
                continue;
            }
            if (cells == 1) {
                out.to.writeUnsignedVInt32(row.cell(first).valueSize());
            } else {
                writeLengths(first, first + cells, out);
            }
        }
    }

    private static void writeLengths(int first, int end, RowOutput out) throws IOException {
        int length = out.row.cell(first).valueSize();
        boolean same = true;
        for (int cell = first + 1; cell < end && same; cell++) {
            same = out.row.cell(cell).valueSize() == length;
        }
        if (same) {
            out.to.writeUnsignedVInt(((long) length << 1) | 1);
            return;
        }
        for (int cell = first; cell < end; cell++) {
            out.to.writeUnsignedVInt((long) out.row.cell(cell).valueSize() << 1);
        }
    }
}
