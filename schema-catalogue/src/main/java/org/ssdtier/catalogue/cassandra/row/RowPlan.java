package org.ssdtier.catalogue.cassandra.row;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Iterator;
import org.apache.cassandra.db.Columns;
import org.apache.cassandra.db.SerializationHeader;
import org.apache.cassandra.db.rows.CellPath;
import org.apache.cassandra.schema.ColumnMetadata;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.jspecify.annotations.Nullable;
import org.ssdtier.catalogue.ColumnForm;

/** A schema bound to the columns of one SSTable's header. Immutable. */
public final class RowPlan {
    private static final int FIXED_HEAP_BYTES = 120;
    private static final int COLUMN_HEAP_BYTES = 8;

    private final RowSchema schema;
    private final ColumnMetadata[] columns;
    private final int[] fixedLengths;
    private final int valueCount;

    private RowPlan(RowSchema schema, ColumnMetadata[] columns, int[] fixedLengths) {
        this.schema = schema;
        this.columns = columns;
        this.fixedLengths = fixedLengths;
        int values = 0;
        for (int i = 0; i < columns.length; i++) {
            values += schema.valueCount(i);
        }
        this.valueCount = values;
    }

    /**
     * Binds a schema.
     *
     * @throws IOException if the header has no such column, or one of another form: row, dictionary or header is
     *     corrupt
     */
    public static RowPlan of(RowSchema schema, SerializationHeader header, boolean isStatic) throws IOException {
        Columns all = header.columns(isStatic);
        Iterator<ColumnMetadata> next = all.iterator();
        ColumnMetadata[] columns = new ColumnMetadata[schema.columnCount()];
        int[] fixedLengths = new int[columns.length];
        for (int i = 0; i < columns.length; i++) {
            ColumnMetadata column = find(schema.name(i), next);
            if (column == null) { // not in the header's order
                next = all.iterator();
                column = find(schema.name(i), next);
            }
            if (column == null || column.isSimple() != isSimple(schema.form(i))) {
                throw new IOException("Corrupt schema of a row: column=0x" + ByteBufferUtil.bytesToHex(schema.name(i))
                        + " form=" + schema.form(i) + ", the SSTable's header has "
                        + (column == null ? "none of this name" : column.debugString()));
            }
            columns[i] = column;
            fixedLengths[i] = BoundColumn.fixedLength(header, column, schema.form(i));
        }
        return new RowPlan(schema, columns, fixedLengths);
    }

    /**
     * Returns the next column of a name; null if there is none. A schema has its columns in the header's order, so one
     * pass finds all.
     */
    private static @Nullable ColumnMetadata find(ByteBuffer name, Iterator<ColumnMetadata> columns) {
        while (columns.hasNext()) {
            ColumnMetadata column = columns.next();
            if (column.name.bytes.equals(name)) {
                return column;
            }
        }
        return null;
    }

    /** Returns roughly how much heap the plan takes, in bytes, including its schema. */
    long heapBytes() {
        return FIXED_HEAP_BYTES + (long) COLUMN_HEAP_BYTES * columns.length + schema.heapBytes();
    }

    boolean isComplex(int index) {
        return !isSimple(schema.form(index));
    }

    private static boolean isSimple(ColumnForm form) {
        return form == ColumnForm.SIMPLE || form == ColumnForm.FROZEN_MAP;
    }

    int columnCount() {
        return columns.length;
    }

    ColumnMetadata column(int index) {
        return columns[index];
    }

    ColumnForm form(int index) {
        return schema.form(index);
    }

    /** Returns the paths of a column's cells; not to be changed. */
    CellPath[] paths(int index) {
        return schema.paths(index);
    }

    /** Returns the length of the column's values, or a negative number if each value has its own length. */
    int fixedLength(int index) {
        return fixedLengths[index];
    }

    /** Returns the number of the column's values that are stored in the row without a path. */
    int valueCount(int index) {
        return schema.valueCount(index);
    }

    /** Returns the template that reassembles the value of a frozen map. */
    FrozenMapTemplate template(int index) {
        return schema.template(index);
    }

    /** Returns the sum of the columns' value counts. */
    int valueCount() {
        return valueCount;
    }
}
