package org.ssdtier.catalogue.cassandra;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.cassandra.db.SerializationHeader;
import org.apache.cassandra.db.rows.CellPath;
import org.apache.cassandra.schema.ColumnMetadata;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.ssdtier.catalogue.ColumnForm;

/** A schema bound to the columns of one SSTable's header. Immutable. */
final class RowPlan {
    private final RowSchema schema;
    private final ColumnMetadata[] columns;
    private final int[] fixedLengths;
    private final int valueCount;

    private RowPlan(RowSchema schema, ColumnMetadata[] columns, int[] fixedLengths) {
        this.schema = schema;
        this.columns = columns;
        this.fixedLengths = fixedLengths;
        this.valueCount =
                IntStream.range(0, columns.length).map(this::valueCount).sum();
    }

    /**
     * Binds a schema.
     *
     * @throws IOException if the header has no such column, or one of another form: row, dictionary or header is corrupt
     */
    static RowPlan of(RowSchema schema, SerializationHeader header, boolean isStatic) throws IOException {
        Map<ByteBuffer, ColumnMetadata> byName = new HashMap<>();
        for (ColumnMetadata column : header.columns(isStatic)) {
            byName.put(column.name.bytes, column);
        }
        ColumnMetadata[] columns = new ColumnMetadata[schema.columnCount()];
        int[] fixedLengths = new int[columns.length];
        for (int i = 0; i < columns.length; i++) {
            ColumnMetadata column = byName.get(schema.name(i));
            if (column == null || column.isSimple() != isSimple(schema.form(i))) {
                throw new IOException("Corrupt schema of a row: column=0x" + ByteBufferUtil.bytesToHex(schema.name(i))
                        + " form=" + schema.form(i) + ", the SSTable's header has "
                        + (column == null ? "none of this name" : column.debugString()));
            }
            columns[i] = column;
            fixedLengths[i] = RowScan.fixedLength(header, column, schema.form(i));
        }
        return new RowPlan(schema, columns, fixedLengths);
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
