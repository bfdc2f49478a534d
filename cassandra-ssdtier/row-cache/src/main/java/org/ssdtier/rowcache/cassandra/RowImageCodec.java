package org.ssdtier.rowcache.cassandra;

import static org.ssdtier.rowcache.cassandra.RowImageDescriptor.COMPLETE;
import static org.ssdtier.rowcache.cassandra.RowImageDescriptor.FLAGS_OFFSET;
import static org.ssdtier.rowcache.cassandra.RowImageDescriptor.MAX_SCHEMA_IDS;
import static org.ssdtier.rowcache.cassandra.RowImageDescriptor.NOTHING;
import static org.ssdtier.rowcache.cassandra.RowImageDescriptor.PARTITION_DELETION;
import static org.ssdtier.rowcache.cassandra.RowImageDescriptor.SCHEMA_IDS;
import static org.ssdtier.rowcache.cassandra.RowImageDescriptor.STATIC_ROW;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import org.apache.cassandra.db.Clustering;
import org.apache.cassandra.db.ClusteringBound;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.DeletionTime;
import org.apache.cassandra.db.EmptyIterators;
import org.apache.cassandra.db.SerializationHeader;
import org.apache.cassandra.db.TypeSizes;
import org.apache.cassandra.db.filter.ColumnFilter;
import org.apache.cassandra.db.partitions.ImmutableBTreePartition;
import org.apache.cassandra.db.rows.AbstractUnfilteredRowIterator;
import org.apache.cassandra.db.rows.BTreeRow;
import org.apache.cassandra.db.rows.DeserializationHelper;
import org.apache.cassandra.db.rows.EncodingStats;
import org.apache.cassandra.db.rows.RangeTombstoneMarker;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.rows.Rows;
import org.apache.cassandra.db.rows.Unfiltered;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.db.rows.UnfilteredSerializer;
import org.apache.cassandra.io.util.DataInputBuffer;
import org.apache.cassandra.io.util.DataInputPlus;
import org.apache.cassandra.io.util.DataOutputBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Row images to bytes and back; the bytes are drawn in {@link RowImageDescriptor}.
 *
 * <p>Rows are written and read by Cassandra's own {@link UnfilteredSerializer}; column names are left to {@link ImageLayout}. Where
 * there are schema IDs to refer to, an image is written both with them and without, and the shorter one is taken; where that
 * gains little, {@link ReferringTrials} has it done less often. Whether a partition is too large does not depend on them: it is
 * the form without that counts. An image that is not complete ends with its last row: it covers the clusterings up to that row.
 */
final class RowImageCodec {
    /** What became of an encoding. */
    enum Outcome {
        /** The image is in the output. */
        ENCODED,
        /** The image would be larger than allowed; the output is of no use. */
        TOO_LARGE,
        /** An image of the first rows would end inside a range tombstone, or have no row: such a partition is not cached. */
        NOT_CACHEABLE
    }

    /**
     * An encoding.
     *
     * @param outcome what became of it
     * @param savedBytes how much shorter the image is for its schema IDs; 0 if it has none
     */
    record Encoded(Outcome outcome, int savedBytes) {
        private static final Encoded WITHOUT_IDS = new Encoded(Outcome.ENCODED, 0);
        private static final Encoded NOTHING_COVERED = new Encoded(Outcome.NOT_CACHEABLE, 0);
    }

    /**
     * How much of a partition an image may take.
     *
     * @param rows live rows after which the image ends; {@link Integer#MAX_VALUE} for the whole partition
     * @param bytes the largest image
     * @param nowInSeconds the time at which a row counts as live
     * @param isOfHead the source ends where an image of the first rows ends: the image is of the first rows, too
     */
    record Limits(int rows, int bytes, long nowInSeconds, boolean isOfHead) {
        /** Of a source that is the whole partition. */
        Limits(int rows, int bytes, long nowInSeconds) {
            this(rows, bytes, nowInSeconds, false);
        }
    }

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

