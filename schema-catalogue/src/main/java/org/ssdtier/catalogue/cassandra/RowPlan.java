package org.ssdtier.catalogue.cassandra;

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
final class RowPlan {
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
     * @throws IOException if the header has no such column, or one of another form: row, dictionary or header is corrupt
     */
    static RowPlan of(RowSchema schema, SerializationHeader header, boolean isStatic) throws IOException {
        Columns all = header.columns(isStatic);
        Iterator<ColumnMetadata> next = all.iterator();
        ColumnMetadata[] columns = new ColumnMetadata[schema.columnCount()];
        int[] fixedLengths = new int[columns.length];
        for (int i = 0; i < columns.length; i++) {
            ColumnMetadata column = find(schema.name(i), next);
            if (column == null) { // not in the order of the header's
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

    /** Schemas have their columns in the order of a header's, so all of them are found in one walk. */
    private static @Nullable ColumnMetadata find(ByteBuffer name, Iterator<ColumnMetadata> columns) {
        while (columns.hasNext()) {
            ColumnMetadata column = columns.next();
            if (column.name.bytes.equals(name)) {
                return column;
            }
        }
        return null;
    }

    /** About how much heap it takes, its schema included. */
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

    /** The paths of a column's cells; not to be changed. */
    CellPath[] paths(int index) {
        return schema.paths(index);
    }

    /** The length of the column's values, or a negative number if they have a length each. */
    int fixedLength(int index) {
        return fixedLengths[index];
    }

    /** How many values of the column the row has, none of which has a path. */
    int valueCount(int index) {
        return schema.valueCount(index);
    }

    /** What puts the values of a frozen map together. */
    FrozenMapTemplate template(int index) {
        return schema.template(index);
    }

    /** The sum of the columns' value counts. */
    int valueCount() {
        return valueCount;
    }
}
