package org.ssdtier.rowcache.cassandra;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.cassandra.db.Clustering;
import org.apache.cassandra.db.ClusteringBoundOrBoundary;
import org.apache.cassandra.db.ClusteringComparator;
import org.apache.cassandra.db.DeletionTime;
import org.apache.cassandra.db.Slice;
import org.apache.cassandra.db.Slices;
import org.apache.cassandra.db.filter.ColumnFilter;
import org.apache.cassandra.db.rows.AbstractUnfilteredRowIterator;
import org.apache.cassandra.db.rows.BTreeRow;
import org.apache.cassandra.db.rows.DeserializationHelper;
import org.apache.cassandra.db.rows.RangeTombstoneBoundMarker;
import org.apache.cassandra.db.rows.RangeTombstoneMarker;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.rows.Unfiltered;
import org.apache.cassandra.db.rows.UnfilteredSerializer;
import org.jspecify.annotations.Nullable;

/**
 * A forward iterator over the rows of some slices, read from an image with an index. Between two slices it skips to the part given by
 * the index. Range tombstones are cut at both ends of each slice, so that skipped ones leave no trace.
 */
final class ImageRows extends AbstractUnfilteredRowIterator {
    private static final UnfilteredSerializer SERIALIZER = UnfilteredSerializer.serializer;

    private final OpenImage image;
    private final ImageIndex index;
    private final ClusteringComparator comparator;
    private final ImageInput in;
    private final Slices slices;
    private final DeserializationHelper wanted;
    private final DeserializationHelper skipping;
    private final Row.Builder builder = BTreeRow.sortedBuilder();

    private int nextSlice;
    private @Nullable Slice slice;
    /** The part that the reader has sought last. */
    private int part;
    /** The deletion of the range tombstone that is open at the current offset. */
    private DeletionTime open = DeletionTime.LIVE;

    ImageRows(OpenImage image, ImageIndex index, Slices slices, Row staticRow) throws IOException {
        super(
                image.layout().metadata,
                image.key(),
                image.deletion(),
                image.layout().columns,
                staticRow,
                false,
                image.header().stats());
        this.image = image;
        this.index = index;
        this.comparator = metadata.comparator;
        this.in = image.in();
        this.slices = slices;
        this.wanted = image.helper(image.columns());
        this.skipping = image.helper(ColumnFilter.NONE);
        int begin = in.offset();
        in.endAt(index.rowsEnd());
        in.seek(begin);
    }

    @Override
    protected @Nullable Unfiltered computeNext() {
        try {
            Unfiltered next = null;
            while (next == null && (slice != null || nextSlice < slices.size())) {
                next = slice == null ? enter(slices.get(nextSlice++)) : nextOf(slice);
            }
            return next == null ? endOfData() : next;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Moves to the first row of a slice; returns an opening marker if a range tombstone is open there, otherwise null. */
    private @Nullable Unfiltered enter(Slice entered) throws IOException {
        int itsPart = index.partOf(entered.start());
        if (itsPart > part) {
            seek(itsPart);
        }
        slice = entered;
        int offset = in.offset();
        while (isBefore(entered)) {
            offset = in.offset();
        }
        in.seek(offset);
        return open.isLive() ? null : new RangeTombstoneBoundMarker(entered.start(), open);
    }

    /** Moves to the beginning of a part. */
    private void seek(int to) throws IOException {
        int offset = index.rowsOffset(to);
        in.seek(offset);
        int flags = in.readUnsignedByte();
        int extendedFlags = UnfilteredSerializer.readExtendedFlags(in, flags);
        boolean isIt = UnfilteredSerializer.kind(flags) == Unfiltered.Kind.ROW
                && !UnfilteredSerializer.isStatic(extendedFlags)
                && comparator.compare(readClustering(), index.first(to)) == 0;
        if (!isIt) {
            throw new IOException(
                    "Corrupt image index: part=" + to + " does not begin with its row at offset=" + offset);
        }
        in.seek(offset);
        open = index.open(to);
        part = to;
    }

    /** Returns whether the next row or marker is before the start of a slice; if so, it is skipped. */
    private boolean isBefore(Slice entered) throws IOException {
        int flags = in.readUnsignedByte();
        if (UnfilteredSerializer.isEndOfPartition(flags)) {
            return false;
        }
        int extendedFlags = UnfilteredSerializer.readExtendedFlags(in, flags);
        if (UnfilteredSerializer.kind(flags) == Unfiltered.Kind.RANGE_TOMBSTONE_MARKER) {
            ClusteringBoundOrBoundary<?> bound = readBound();
            if (comparator.compare(bound, entered.start()) > 0) {
                return false;
            }
            readMarker(bound);
            return true;
        }
        Clustering<?> clustering = readClustering();
        if (comparator.compare(clustering, entered.start()) > 0) {
            return false;
        }
        SERIALIZER.deserializeRowBody(in, image.header(), skipping, flags, extendedFlags, SkippedRow.INSTANCE);
        return true;
    }

    /**
     * Returns the next row or marker of the slice; at the end of the slice, the closing marker of an open range tombstone. Null if
     * there is none, or if the row is empty for this query.
     */
    private @Nullable Unfiltered nextOf(Slice current) throws IOException {
        int offset = in.offset();
        int flags = in.readUnsignedByte();
        if (UnfilteredSerializer.isEndOfPartition(flags)) {
            return leave(current, offset);
        }
        int extendedFlags = UnfilteredSerializer.readExtendedFlags(in, flags);
        if (UnfilteredSerializer.kind(flags) == Unfiltered.Kind.RANGE_TOMBSTONE_MARKER) {
            ClusteringBoundOrBoundary<?> bound = readBound();
            return comparator.compare(bound, current.end()) >= 0 ? leave(current, offset) : readMarker(bound);
        }
        Clustering<?> clustering = readClustering();
        if (comparator.compare(clustering, current.end()) > 0) {
            return leave(current, offset);
        }
        if (UnfilteredSerializer.isStatic(extendedFlags)) {
            throw new IOException("Corrupt image: a static row at offset=" + offset + " among the others");
        }
        builder.newRow(clustering);
        Row row = SERIALIZER.deserializeRowBody(in, image.header(), wanted, flags, extendedFlags, builder);
        return row.isEmpty() ? null : row;
    }

    private @Nullable Unfiltered leave(Slice left, int offset) throws IOException {
        in.seek(offset);
        slice = null;
        return open.isLive() ? null : new RangeTombstoneBoundMarker(left.end(), open);
    }

    private Clustering<?> readClustering() throws IOException {
        return Clustering.serializer.deserialize(
                in, image.layout().version, image.header().clusteringTypes());
    }

    private ClusteringBoundOrBoundary<?> readBound() throws IOException {
        return ClusteringBoundOrBoundary.serializer.deserialize(
                in, image.layout().version, image.header().clusteringTypes());
    }

    private RangeTombstoneMarker readMarker(ClusteringBoundOrBoundary<?> bound) throws IOException {
        RangeTombstoneMarker marker = SERIALIZER.deserializeMarkerBody(in, image.header(), bound);
        open = marker.isOpen(false) ? marker.openDeletionTime(false) : DeletionTime.LIVE;
        return marker;
    }
}
