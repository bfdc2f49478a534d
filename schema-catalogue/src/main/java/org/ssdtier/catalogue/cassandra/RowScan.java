package org.ssdtier.catalogue.cassandra;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Objects;
import org.apache.cassandra.db.SerializationHeader;
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
    private static final int KEPT_CELLS = 4_096;
    /** Rows of many SSTables have their own objects for the same columns. */
    private static final int MOST_BOUND = 4_096;
    /** An image has a scan of its own, mostly for few columns. */
    private static final int FEW_COLUMNS = 4;

    private BoundColumn[] columns = new BoundColumn[16];
    /** By the rows' own columns. */
    private final IdentityHashMap<ColumnMetadata, BoundColumn> bound = new IdentityHashMap<>(FEW_COLUMNS);
    /** By the header's. */
    private final IdentityHashMap<ColumnMetadata, Integer> numbers = new IdentityHashMap<>(FEW_COLUMNS);

    private @Nullable SerializationHeader header;
    private ColumnData[] contents = new ColumnData[16];
    private ColumnForm[] forms = new ColumnForm[16];
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
        columnCount = 0;
        cellCount = 0;
        begin(helper.header);
        SearchIterator<ColumnMetadata, ColumnMetadata> headerColumns = helper.iterator(row.isStatic());
        isStatic = row.isStatic();
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

    @SuppressWarnings("ReferenceEquality") // a header is told from others by identity
    private void begin(SerializationHeader next) {
        if (header != next) {
            header = next;
            Arrays.fill(columns, null);
            bound.clear(); // but no number is given twice: shapes that are known are known by them
        }
    }

    private void add(ColumnMetadata column, ColumnData content, SerializationHeader header) {
        int index = columnCount;
        if (index == columns.length) {
            grow();
        }
        BoundColumn here = bind(index, column, content.column(), header);
        columnCount++;
        contents[index] = content;
        firstCells[index] = cellCount;
        if (content instanceof Cell<?> cell) {
            addCell(cell);
            FrozenMap frozen = here.frozenMap;
            boolean isApart = frozen != null && !cell.isTombstone() && frozen.read(cell);
            forms[index] = isApart ? ColumnForm.FROZEN_MAP : ColumnForm.SIMPLE;
            hash.addColumn(here.nameHash, forms[index]);
            pathBytes += frozen != null && isApart ? frozen.addKeys(hash) : 0;
        } else {
            forms[index] = here.usualForm;
            hash.addColumn(here.nameHash, forms[index]);
            addCells((ComplexColumnData) content, forms[index]);
        }
    }

    private BoundColumn bind(int index, ColumnMetadata column, ColumnMetadata own, SerializationHeader header) {
        BoundColumn last = columns[index];
        if (last != null && last.isOf(column, own)) {
            return last; // most rows have the columns that the row before had
        }
        BoundColumn here = bound.get(own);
        if (here == null || !here.isOf(column, own)) {
            if (bound.size() == MOST_BOUND) {
                bound.clear();
            }
            here = new BoundColumn(header, column, own, numbers.computeIfAbsent(column, unseen -> numbers.size()));
            bound.put(own, here);
        }
        columns[index] = here;
        return here;
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
        contents = Arrays.copyOf(contents, length);
        forms = Arrays.copyOf(forms, length);
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
            FrozenMap frozen = columns[i].frozenMap;
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

    /** The header's column. */
    ColumnMetadata column(int index) {
        return columns[index].column;
    }

    /** A number of the header's column: each has another one, and keeps it. */
    int columnNumber(int index) {
        return columns[index].number;
    }

    ColumnForm form(int index) {
        return forms[index];
    }

    /** See {@link BoundColumn#fixedLength}. */
    int fixedLength(int index) {
        return columns[index].fixedLength;
    }

    /** The value of a column of the form {@link ColumnForm#FROZEN_MAP}. */
    FrozenMap frozenMap(int index) {
        return Objects.requireNonNull(columns[index].frozenMap);
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
