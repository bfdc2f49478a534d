package org.ssdtier.rowcache.cassandra;

import static org.ssdtier.rowcache.cassandra.RowImageDescriptor.INDEX_END_BYTES;
import static org.ssdtier.rowcache.cassandra.RowImageDescriptor.INDEX_SLOT_BYTES;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.cassandra.db.Clustering;
import org.apache.cassandra.db.ClusteringBound;
import org.apache.cassandra.db.ClusteringComparator;
import org.apache.cassandra.db.DeletionTime;
import org.apache.cassandra.db.SerializationHeader;
import org.apache.cassandra.db.Slice;
import org.apache.cassandra.db.Slices;
import org.jspecify.annotations.Nullable;

/** A reader of the index of one image; layout: {@link RowImageDescriptor}. Parts are numbered from 0; part 0 has no index entry. */
final class ImageIndex {
    /** Number of parts read in addition to those that hold enough rows on average. */
    private static final int SPARE_PARTS = 2;

    private final ByteBuffer image;
    private final ImageInput entries;
    private final SerializationHeader header;
    private final int version;
    private final ClusteringComparator comparator;
    private final int parts;
    private final int slotsOffset;
    private final int endOffset;

    private ImageIndex(ImageLayout layout, SerializationHeader header, ByteBuffer image, int parts) {
        this.image = image;
        this.entries = new ImageInput(image);
        this.header = header;
        this.version = layout.version;
        this.comparator = layout.metadata.comparator;
        this.parts = parts;
        this.endOffset = image.limit() - INDEX_END_BYTES;
        this.slotsOffset = endOffset - parts * INDEX_SLOT_BYTES;
    }

    /** Opens the index of an image that has one. */
    static ImageIndex open(ImageLayout layout, SerializationHeader header, ByteBuffer bytes) throws IOException {
        ByteBuffer image = bytes.slice();
        int most = (image.limit() - INDEX_END_BYTES) / INDEX_SLOT_BYTES;
        int parts = most < 1 ? 0 : image.getInt(image.limit() - Integer.BYTES);
        if (parts < 1 || parts > most) {
            throw new IOException("Corrupt image index: parts=" + parts + ", allowed 1 to " + most);
        }
        return new ImageIndex(layout, header, image, parts);
    }

    ImageFacts facts() {
        return ImageFacts.read(image, endOffset + Integer.BYTES);
    }

    /** Returns the last clustering of an image that is not complete; null if there is none. */
    @Nullable
    Clustering<?> last() throws IOException {
        int offset = image.getInt(endOffset);
        return offset == 0 ? null : clusteringAt(offset);
    }

    /** Returns the offset at which the rows end. */
    int rowsEnd() {
        return image.getInt(slotOffset(1) + Integer.BYTES);
    }

    /** Returns the offset of the rows of a part. */
    int rowsOffset(int part) {
        return image.getInt(slotOffset(part));
    }

    /** Returns the first clustering of a part. */
    Clustering<?> first(int part) throws IOException {
        return clusteringAt(image.getInt(slotOffset(part) + Integer.BYTES));
    }

    /** Returns the deletion of the range tombstone that is open where a part begins; live if none is open. */
    DeletionTime open(int part) throws IOException {
        entries.seek(image.getInt(slotOffset(part) + Integer.BYTES));
        Clustering.serializer.skip(entries, version, header.clusteringTypes());
        return entries.readBoolean() ? header.readDeletionTime(entries) : DeletionTime.LIVE;
    }

    private int slotOffset(int part) {
        return slotsOffset + (part - 1) * INDEX_SLOT_BYTES;
    }

    private Clustering<?> clusteringAt(int offset) throws IOException {
        entries.seek(offset);
        return Clustering.serializer.deserialize(entries, version, header.clusteringTypes());
    }

    /** Returns the last part that begins before a bound: rows after the bound are in that part or later. */
    int partOf(ClusteringBound<?> bound) throws IOException {
        int low = 0;
        int high = parts;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (comparator.compare(first(middle), bound) < 0) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    /** Returns the slices with the first rows that a query is likely to need; null if it may need all of its slices. */
    @Nullable
    Slices firstRows(ImageQuery query) throws IOException {
        int perPart = Math.max(1, facts().liveRows() / (parts + 1));
        long taken = query.rows() / perPart + (long) SPARE_PARTS;
        if (query.slices().isEmpty() || taken > parts) {
            return null;
        }
        return query.reversed()
                ? lastParts(query.slices().get(query.slices().size() - 1), (int) taken)
                : firstParts(query.slices().get(0), (int) taken);
    }

    private @Nullable Slices firstParts(Slice slice, int taken) throws IOException {
        int next = partOf(slice.start()) + taken;
        Clustering<?> end = next > parts ? null : first(next);
        return end == null || comparator.compare(end, slice.end()) > 0
                ? null
                : Slices.with(comparator, Slice.make(slice.start(), ClusteringBound.exclusiveEndOf(end)));
    }

    private @Nullable Slices lastParts(Slice slice, int taken) throws IOException {
        int first = partOf(slice.end()) - taken + 1;
        Clustering<?> begin = first < 1 ? null : first(first);
        return begin == null || comparator.compare(begin, slice.start()) < 0
                ? null
                : Slices.with(comparator, Slice.make(ClusteringBound.inclusiveStartOf(begin), slice.end()));
    }
}
