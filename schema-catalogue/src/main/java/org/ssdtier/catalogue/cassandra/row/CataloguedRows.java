package org.ssdtier.catalogue.cassandra.row;

import java.io.IOException;
import org.apache.cassandra.db.SerializationHeader;
import org.apache.cassandra.db.rows.BTreeRow;
import org.apache.cassandra.db.rows.DeserializationHelper;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.rows.SerializationHelper;
import org.apache.cassandra.io.util.DataInputPlus;
import org.apache.cassandra.io.util.DataOutputPlus;
import org.apache.cassandra.io.util.FileDataInput;
import org.apache.cassandra.io.util.FileUtils;
import org.jspecify.annotations.Nullable;

/**
 * Static methods to write and read the rows of SSTables of the format {@code catalogued} and of cached images. The
 * woven {@code UnfilteredSerializer} calls them for every row that it writes or reads, including those of other
 * SSTables, messages, hints and the commit log. The class of the header determines whether a row is ours.
 */
public final class CataloguedRows {
    private CataloguedRows() {}

    /**
     * Writes a row, if its header is ours.
     *
     * @return whether it was written; if not, Cassandra must write it
     */
    public static boolean write(Row row, SerializationHelper helper, DataOutputPlus out, long previousSize, int version)
            throws IOException {
        if (helper.header instanceof SchemaHeader header) {
            header.writer().write(row, helper, out, previousSize, version);
            return true;
        }
        return false;
    }

    /**
     * Reads a row, beginning with its sizes, if its header is ours.
     *
     * @return the row; null if the header is not ours and Cassandra must read the row
     * @throws IOException if it is corrupt
     */
    public static @Nullable Row read(
            DataInputPlus in,
            SerializationHeader header,
            DeserializationHelper wanted,
            int flags,
            int extendedFlags,
            Row.Builder builder)
            throws IOException {
        if (!(header instanceof SchemaHeader ours)) {
            return null;
        }
        try {
            DataInputPlus body = ours.isForSSTable() ? RowBody.next(in) : in;
            RowInput row = new RowInput(body, ours, wanted, builder, flags, extendedFlags);
            try {
                readBody(row, ours, flags, extendedFlags);
            } catch (LostSchemaException e) {
                return withoutCells(body, builder, e);
            }
            if (body instanceof RowBody whole && whole.available() > 0) {
                throw new IOException("Corrupt row: bytes=" + whole.available() + " after its last cell, allowed 0");
            }
            return builder.build();
        } catch (DefinitionUnavailableException e) {
            if (RowFlags.has(extendedFlags, RowFlags.EXTENDED_IS_STATIC)) {
                closeFile(in);
            }
            throw e;
        } catch (RuntimeException | AssertionError e) {
            // as in Cassandra's own serializer: the row is corrupt, and the SSTable is marked as corrupt
            throw new IOException("Error building row with data deserialized from " + in, e);
        }
    }

    /**
     * Closes the file of a static row that cannot be read: a query's iterator reads it in its constructor, which closes the file
     * it has opened only after an {@link IOException}. (A buffer of the index of a long partition stays, unless the index is
     * mapped.) Whoever else reads a file ends with the exception, too, and may close it again.
     */
    private static void closeFile(DataInputPlus in) {
        if (in instanceof FileDataInput file) {
            FileUtils.closeQuietly(file);
        }
    }

    /**
     * Skips the cells of a row whose definition is lost, if this thread scrubs. Only the row's deletion is kept; a row
     * without one is empty, and Cassandra ignores empty rows.
     */
    private static Row withoutCells(DataInputPlus body, Row.Builder builder, LostSchemaException why)
            throws IOException {
        LostRows lost = LostRows.current();
        if (lost == null) {
            throw why;
        }
        RowBody.skipRest(body);
        lost.add(why);
        Row read = builder.build();
        return read.deletion().isLive()
                ? BTreeRow.emptyRow(read.clustering())
                : BTreeRow.emptyDeletedRow(read.clustering(), read.deletion());
    }

    /**
     * Returns whether no bytes are left for cells, each of which takes at least one. So a tombstone can be read without
     * its definition, which has no columns.
     */
    private static boolean isWithoutCells(int layout, RowInput row) {
        return layout == RowLayout.CELLS && row.in instanceof RowBody body && body.available() == 0;
    }

    private static void readBody(RowInput row, SchemaHeader header, int flags, int extendedFlags) throws IOException {
        int tag = row.in.readUnsignedVInt32();
        int ordinal = RowLayout.ordinal(tag);
        int layout = RowLayout.layout(tag);
        boolean isStatic = RowFlags.has(extendedFlags, RowFlags.EXTENDED_IS_STATIC);
        if (ordinal == RowSchemas.INLINE) {
            if (layout != RowLayout.CELLS) {
                throw new IOException("Corrupt layout=" + layout + " of a row without a schema, allowed 0");
            }
            StockLayout.read(header.columns(isStatic), RowFlags.has(flags, RowFlags.HAS_ALL_COLUMNS), row);
            return;
        }
        RowPlan plan;
        try {
            plan = header.plan(ordinal, isStatic);
        } catch (LostSchemaException e) {
            if (isWithoutCells(layout, row)) {
                return;
            }
            throw e;
        }
        if (layout == RowLayout.CELLS) {
            CellsLayout.read(plan, row);
        } else {
            new UniformReader(plan, row).read(layout);
        }
    }
}
