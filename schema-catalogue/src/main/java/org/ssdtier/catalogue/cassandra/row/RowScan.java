package org.ssdtier.catalogue.cassandra.row;

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
 * A row split into flat arrays before it is written: its columns, their cells, and the hash of its shape.
 *
 * <p>An instance is reused for many rows by the one thread that writes an SSTable or an image.
 */
public final class RowScan {
    private static final int KEPT_CELLS = 4_096;
    /** The maximum number of bound columns: rows of many SSTables have different objects for the same columns. */
    private static final int MAX_BOUND_COLUMNS = 4_096;
    /** The initial capacity: each image has its own scan, usually of few columns. */
    private static final int FEW_COLUMNS = 4;

    private BoundColumn[] columns = new BoundColumn[16];
    /** The bound columns by the rows' own columns. */
    private final IdentityHashMap<ColumnMetadata, BoundColumn> bound = new IdentityHashMap<>(FEW_COLUMNS);
    /** The numbers of columns by the header's columns. */
    private final IdentityHashMap<ColumnMetadata, Integer> numbers = new IdentityHashMap<>(FEW_COLUMNS);

    private @Nullable SerializationHeader header;
    private ColumnData[] contents = new ColumnData[16];
    private ColumnForm[] forms = new ColumnForm[16];
    private int[] firstCells = new int[17];
    private Cell<?>[] cells = new Cell<?>[64];
    /**
     * The path of each cell of the form {@link ColumnForm#CELLS}; a cell outside the heap creates its path on every
     * call.
     */
    private @Nullable ByteBuffer[] paths = new ByteBuffer[64];

    private int[] lengths = new int[64];
    private boolean isStatic;
    private int columnCount;
    private int cellCount;
    private final ShapeHash hash;
    private long pathBytes;

    /** Creates a scan whose hash has the key of this JVM. */
    public RowScan() {
        this(new ShapeHash());
    }

    /** Creates a scan whose hash has another key than the node's. */
    RowScan(ShapeHash hash) {
        this.hash = hash;
    }

    /**
     * Splits a row.
     *
     * @param helper the source of the header's columns, whose types are used for writing: a row may come from an
     *     SSTable with older types
     */
    public void read(Row row, SerializationHelper helper) {
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

    @SuppressWarnings("ReferenceEquality") // headers are compared by identity
    private void begin(SerializationHeader next) {
        if (header != next) {
            header = next;
            Arrays.fill(columns, null);
            bound.clear(); // but numbers are kept: known shapes are stored with them
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
            return last; // most rows have the columns of the row before
        }
        BoundColumn here = bound.get(own);
        if (here == null || !here.isOf(column, own)) {
            if (bound.size() == MAX_BOUND_COLUMNS) {
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

    /** Releases the row. */
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

    /** Returns the header's column. */
    ColumnMetadata column(int index) {
        return columns[index].column;
    }

    /** Returns the number of the header's column, which is unique and does not change. */
    int columnNumber(int index) {
        return columns[index].number;
    }

    ColumnForm form(int index) {
        return forms[index];
    }

    /** Returns {@link BoundColumn#fixedLength} of a column. */
    int fixedLength(int index) {
        return columns[index].fixedLength;
    }

    /** Returns the value of a column of the form {@link ColumnForm#FROZEN_MAP}. */
    FrozenMap frozenMap(int index) {
        return Objects.requireNonNull(columns[index].frozenMap);
    }

    /** Returns whether the column is a map, set, list or user type that is not frozen. */
    boolean isComplex(int index) {
        return forms[index] == ColumnForm.CELLS || forms[index] == ColumnForm.INLINE;
    }

    ComplexColumnData complex(int index) {
        return (ComplexColumnData) contents[index];
    }

    /** Returns the index of a column's first cell; for {@code columnCount()}, the number of all cells. */
    int firstCell(int index) {
        return firstCells[index];
    }

    int cellCount() {
        return cellCount;
    }

    /** Returns the lengths of a column's values, in an array that the next call reuses and that may be longer. */
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

    /** Returns the path of a cell of a column of the form {@link ColumnForm#CELLS}; its position must not be moved. */
    ByteBuffer path(int cell) {
        return Objects.requireNonNull(paths[cell]);
    }

    /**
     * Returns a hash of the row's kind, columns and map keys, which is the same for all rows of one schema definition.
     */
    public long hash() {
        return hash.value();
    }

    /** Returns the total bytes of all map keys. */
    long pathBytes() {
        return pathBytes;
    }
}
