package org.ssdtier.rowcache.cassandra;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import org.apache.cassandra.db.Clustering;
import org.apache.cassandra.db.ClusteringBound;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.DeletionTime;
import org.apache.cassandra.db.EmptyIterators;
import org.apache.cassandra.db.SerializationHeader;
import org.apache.cassandra.db.filter.ColumnFilter;
import org.apache.cassandra.db.partitions.ImmutableBTreePartition;
import org.apache.cassandra.db.rows.AbstractUnfilteredRowIterator;
import org.apache.cassandra.db.rows.BTreeRow;
import org.apache.cassandra.db.rows.DeserializationHelper;
import org.apache.cassandra.db.rows.EncodingStats;
import org.apache.cassandra.db.rows.RangeTombstoneMarker;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.rows.Rows;
import org.apache.cassandra.db.rows.SerializationHelper;
import org.apache.cassandra.db.rows.Unfiltered;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.db.rows.UnfilteredSerializer;
import org.apache.cassandra.io.util.DataInputBuffer;
import org.apache.cassandra.io.util.DataInputPlus;
import org.apache.cassandra.io.util.DataOutputBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Row images to bytes and back.
 *
 * <pre>
 *  +-------------+-------+--------------------+--------------------+------------+--------------------------+
 *  | fingerprint | flags | encoding stats     | partition deletion | static row | rows, range tombstones … |
 *  | int32       | int8  | 3 vints, if not 0x8| if 0x2             | if 0x4     | end marker, if not 0x8   |
 *  +-------------+-------+--------------------+--------------------+------------+--------------------------+
 *  flags: 0x1 complete (the whole partition), 0x2 partition deletion, 0x4 static row, 0x8 nothing at all
 * </pre>
 *
 * Rows are written by Cassandra's own {@link UnfilteredSerializer} in its messaging form; column names are left to
 * {@link ImageLayout}. An image that is not complete ends with its last row: it covers the clusterings up to that row.
 */
final class RowImageCodec {
    /** Bytes of the smallest image: fingerprint and flags. */
    static final int HEADER_BYTES = Integer.BYTES + Byte.BYTES;

    private static final int COMPLETE = 0x1;
    private static final int PARTITION_DELETION = 0x2;
    private static final int STATIC_ROW = 0x4;
    private static final int NOTHING = 0x8;

    /** What became of an encoding. */
    enum Outcome {
        /** The image is in the output. */
        ENCODED,
        /** The image would be larger than allowed; the output is of no use. */
        TOO_LARGE,
        /** An image of the first rows would end inside a range tombstone: such a partition is not cached. */
        NOT_CACHEABLE
    }

    /**
     * How much of a partition an image may take.
     *
     * @param rows live rows after which the image ends; {@link Integer#MAX_VALUE} for the whole partition
     * @param bytes the largest image
     * @param nowInSeconds the time at which a row counts as live
     */
    record Limits(int rows, int bytes, long nowInSeconds) {}

    /** An image as a query sees it; {@code complete}: nothing of the partition's SSTable content is missing. */
    record Decoded(ImmutableBTreePartition partition, boolean complete, EncodingStats stats) {
        /** The last clustering that an incomplete image covers, or null if it covers none. */
        @Nullable
        Clustering<?> lastClustering() {
            Row last = partition.lastRow();
            return last == null ? null : last.clustering();
        }
    }

    private RowImageCodec() {}

    /** Writes the image of a partition's rows to {@code out}; does not close the source. */
    static Outcome encode(ImageLayout layout, UnfilteredRowIterator source, Limits limits, DataOutputBuffer out)
            throws IOException {
        out.writeInt(layout.fingerprint);
        if (source.isEmpty()) {
            out.writeByte(COMPLETE | NOTHING);
            return Outcome.ENCODED;
        }
        DeletionTime deletion = source.partitionLevelDeletion();
        Row staticRow = source.staticRow();
        boolean hasStaticRow = !staticRow.isEmpty();
        int flags = (deletion.isLive() ? 0 : PARTITION_DELETION) | (hasStaticRow ? STATIC_ROW : 0);
        int flagsPosition = out.getLength();
        out.writeByte(flags);

        SerializationHeader header = layout.header(source.stats());
        SerializationHelper helper = new SerializationHelper(header);
        EncodingStats.serializer.serialize(source.stats(), out);
        if (!deletion.isLive()) {
            header.writeDeletionTime(deletion, out);
        }
        if (hasStaticRow) {
            UnfilteredSerializer.serializer.serialize(staticRow, helper, out, layout.version);
        }
        Outcome outcome = encodeRows(layout, source, limits, helper, out);
        if (outcome == Outcome.ENCODED) {
            UnfilteredSerializer.serializer.writeEndOfPartition(out);
            if (!source.hasNext()) {
                out.getData()[flagsPosition] = (byte) (flags | COMPLETE);
            }
        }
        return outcome;
    }