    /** Writes the image of a partition's rows to {@code out}; does not close the rows. */
    static Encoded encode(ImageLayout layout, UnfilteredRowIterator rows, Limits limits, DataOutputBuffer out)
            throws IOException {
        UnfilteredRowIterator source = layout.ofItsColumns(rows);
        out.writeInt(layout.fingerprint);
        if (source.isEmpty()) {
            out.writeByte(COMPLETE | NOTHING);
            return limits.isOfHead ? Encoded.NOTHING_COVERED : Encoded.WITHOUT_IDS;
        }
        int flags = flags(source);
        out.writeByte(flags);
        ImageBody named = new ImageBody(layout, layout.header(source.stats()), out);
        ImageBody referring = ImageBody.referring(layout, source.stats());
        named.begin(source);
        if (referring != null) {
            referring.begin(source);
        }
        Outcome outcome = encodeRows(layout, source, limits, named, referring);
        if (outcome != Outcome.ENCODED) {
            return new Encoded(outcome, 0);
        }
        named.end();
        if (!limits.isOfHead && !source.hasNext()) {
            flags |= COMPLETE;
            out.getData()[FLAGS_OFFSET] = (byte) flags;
        }
        if (referring == null) {
            return Encoded.WITHOUT_IDS;
        }
        referring.end();
        return shorter(layout, flags, referring, out);
    }

    private static int flags(UnfilteredRowIterator source) {
        return (source.partitionLevelDeletion().isLive() ? 0 : PARTITION_DELETION)
                | (source.staticRow().isEmpty() ? 0 : STATIC_ROW);
    }

    private static Outcome encodeRows(
            ImageLayout layout,
            UnfilteredRowIterator source,
            Limits limits,
            ImageBody named,
            @Nullable ImageBody referring)
            throws IOException {
        boolean strictLiveness = layout.metadata.enforceStrictLiveness();
        boolean openTombstone = false;
        int rows = 0;
        int liveRows = 0;
        if (named.out.getLength() > limits.bytes) {
            return Outcome.TOO_LARGE;
        }
        while (liveRows < limits.rows && source.hasNext()) {
            Unfiltered unfiltered = source.next();
            named.write(unfiltered);
            if (named.out.getLength() > limits.bytes) {
                return Outcome.TOO_LARGE;
            }
            if (referring != null) {
                referring.write(unfiltered);
            }
            if (unfiltered instanceof Row row) {
                rows++;
                liveRows += row.hasLiveData(limits.nowInSeconds, strictLiveness) ? 1 : 0;
            } else {
                openTombstone = ((RangeTombstoneMarker) unfiltered).isOpen(false);
            }
        }
        boolean isOfHead = limits.isOfHead || source.hasNext();
        boolean coversNothing = isOfHead && rows == 0;
        return coversNothing || (openTombstone && source.hasNext()) ? Outcome.NOT_CACHEABLE : Outcome.ENCODED;
    }

    /** Puts the form with schema IDs in place of the other if it is shorter. */
    private static Encoded shorter(ImageLayout layout, int flags, ImageBody referring, DataOutputBuffer out)
            throws IOException {
        int[] ids = layout.schemas.ids(referring.header);
        int saved = out.getLength() - RowImageDescriptor.HEADER_BYTES - bytes(ids) - referring.out.getLength();
        layout.trials.note(ids.length == 0 ? 0 : saved, out.getLength());
        if (ids.length == 0 || saved <= 0) {
            return Encoded.WITHOUT_IDS;
        }
        out.clear();
        out.writeInt(layout.fingerprint ^ layout.schemas.check(referring.header));
        out.writeByte(flags | SCHEMA_IDS);
        out.writeUnsignedVInt32(ids.length);
        for (int id : ids) {
            out.writeUnsignedVInt(Integer.toUnsignedLong(id));
        }
        out.write(referring.out.getData(), 0, referring.out.getLength());
        return new Encoded(Outcome.ENCODED, saved);
    }

