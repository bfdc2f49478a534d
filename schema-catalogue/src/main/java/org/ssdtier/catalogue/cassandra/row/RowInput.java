package org.ssdtier.catalogue.cassandra.row;

import java.io.IOException;
import java.util.Arrays;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.db.DeletionTime;
import org.apache.cassandra.db.LivenessInfo;
import org.apache.cassandra.db.SerializationHeader;
import org.apache.cassandra.db.marshal.ByteArrayAccessor;
import org.apache.cassandra.db.rows.Cell;
import org.apache.cassandra.db.rows.CellPath;
import org.apache.cassandra.db.rows.DeserializationHelper;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.io.util.DataInputPlus;
import org.apache.cassandra.net.MessagingService;
import org.apache.cassandra.schema.ColumnMetadata;
import org.jspecify.annotations.Nullable;

/**
 * The row that is being read: its input, the columns and cells that are wanted, and the builder that receives its
 * cells.
 */
final class RowInput {
    private static final byte[] NO_VALUE = ByteArrayAccessor.instance.empty();

    final DataInputPlus in;
    final SerializationHeader header;
    final DeserializationHelper wanted;
    final Row.Builder builder;
    final boolean complexDeletions;
    final LivenessInfo liveness;
    /** The timestamp of the cell that is added next. */
    long timestamp;
    /** The TTL of the cell that is added next, in seconds, or {@link Cell#NO_TTL}. */
    int ttl = Cell.NO_TTL;
    /** The deletion time of the cell that is added next, as it was written. */
    long deletionTime = Cell.NO_DELETION_TIME;

    RowInput(
            DataInputPlus in,
            SerializationHeader header,
            DeserializationHelper wanted,
            Row.Builder builder,
            int flags,
            int extendedFlags)
            throws IOException {
        this.in = in;
        this.header = header;
        this.wanted = wanted;
        this.builder = builder;
        this.complexDeletions = RowFlags.has(flags, RowFlags.HAS_COMPLEX_DELETION);
        this.liveness = readLiveness(flags);
        builder.addPrimaryKeyLivenessInfo(liveness);
        builder.addRowDeletion(readDeletion(flags, extendedFlags));
    }

    private LivenessInfo readLiveness(int flags) throws IOException {
        if (!RowFlags.has(flags, RowFlags.HAS_TIMESTAMP)) {
            return LivenessInfo.EMPTY;
        }
        long timestamp = header.readTimestamp(in);
        int ttl = LivenessInfo.NO_TTL;
        long expiry = LivenessInfo.NO_EXPIRATION_TIME;
        if (RowFlags.has(flags, RowFlags.HAS_TTL)) {
            ttl = header.readTTL(in);
            expiry = header.readLocalDeletionTime(in);
        }
        if (ttl < 0) {
            throw new IOException("Invalid TTL: " + ttl);
        }
        return LivenessInfo.withExpirationTime(timestamp, ttl, Cell.decodeLocalDeletionTime(expiry, ttl, wanted));
    }

    private Row.Deletion readDeletion(int flags, int extendedFlags) throws IOException {
        if (!RowFlags.has(flags, RowFlags.HAS_DELETION)) {
            return Row.Deletion.LIVE;
        }
        return new Row.Deletion(
                header.readDeletionTime(in), RowFlags.has(extendedFlags, RowFlags.EXTENDED_SHADOWABLE_DELETION));
    }

    /** Reads a deletion of complex columns, with the correction that Cassandra's own serializer makes. */
    DeletionTime readComplexDeletion() throws IOException {
        return corrected(header.readDeletionTime(in));
    }

    DeletionTime corrected(DeletionTime deletion) {
        if (deletion.localDeletionTime() >= 0) {
            return deletion;
        }
        long time = wanted.version < MessagingService.VERSION_50
                ? Cell.INVALID_DELETION_TIME
                : Cell.deletionTimeUnsignedIntegerToLong((int) deletion.localDeletionTime());
        return DeletionTime.build(deletion.markedForDeleteAt(), time);
    }