    private static Outcome encodeRows(
            ImageLayout layout,
            UnfilteredRowIterator source,
            Limits limits,
            SerializationHelper helper,
            DataOutputBuffer out)
            throws IOException {
        boolean strictLiveness = layout.metadata.enforceStrictLiveness();
        boolean openTombstone = false;
        int liveRows = 0;
        if (out.getLength() > limits.bytes) {
            return Outcome.TOO_LARGE;
        }
        while (liveRows < limits.rows && source.hasNext()) {
            Unfiltered unfiltered = source.next();
            UnfilteredSerializer.serializer.serialize(unfiltered, helper, out, layout.version);
            if (out.getLength() > limits.bytes) {
                return Outcome.TOO_LARGE;
            }
            if (unfiltered instanceof Row row) {
                liveRows += row.hasLiveData(limits.nowInSeconds, strictLiveness) ? 1 : 0;
            } else {
                openTombstone = ((RangeTombstoneMarker) unfiltered).isOpen(false);
            }
        }
        return openTombstone && source.hasNext() ? Outcome.NOT_CACHEABLE : Outcome.ENCODED;
    }

    /**
     * Reads an image as a query with this column filter would have read it from an SSTable: values that the query does
     * not ask for are skipped.
     *
     * @return null if the bytes are of another definition of the table
     */
    static @Nullable Decoded decode(ImageLayout layout, DecoratedKey key, ByteBuffer bytes, ColumnFilter filter)
            throws IOException {
        try (DataInputBuffer in = new DataInputBuffer(bytes, true)) {
            if (in.readInt() != layout.fingerprint) {
                return null;
            }
            int flags = in.readByte();
            if ((flags & NOTHING) != 0) {
                return new Decoded(empty(layout, key), true, EncodingStats.NO_STATS);
            }
            EncodingStats stats = EncodingStats.serializer.deserialize(in);
            SerializationHeader header = layout.header(stats);
            DeserializationHelper helper = new DeserializationHelper(
                    layout.metadata, layout.version, DeserializationHelper.Flag.LOCAL, filter);
            DeletionTime deletion = (flags & PARTITION_DELETION) != 0 ? header.readDeletionTime(in) : DeletionTime.LIVE;
            Row staticRow = (flags & STATIC_ROW) != 0
                    ? UnfilteredSerializer.serializer.deserializeStaticRow(in, header, helper)
                    : Rows.EMPTY_STATIC_ROW;
            if (filter.fetchedColumns().statics.isEmpty()) {
                staticRow = Rows.EMPTY_STATIC_ROW;
            }
            UnfilteredRowIterator rows = new Reader(layout, key, in, header, helper, deletion, staticRow);
            return new Decoded(ImmutableBTreePartition.create(rows, 1), (flags & COMPLETE) != 0, stats);
        }
    }

    private static ImmutableBTreePartition empty(ImageLayout layout, DecoratedKey key) {
        return ImmutableBTreePartition.create(EmptyIterators.unfilteredRow(layout.metadata, key, false), 1);
    }

    /** Marks an encoded image as one of a partition's first rows only. */
    static ByteBuffer incomplete(ByteBuffer image) {
        int position = image.position() + Integer.BYTES;
        image.put(position, (byte) (image.get(position) & ~COMPLETE));
        return image;
    }

    /** The slice end that an incomplete image covers, inclusive. */
    static ClusteringBound<?> coveredEnd(Clustering<?> lastClustering) {
        return ClusteringBound.inclusiveEndOf(lastClustering);
    }

    /** Rows and range tombstone markers, one after the other, from an image's bytes. */
    private static final class Reader extends AbstractUnfilteredRowIterator {
        private final DataInputPlus in;
        private final SerializationHeader header;
        private final DeserializationHelper helper;
        private final Row.Builder builder = BTreeRow.sortedBuilder();

        Reader(
                ImageLayout layout,
                DecoratedKey key,
                DataInputPlus in,
                SerializationHeader header,
                DeserializationHelper helper,
                DeletionTime deletion,
                Row staticRow) {
            super(layout.metadata, key, deletion, layout.columns, staticRow, false, header.stats());
            this.in = in;
            this.header = header;
            this.helper = helper;
        }

        @Override
        protected @Nullable Unfiltered computeNext() {
            try {
                Unfiltered next = UnfilteredSerializer.serializer.deserialize(in, header, helper, builder);
                return next == null ? endOfData() : next;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
