package org.ssdtier.catalogue.cassandra;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import org.apache.cassandra.db.SerializationHeader;
import org.apache.cassandra.db.marshal.MapType;
import org.apache.cassandra.db.rows.Cell;
import org.apache.cassandra.db.rows.ColumnData;
import org.apache.cassandra.db.rows.ComplexColumnData;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.rows.SerializationHelper;
import org.apache.cassandra.schema.ColumnMetadata;
import org.apache.cassandra.utils.SearchIterator;
import org.jspecify.annotations.Nullable;
import org.ssdtier.catalogue.ColumnForm;

/**
 * A row taken apart once, as flat arrays, before it is written: its columns, their cells, and the hash of its shape.
 *
 * <p>One is used again and again by the one thread that writes an SSTable or an image.
 */
final class RowScan {
    private static final int VARIABLE_LENGTH = -1;
    private static final int KEPT_CELLS = 4_096;

    private ColumnMetadata[] columns = new ColumnMetadata[16];
    private ColumnMetadata[] ownColumns = new ColumnMetadata[16];
    private ColumnData[] contents = new ColumnData[16];
    private ColumnForm[] usualForms = new ColumnForm[16];
    private ColumnForm[] forms = new ColumnForm[16];
    private int[] fixedLengths = new int[16];
    /** Where a column is of the type frozen map: room for its value. */
    private @Nullable FrozenMap[] frozenMaps = new FrozenMap[16];

    private int[] firstCells = new int[17];
    private Cell<?>[] cells = new Cell<?>[64];
    /** Of each cell of the form {@link ColumnForm#CELLS}: a cell outside the heap makes its path anew for each who asks. */
    private @Nullable ByteBuffer[] paths = new ByteBuffer[64];

    private int[] lengths = new int[64];
    private boolean isStatic;
    private int columnCount;
    private int cellCount;
    private final ShapeHash hash;
    private long pathBytes;

    RowScan() {
        this(new ShapeHash());
    }

    /** With a hash of another key than the node's. */
    RowScan(ShapeHash hash) {
        this.hash = hash;
    }

    /**
     * Takes a row apart.
     *
     * @param helper iterates over the header's columns: their types are those to write with, for a row may come from an
     *     SSTable with older ones
     */
    void read(Row row, SerializationHelper helper) {
        SearchIterator<ColumnMetadata, ColumnMetadata> headerColumns = helper.iterator(row.isStatic());
        isStatic = row.isStatic();
        columnCount = 0;
        cellCount = 0;
        pathBytes = 0;
        hash.begin(isStatic);
        for (ColumnData content : row) {
            ColumnMetadata column = headerColumns.next(content.column());
            if (column == null) {
                throw new IllegalStateException("column=" + content.column() + " is not in the SSTable's header");
            }
            add(column, content, helper.header);
        }
        firstCells[columnCount] = cellCount;
    }

    private void add(ColumnMetadata column, ColumnData content, SerializationHeader header) {
        int index = columnCount++;
        if (index == columns.length) {
            grow();
        }
        ColumnMetadata own = content.column();
        if (!isBound(index, column, own)) {
            bind(index, column, own, header);
        }
        contents[index] = content;
        firstCells[index] = cellCount;
        if (content instanceof Cell<?> cell) {
            addCell(cell);
            FrozenMap frozen = frozenMaps[index];
            if (frozen != null && !cell.isTombstone() && frozen.read(cell)) {
                addFrozen(index, frozen);
                return;
            }
            forms[index] = ColumnForm.SIMPLE;
            hash.addColumn(column.name.hashCode(), ColumnForm.SIMPLE);
        } else {
            forms[index] = usualForms[index];
            hash.addColumn(column.name.hashCode(), forms[index]);
            addCells((ComplexColumnData) content, forms[index]);
        }
    }

    @SuppressWarnings("ReferenceEquality") // an equal column that is another object is only bound once more
    private boolean isBound(int index, ColumnMetadata column, ColumnMetadata own) {
        return columns[index] == column && ownColumns[index] == own;
    }

    /** What is the same for all rows that have these columns at this place, as most of them do. */
    private void bind(int index, ColumnMetadata column, ColumnMetadata own, SerializationHeader header) {
        columns[index] = column;
        ownColumns[index] = own;
        // the content's own column tells simple from complex, as in Cassandra's serializer
        ColumnForm form = RowSchema.formOf(own);
        usualForms[index] = form;
        fixedLengths[index] = fixedLength(header, column, form);
        frozenMaps[index] = form == ColumnForm.SIMPLE && own.type instanceof MapType<?, ?> ? new FrozenMap() : null;
    }