    /** Adds a complex column's deletion, unless the column was dropped later. */
    void addComplexDeletion(ColumnMetadata column, DeletionTime deletion) {
        if (!wanted.isDroppedComplexDeletion(deletion)) {
            builder.addComplexDeletion(column, deletion);
        }
    }

    /**
     * Returns whether a value is skipped although its cell is read: the cell counts only for the row's liveness or a
     * digest.
     */
    boolean skipsValue(ColumnMetadata column, @Nullable CellPath path) {
        return wanted.canSkipValue(column) || (path != null && wanted.canSkipValue(path));
    }

    /** Reads a value; its length is the column's fixed one or was read before it. */
    byte[] readValue(int length) throws IOException {
        if (length == 0) {
            return NO_VALUE;
        }
        requireLength(length);
        return ByteArrayAccessor.instance.read(in, length);
    }

    private static void requireLength(long length) throws IOException {
        if (length < 0 || length > DatabaseDescriptor.getMaxValueSize()) {
            throw new IOException("Corrupt value length=" + length + ", allowed 0 to max_value_size="
                    + DatabaseDescriptor.getMaxValueSize() + " of cassandra.yaml");
        }
    }

    /** Reads the lengths of a column's values into {@code lengths}, from {@code first} on. */
    void readLengths(int[] lengths, int first, int count) throws IOException {
        if (count == 1) {
            lengths[first] = length(in.readUnsignedVInt());
        } else if (count > 1) {
            long coded = in.readUnsignedVInt();
            boolean same = (coded & 1) == 1;
            Arrays.fill(lengths, first, same ? first + count : first + 1, length(coded >>> 1));
            for (int i = first + 1; !same && i < first + count; i++) {
                lengths[i] = length(in.readUnsignedVInt() >>> 1);
            }
        }
    }

    private static int length(long length) throws IOException {
        if (length < 0 || length > Integer.MAX_VALUE) {
            throw new IOException("Corrupt value length=" + length + " of a row, allowed 0 to " + Integer.MAX_VALUE);
        }
        return (int) length;
    }

    /** Reads the values of a frozen map, whose lengths begin at the index {@code first}, and adds its cell. */
    void readFrozenMap(ColumnMetadata column, FrozenMapTemplate template, int[] lengths, int first) throws IOException {
        requireLength(template.bytes(lengths, first));
        if (!UnfilteredReads.includes(wanted)) {
            addCell(column, null, template.read(lengths, first, in));
            return;
        }
        int[] own = Arrays.copyOfRange(lengths, first, first + template.count());
        byte[] values = new byte[Arrays.stream(own).sum()];
        in.readFully(values);
        long time = decodedDeletionTime();
        FrozenMapCell.Times times =
                new FrozenMapCell.Times(timestamp, ttl, Cell.deletionTimeLongToUnsignedInteger(time));
        add(new FrozenMapCell(column, times, template, own, values), false);
    }

    /**
     * Adds a cell to the row, if it is wanted and its column was not dropped later.
     *
     * @param value the value; also empty if it is not wanted
     */
    void addCell(ColumnMetadata column, @Nullable CellPath path, byte[] value) throws IOException {
        long decoded = decodedDeletionTime();
        byte[] content = value;
        if (value.length > 0 && deletionTime == Cell.NO_DELETION_TIME && column.type.isCounter()) {
            content = wanted.maybeClearCounterValue(value, ByteArrayAccessor.instance);
        }
        add(ByteArrayAccessor.factory.cell(column, timestamp, ttl, decoded, content, path), path != null);
    }

    private long decodedDeletionTime() throws IOException {
        if (ttl < 0) {
            throw new IOException("Invalid TTL: " + ttl);
        }
        return Cell.decodeLocalDeletionTime(deletionTime, ttl, wanted);
    }

    private void add(Cell<byte[]> cell, boolean isComplex) {
        if (wanted.includes(cell, liveness) && !wanted.isDropped(cell, isComplex)) {
            builder.addCell(cell);
        }
    }
}
