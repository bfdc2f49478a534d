package org.ssdtier.catalogue.cassandra.row;

import java.io.IOException;
import org.apache.cassandra.db.Columns;
import org.apache.cassandra.db.rows.Cell;
import org.apache.cassandra.db.rows.ColumnData;
import org.apache.cassandra.db.rows.ComplexColumnData;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.rows.StockCells;
import org.apache.cassandra.schema.ColumnMetadata;
import org.apache.cassandra.utils.SearchIterator;

/** The layout of rows and columns that contain their names, as in Cassandra's own formats. */
final class StockLayout {
    private StockLayout() {}

    /** Writes the row's columns, unless it has all of the header's, and their cells. */
    static void write(Row row, boolean hasAllColumns, RowOutput out) throws IOException {
        if (!hasAllColumns) {
            Columns.serializer.serializeSubset(row.columns(), out.header.columns(row.isStatic()), out.to);
        }
        SearchIterator<ColumnMetadata, ColumnMetadata> headerColumns = out.helper.iterator(row.isStatic());
        for (ColumnData content : row) {
            // the content's own column may have an older type
            ColumnMetadata column = headerColumns.next(content.column());
            if (content instanceof Cell<?> cell) {
                out.writeStockCell(cell, column);
            } else {
                writeComplex((ComplexColumnData) content, column, out);
            }
        }
    }

    private static void writeComplex(ComplexColumnData content, ColumnMetadata column, RowOutput out)
            throws IOException {
        if (out.complexDeletions) {
            out.header.writeDeletionTime(content.complexDeletion(), out.to);
        }
        out.to.writeUnsignedVInt32(content.cellsCount());
        for (Cell<?> cell : content) {
            out.writeStockCell(cell, column);
        }
    }

    static void read(Columns headerColumns, boolean hasAllColumns, RowInput row) throws IOException {
        Columns columns = hasAllColumns ? headerColumns : Columns.serializer.deserializeSubset(headerColumns, row.in);
        for (ColumnMetadata column : columns) {
            if (column.isSimple()) {
                readSimple(column, row);
            } else {
                readComplex(column, row);
            }
        }
    }

    private static void readSimple(ColumnMetadata column, RowInput row) throws IOException {
        StockCells cells = new StockCells(row.header);
        if (!row.wanted.includes(column)) {
            cells.skip(column, row.in);
            return;
        }
        addCell(cells.read(column, row.liveness, row.wanted, row.in), false, row);
    }

    /** Reads a complex column: its deletion, the number of its cells, and the cells with their paths. */
    static void readComplex(ColumnMetadata column, RowInput row) throws IOException {
        if (!row.wanted.includes(column)) {
            if (row.complexDeletions) {
                row.header.skipDeletionTime(row.in);
            }
            skipCells(column, row);
            return;
        }
        row.wanted.startOfComplexColumn(column);
        if (row.complexDeletions) {
            row.addComplexDeletion(column, row.readComplexDeletion());
        }
        readCells(column, row);
        row.wanted.endOfComplexColumn();
    }

    /** Reads the number of a complex column's cells, and the cells. */
    static void readCells(ColumnMetadata column, RowInput row) throws IOException {
        StockCells cells = new StockCells(row.header);
        for (int left = row.in.readUnsignedVInt32(); left > 0; left--) {
            addCell(cells.read(column, row.liveness, row.wanted, row.in), true, row);
        }
    }

    /** Skips the number of a complex column's cells, and the cells. */
    static void skipCells(ColumnMetadata column, RowInput row) throws IOException {
        StockCells cells = new StockCells(row.header);
        for (int left = row.in.readUnsignedVInt32(); left > 0; left--) {
            cells.skip(column, row.in);
        }
    }

    private static void addCell(Cell<byte[]> cell, boolean complex, RowInput row) {
        if (row.wanted.includes(cell, row.liveness) && !row.wanted.isDropped(cell, complex)) {
            row.builder.addCell(cell);
        }
    }
}