    private void addFrozen(int index, FrozenMap frozen) {
        forms[index] = ColumnForm.FROZEN_MAP;
        hash.addColumn(columns[index].name.hashCode(), ColumnForm.FROZEN_MAP);
        pathBytes += frozen.addKeys(hash);
    }

    private void addCells(ComplexColumnData content, ColumnForm form) {
        for (Cell<?> cell : content) {
            addCell(cell);
            if (form == ColumnForm.CELLS) {
                ByteBuffer path = cell.path().get(0);
                paths[cellCount - 1] = path;
                addPath(path, path.position(), path.remaining());
            }
        }
    }

    /** The length of a column's values, or a negative number if they have a length each. */
    static int fixedLength(SerializationHeader header, ColumnMetadata column, ColumnForm form) {
        return form == ColumnForm.SIMPLE ? header.getType(column).valueLengthIfFixed() : VARIABLE_LENGTH;
    }

    private void addCell(Cell<?> cell) {
        if (cellCount == cells.length) {
            cells = Arrays.copyOf(cells, 2 * cellCount);
            paths = Arrays.copyOf(paths, 2 * cellCount);
        }
        cells[cellCount++] = cell;
    }

    private void grow() {
        int length = 2 * columns.length;
        columns = Arrays.copyOf(columns, length);
        ownColumns = Arrays.copyOf(ownColumns, length);
        contents = Arrays.copyOf(contents, length);
        usualForms = Arrays.copyOf(usualForms, length);
        forms = Arrays.copyOf(forms, length);
        fixedLengths = Arrays.copyOf(fixedLengths, length);
        frozenMaps = Arrays.copyOf(frozenMaps, length);
        firstCells = Arrays.copyOf(firstCells, length + 1);
    }

    private void addPath(ByteBuffer path, int start, int length) {
        pathBytes += length;
        hash.addPath(path, start, length);
    }

    /** Lets go of the row. */
    void release() {
        if (cells.length > KEPT_CELLS) {
            cells = new Cell<?>[64];
            paths = new ByteBuffer[64];
        } else {
            Arrays.fill(cells, 0, cellCount, null);
            Arrays.fill(paths, 0, cellCount, null);
        }
        for (int i = 0; i < columnCount; i++) {
            contents[i] = null;
            FrozenMap frozen = frozenMaps[i];
            if (frozen != null) {
                frozen.release();
            }
        }
    }

    boolean isStatic() {
        return isStatic;
    }

    int columnCount() {
        return columnCount;
    }

    /** The header's columns that the row has. */
    ColumnMetadata[] columns() {
        return Arrays.copyOf(columns, columnCount);
    }

    /** The header's column. */
    ColumnMetadata column(int index) {
        return columns[index];
    }

    ColumnForm form(int index) {
        return forms[index];
    }

    /** See {@link #fixedLength(SerializationHeader, ColumnMetadata, ColumnForm)}. */
    int fixedLength(int index) {
        return fixedLengths[index];
    }

    /** The value of a column of the form {@link ColumnForm#FROZEN_MAP}. */
    FrozenMap frozenMap(int index) {
        return Objects.requireNonNull(frozenMaps[index]);
    }

    /** Whether the column is a map, set, list or user type that is not frozen. */
    boolean isComplex(int index) {
        return forms[index] == ColumnForm.CELLS || forms[index] == ColumnForm.INLINE;
    }

    ComplexColumnData complex(int index) {
        return (ComplexColumnData) contents[index];
    }

    /** The index of a column's first cell; for {@code columnCount()} the number of all cells. */
    int firstCell(int index) {
        return firstCells[index];
    }

    int cellCount() {
        return cellCount;
    }

    /** The lengths of a column's values, in an array that is the next caller's, too, and may have room behind them. */
    int[] lengths(int column) {
        int first = firstCells[column];
        int count = firstCells[column + 1] - first;
        if (count > lengths.length) {
            lengths = new int[Math.max(count, 2 * lengths.length)];
        }
        for (int i = 0; i < count; i++) {
            lengths[i] = cells[first + i].valueSize();
        }
        return lengths;
    }

    Cell<?> cell(int index) {
        return cells[index];
    }

    /** The path of a cell of a column of the form {@link ColumnForm#CELLS}; its position is not to be moved. */
    ByteBuffer path(int cell) {
        return Objects.requireNonNull(paths[cell]);
    }

    /** A hash of the row's kind, columns and map keys: the same for rows of one schema definition. */
    long hash() {
        return hash.value();
    }

    /** Bytes of all map keys. */
    long pathBytes() {
        return pathBytes;
    }
}
