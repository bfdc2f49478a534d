package org.ssdtier.rowcache.cassandra;

import static org.ssdtier.rowcache.cassandra.RowImageDescriptor.COMPLETE;
import static org.ssdtier.rowcache.cassandra.RowImageDescriptor.INDEXED;
import static org.ssdtier.rowcache.cassandra.RowImageDescriptor.MAX_SCHEMA_IDS;
import static org.ssdtier.rowcache.cassandra.RowImageDescriptor.NOTHING;
import static org.ssdtier.rowcache.cassandra.RowImageDescriptor.PARTITION_DELETION;
import static org.ssdtier.rowcache.cassandra.RowImageDescriptor.SCHEMA_IDS;
import static org.ssdtier.rowcache.cassandra.RowImageDescriptor.STATIC_ROW;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import org.apache.cassandra.db.Clustering;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.DeletionTime;
import org.apache.cassandra.db.EmptyIterators;
import org.apache.cassandra.db.SerializationHeader;
import org.apache.cassandra.db.Slices;
import org.apache.cassandra.db.filter.ColumnFilter;
import org.apache.cassandra.db.partitions.ImmutableBTreePartition;
import org.apache.cassandra.db.rows.AbstractUnfilteredRowIterator;
import org.apache.cassandra.db.rows.BTreeRow;
import org.apache.cassandra.db.rows.DeserializationHelper;
import org.apache.cassandra.db.rows.EncodingStats;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.rows.Rows;
import org.apache.cassandra.db.rows.Unfiltered;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.db.rows.UnfilteredSerializer;
import org.apache.cassandra.io.util.DataInputPlus;
import org.jspecify.annotations.Nullable;

/**
 * A decoder of row images; layout: {@link RowImageDescriptor}. If an image has an index, only the rows that the query needs are
 * read, and the result is the partition without the other rows. Damaged bytes cause an exception, never a read beyond the image.
 */
final class RowImageReader {
    /**
     * An image decoded for a query.
     *
     * @param partition all rows, or the rows that the query needs
     * @param complete whether the image contains the whole partition as in the SSTables
     * @param stats encoding stats of the whole image
     * @param part the part of the rows that was read; null if all rows were read
     */
    record Decoded(ImmutableBTreePartition partition, boolean complete, EncodingStats stats, @Nullable Part part) {
        /** Returns the last clustering that an incomplete image covers, or null if it covers none. */
        @Nullable
        Clustering<?> lastClustering() {
            if (part != null) {
                return part.last;
            }
            Row last = partition.lastRow();
            return last == null ? null : last.clustering();
        }

        /** Returns the slices that were read, if the query may need rows beyond them; null if all rows it needs were read. */
        @Nullable
        Slices cut() {
            return part == null ? null : part.cut;
        }
    }

    /**
     * The part of an image's rows that was read.
     *
     * @param facts the summary of all rows of the image
     * @param last the last clustering of an incomplete image
     * @param cut see {@link Decoded#cut}
     */
    record Part(ImageFacts facts, @Nullable Clustering<?> last, @Nullable Slices cut) {}

    private RowImageReader() {}

    /** Reads a whole image, as {@link #read(ImageLayout, DecoratedKey, ByteBuffer, ImageQuery)} does. */
    static @Nullable Decoded read(ImageLayout layout, DecoratedKey key, ByteBuffer bytes, ColumnFilter filter)
            throws IOException {
        return read(layout, key, bytes, ImageQuery.ofAll(filter));
    }

