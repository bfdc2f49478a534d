package org.ssdtier.catalogue.cassandra.row;

import java.io.IOException;
import org.apache.cassandra.db.LivenessInfo;
import org.apache.cassandra.db.SerializationHeader;
import org.apache.cassandra.db.marshal.ByteArrayAccessor;
import org.apache.cassandra.db.rows.Cell;
import org.apache.cassandra.db.rows.CellPath;
import org.apache.cassandra.io.util.DataInputPlus;
import org.apache.cassandra.io.util.DataOutputPlus;
import org.apache.cassandra.schema.ColumnMetadata;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.jspecify.annotations.Nullable;

/**
 * The format of one cell: as in Cassandra's own formats ({@code org.apache.cassandra.db.rows.Cell.Serializer}), but
 * without the path, which is in the schema.
 *
 * <pre>
 *  [ flags ] [ timestamp ] [ deletion time ] [ TTL ] [ length ] [ value ]
 * </pre>
 */
final class CellFormat {
    private static final int IS_DELETED = 0x01;
    private static final int IS_EXPIRING = 0x02;
    private static final int HAS_EMPTY_VALUE = 0x04;
    private static final int USE_ROW_TIMESTAMP = 0x08;
    private static final int USE_ROW_TTL = 0x10;

    private CellFormat() {}

    /**
     * Writes a cell; {@code fixedLength} is that of the column's values, or negative if each value has its own length.
     */
    static void write(Cell<?> cell, int fixedLength, LivenessInfo row, RowOutput out) throws IOException {
        int flags = flags(cell, row);
        writeHead(cell, flags, out);
        DataOutputPlus to = out.to;
        if ((flags & HAS_EMPTY_VALUE) == 0) {
            int size = cell.valueSize();
            if (fixedLength < 0) {
                to.writeUnsignedVInt32(size);
            } else if (fixedLength != size) {
                throw new IOException("value bytes=" + size + " of " + cell.column() + ", type allows " + fixedLength);
            }
            writeValue(cell, to);
        }
    }

    /** Writes the cell of a frozen map: flags and times, the lengths of its values, and its values. */
    static void writeFrozenMap(Cell<?> cell, FrozenMap map, RowOutput out) throws IOException {
        writeHead(cell, flags(cell, out.liveness), out);
        out.writeLengths(map.count(), map.lengths());
        map.writeValues(out.to);
    }

    private static void writeHead(Cell<?> cell, int flags, RowOutput out) throws IOException {
        SerializationHeader header = out.header;
        DataOutputPlus to = out.to;
        to.writeByte(flags);
        if ((flags & USE_ROW_TIMESTAMP) == 0) {
            header.writeTimestamp(cell.timestamp(), to);
        }
        if ((flags & USE_ROW_TTL) == 0) {
            if ((flags & (IS_DELETED | IS_EXPIRING)) != 0) {
                header.writeLocalDeletionTime(cell.localDeletionTime(), to);
            }
            if ((flags & IS_EXPIRING) != 0) {
                header.writeTTL(cell.ttl(), to);
            }
        }
    }

    private static int flags(Cell<?> cell, LivenessInfo row) {
        int flags = cell.valueSize() > 0 ? 0 : HAS_EMPTY_VALUE;
        if (cell.isTombstone()) {
            flags |= IS_DELETED;
        } else if (cell.isExpiring()) {
            flags |= IS_EXPIRING;
        }
        if (!row.isEmpty() && cell.timestamp() == row.timestamp()) {
            flags |= USE_ROW_TIMESTAMP;
        }
        if (cell.isExpiring()
                && row.isExpiring()
                && cell.ttl() == row.ttl()
                && cell.localDeletionTime() == row.localExpirationTime()) {
            flags |= USE_ROW_TTL;
        }
        return flags;
    }

    /** Writes the bytes of a value without its length. */
    static <V> void writeValue(Cell<V> cell, DataOutputPlus to) throws IOException {
        cell.accessor().write(cell.value(), to);
    }

    /** Reads a cell and adds it to the row, if it is wanted. */
    static void read(ColumnMetadata column, @Nullable CellPath path, int fixedLength, RowInput row) throws IOException {
        DataInputPlus in = row.in;
        int flags = readHead(row);
        byte[] value = ByteArrayAccessor.instance.empty();
        if ((flags & HAS_EMPTY_VALUE) == 0) {
            int length = fixedLength < 0 ? in.readUnsignedVInt32() : fixedLength;
            if (row.skipsValue(column, path)) {
                in.skipBytesFully(length);
            } else {
                value = row.readValue(length);
            }
        }
        row.addCell(column, path, value);
    }

    /** Reads the flags and times of the cell that is added next. */
    private static int readHead(RowInput row) throws IOException {
        int flags = row.in.readUnsignedByte();
        row.timestamp = (flags & USE_ROW_TIMESTAMP) != 0 ? row.liveness.timestamp() : row.header.readTimestamp(row.in);
        row.deletionTime = Cell.NO_DELETION_TIME;
        row.ttl = Cell.NO_TTL;
        if ((flags & USE_ROW_TTL) != 0) {
            row.deletionTime = row.liveness.localExpirationTime();
            row.ttl = row.liveness.ttl();
        } else if ((flags & (IS_DELETED | IS_EXPIRING)) != 0) {
            row.deletionTime = row.header.readLocalDeletionTime(row.in);
            row.ttl = (flags & IS_EXPIRING) != 0 ? row.header.readTTL(row.in) : Cell.NO_TTL;
        }
        return flags;
    }

    /** Reads or skips the cell of a frozen map. */
    static void readFrozenMap(ColumnMetadata column, RowPlan plan, int index, RowInput row) throws IOException {
        int flags = readHead(row);
        if ((flags & HAS_EMPTY_VALUE) != 0) {
            throw new IOException("Corrupt cell flags=" + flags + " of a split frozen map: it has no value");
        }
        int[] lengths = new int[plan.valueCount(index)];
        row.readLengths(lengths, 0, lengths.length);
        boolean wanted = row.wanted.includes(column);
        if (wanted && !row.skipsValue(column, null)) {
            row.readFrozenMap(column, plan.template(index), lengths, 0);
            return;
        }
        for (int length : lengths) {
            row.in.skipBytesFully(length);
        }
        if (wanted) {
            row.addCell(column, null, ByteArrayAccessor.instance.empty());
        }
    }

    /** Skips a cell. */
    static void skip(int fixedLength, RowInput row) throws IOException {
        DataInputPlus in = row.in;
        int flags = in.readUnsignedByte();
        if ((flags & USE_ROW_TIMESTAMP) == 0) {
            row.header.skipTimestamp(in);
        }
        if ((flags & USE_ROW_TTL) == 0) {
            if ((flags & (IS_DELETED | IS_EXPIRING)) != 0) {
                row.header.skipLocalDeletionTime(in);
            }
            if ((flags & IS_EXPIRING) != 0) {
                row.header.skipTTL(in);
            }
        }
        if ((flags & HAS_EMPTY_VALUE) == 0) {
            if (fixedLength < 0) {
                ByteBufferUtil.skipWithVIntLength(in);
            } else {
                in.skipBytesFully(fixedLength);
            }
        }
    }
}