    private static int bytes(int[] ids) {
        int bytes = TypeSizes.sizeofUnsignedVInt(ids.length);
        for (int id : ids) {
            bytes += TypeSizes.sizeofUnsignedVInt(Integer.toUnsignedLong(id));
        }
        return bytes;
    }

    /**
     * Reads an image as a query with this column filter would have read it from an SSTable: values that the query does
     * not ask for are skipped.
     *
     * @return null if the bytes are of another definition of the table, or if their schema IDs can not be resolved
     */
    static @Nullable Decoded decode(ImageLayout layout, DecoratedKey key, ByteBuffer bytes, ColumnFilter filter)
            throws IOException {
        try (DataInputBuffer in = new DataInputBuffer(bytes, true)) {
            int fingerprint = in.readInt();
            int flags = in.readByte();
            int[] ids = (flags & SCHEMA_IDS) == 0 ? null : readIds(in);
            if (ids == null ? fingerprint != layout.fingerprint : ids.length == 0) {
                return null;
            }
            if (ids == null && (flags & NOTHING) != 0) {
                return new Decoded(empty(layout, key), true, EncodingStats.NO_STATS);
            }
            EncodingStats stats = EncodingStats.serializer.deserialize(in);
            SerializationHeader header = ids == null ? layout.header(stats) : header(layout, stats, ids, fingerprint);
            return header == null ? null : decode(layout, key, in, new Form(flags, header, filter));
        }
    }

    /** Returns no IDs where there are more than an image may have: it is no image of this version. */
    private static int[] readIds(DataInputPlus in) throws IOException {
        int count = in.readUnsignedVInt32();
        int[] ids = new int[count < 0 || count > MAX_SCHEMA_IDS ? 0 : count];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = (int) in.readUnsignedVInt();
        }
        return ids;
    }

    /** The header to read with; null if an ID can not be resolved, or stands for something else than it was written for. */
    private static @Nullable SerializationHeader header(
            ImageLayout layout, EncodingStats stats, int[] ids, int fingerprint) {
        SerializationHeader header = layout.schemas.forReading(stats, ids);
        boolean isSame = header != null && (layout.fingerprint ^ layout.schemas.check(header)) == fingerprint;
        return isSame ? header : null;
    }

    /** How the rest of an image is to be read. */
    private record Form(int flags, SerializationHeader header, ColumnFilter filter) {}

    private static Decoded decode(ImageLayout layout, DecoratedKey key, DataInputPlus in, Form form)
            throws IOException {
        SerializationHeader header = form.header;
        DeserializationHelper helper = new DeserializationHelper(
                layout.metadata, layout.version, DeserializationHelper.Flag.LOCAL, form.filter);
        DeletionTime deletion =
                (form.flags & PARTITION_DELETION) != 0 ? header.readDeletionTime(in) : DeletionTime.LIVE;
        Row staticRow = (form.flags & STATIC_ROW) != 0
                ? UnfilteredSerializer.serializer.deserializeStaticRow(in, header, helper)
                : Rows.EMPTY_STATIC_ROW;
        if (form.filter.fetchedColumns().statics.isEmpty()) {
            staticRow = Rows.EMPTY_STATIC_ROW;
        }
        UnfilteredRowIterator rows = new Reader(layout, key, in, header, helper, deletion, staticRow);
        return new Decoded(ImmutableBTreePartition.create(rows, 1), (form.flags & COMPLETE) != 0, header.stats());
    }

    /** Whether an image's rows refer to schema IDs. */
    static boolean hasSchemaIds(ByteBuffer image) {
        return (image.get(image.position() + FLAGS_OFFSET) & SCHEMA_IDS) != 0;
    }

    private static ImmutableBTreePartition empty(ImageLayout layout, DecoratedKey key) {
        return ImmutableBTreePartition.create(EmptyIterators.unfilteredRow(layout.metadata, key, false), 1);
    }

    /** Whether an image is of a partition that has nothing on disk. */
    static boolean isEmpty(ByteBuffer image) {
        return (image.get(image.position() + FLAGS_OFFSET) & NOTHING) != 0;
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