    /**
     * Reads an image as a query would have read it from an SSTable: values that the query does not fetch are skipped.
     *
     * @return the image; null if the bytes are of another definition of the table, or if their schema IDs cannot be resolved
     */
    static @Nullable Decoded read(ImageLayout layout, DecoratedKey key, ByteBuffer bytes, ImageQuery query)
            throws IOException {
        try (ImageInput in = new ImageInput(bytes)) {
            int fingerprint = in.readInt();
            int flags = in.readByte();
            int[] ids = (flags & SCHEMA_IDS) == 0 ? null : readIds(in);
            if (ids == null ? fingerprint != layout.fingerprint : ids.length == 0) {
                return null;
            }
            if (ids == null && (flags & NOTHING) != 0) {
                return new Decoded(empty(layout, key), true, EncodingStats.NO_STATS, null);
            }
            EncodingStats stats = EncodingStats.serializer.deserialize(in);
            SerializationHeader header = ids == null ? layout.header(stats) : header(layout, stats, ids, fingerprint);
            if (header == null) {
                return null;
            }
            DeletionTime deletion = (flags & PARTITION_DELETION) != 0 ? header.readDeletionTime(in) : DeletionTime.LIVE;
            OpenImage image = new OpenImage(layout, key, header, query.columns(), deletion, in);
            return (flags & INDEXED) != 0 && query.isPartial()
                    ? part(image, flags, query, ImageIndex.open(layout, header, bytes))
                    : whole(image, flags);
        }
    }

    /** Reads the schema IDs; returns none if there are more than an image may have, as then it is no image of this version. */
    private static int[] readIds(DataInputPlus in) throws IOException {
        int count = in.readUnsignedVInt32();
        int[] ids = new int[count < 0 || count > MAX_SCHEMA_IDS ? 0 : count];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = (int) in.readUnsignedVInt();
        }
        return ids;
    }

    /** Returns the header to read with; null if an ID cannot be resolved or its meaning has changed since it was written. */
    private static @Nullable SerializationHeader header(
            ImageLayout layout, EncodingStats stats, int[] ids, int fingerprint) {
        SerializationHeader header = layout.schemas.forReading(stats, ids);
        boolean isSame = header != null && (layout.fingerprint ^ layout.schemas.check(header)) == fingerprint;
        return isSame ? header : null;
    }

    private static ImmutableBTreePartition empty(ImageLayout layout, DecoratedKey key) {
        return ImmutableBTreePartition.create(EmptyIterators.unfilteredRow(layout.metadata, key, false), 1);
    }

    private static Decoded whole(OpenImage image, int flags) throws IOException {
        DeserializationHelper helper = image.helper(image.columns());
        UnfilteredRowIterator rows = new Reader(image, helper, staticRow(image, flags, helper));
        return new Decoded(
                ImmutableBTreePartition.create(rows, 1),
                (flags & COMPLETE) != 0,
                image.header().stats(),
                null);
    }

    private static Decoded part(OpenImage image, int flags, ImageQuery query, ImageIndex index) throws IOException {
        boolean complete = (flags & COMPLETE) != 0;
        Clustering<?> last = complete ? null : index.last();
        boolean isUseless =
                query.coverage(image.layout().metadata.comparator, complete, last) == ImageQuery.Coverage.NONE;
        Slices cut = isUseless || query.rows() == Integer.MAX_VALUE ? null : index.firstRows(query);
        Slices slices = isUseless ? Slices.NONE : cut == null ? query.slices() : cut;
        Row staticRow = staticRow(image, flags, image.helper(image.columns()));
        UnfilteredRowIterator rows = new ImageRows(image, index, slices, staticRow);
        return new Decoded(
                ImmutableBTreePartition.create(rows, 1),
                complete,
                image.header().stats(),
                new Part(index.facts(), last, cut));
    }

    private static Row staticRow(OpenImage image, int flags, DeserializationHelper helper) throws IOException {
        Row staticRow = (flags & STATIC_ROW) != 0
                ? UnfilteredSerializer.serializer.deserializeStaticRow(image.in(), image.header(), helper)
                : Rows.EMPTY_STATIC_ROW;
        return image.columns().fetchedColumns().statics.isEmpty() ? Rows.EMPTY_STATIC_ROW : staticRow;
    }

    /** A sequential iterator over the rows and range tombstone markers in an image. */
    private static final class Reader extends AbstractUnfilteredRowIterator {
        private final DataInputPlus in;
        private final SerializationHeader header;
        private final DeserializationHelper helper;
        private final Row.Builder builder = BTreeRow.sortedBuilder();

        Reader(OpenImage image, DeserializationHelper helper, Row staticRow) {
            super(
                    image.layout().metadata,
                    image.key(),
                    image.deletion(),
                    image.layout().columns,
                    staticRow,
                    false,
                    image.header().stats());
            this.in = image.in();
            this.header = image.header();
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
