package org.ssdtier.catalogue.cassandra.row;

import java.io.IOException;
import org.apache.cassandra.db.rows.CellPath;
import org.apache.cassandra.schema.ColumnMetadata;
import org.ssdtier.catalogue.ColumnForm;

/** The layout {@link RowLayout#CELLS}: one cell after another, as in the paper. */
final class CellsLayout {
    private CellsLayout() {}

    static void write(RowOutput out) throws IOException {
        RowScan row = out.row;
        for (int i = 0; i < row.columnCount(); i++) {
            out.writeDeletion(i);
            if (row.form(i) == ColumnForm.INLINE) {
                out.writeStockCells(i);
                continue;
            }
            if (row.form(i) == ColumnForm.FROZEN_MAP) {
                CellFormat.writeFrozenMap(row.cell(row.firstCell(i)), row.frozenMap(i), out);
                continue;
            }
            for (int cell = row.firstCell(i); cell < row.firstCell(i + 1); cell++) {
                CellFormat.write(row.cell(cell), row.fixedLength(i), out.liveness, out);
            }
        }
    }

    static void read(RowPlan plan, RowInput row) throws IOException {
        for (int i = 0; i < plan.columnCount(); i++) {
            ColumnMetadata column = plan.column(i);
            boolean wanted = row.wanted.includes(column);
            switch (plan.form(i)) {
                case SIMPLE -> {
                    if (wanted) {
                        CellFormat.read(column, null, plan.fixedLength(i), row);
                    } else {
                        CellFormat.skip(plan.fixedLength(i), row);
                    }
                }
                case CELLS -> readCells(column, plan.paths(i), wanted, row);
                case INLINE -> StockLayout.readComplex(column, row);
                case FROZEN_MAP -> CellFormat.readFrozenMap(column, plan, i, row);
            }
        }
    }

    private static void readCells(ColumnMetadata column, CellPath[] paths, boolean wanted, RowInput row)
            throws IOException {
        if (!wanted) {
            if (row.complexDeletions) {
                row.header.skipDeletionTime(row.in);
            }
            for (int i = 0; i < paths.length; i++) {
                CellFormat.skip(-1, row);
            }
            return;
        }
        row.wanted.startOfComplexColumn(column);
        if (row.complexDeletions) {
            row.addComplexDeletion(column, row.readComplexDeletion());
        }
        for (CellPath path : paths) {
            if (row.wanted.includes(path)) {
                CellFormat.read(column, path, -1, row);
            } else {
                CellFormat.skip(-1, row);
            }
        }
        row.wanted.endOfComplexColumn();
    }
}
