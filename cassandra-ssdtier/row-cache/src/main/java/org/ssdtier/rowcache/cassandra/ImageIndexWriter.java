package org.ssdtier.rowcache.cassandra;

import java.io.IOException;
import java.util.Arrays;
import org.apache.cassandra.db.Clustering;
import org.apache.cassandra.db.DeletionTime;
import org.apache.cassandra.db.rows.RangeTombstoneMarker;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.rows.Unfiltered;
import org.apache.cassandra.io.util.DataOutputBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A writer of the index of an image; layout: {@link RowImageDescriptor}. The index is collected for every image, as the final size is
 * not known in advance, and appended only to large images. Both forms of an image are cut at the same rows.
 */
final class ImageIndexWriter {
    private static final Scratch SCRATCH = new Scratch();
    private static final int FIRST_PARTS = 16;

    private final IndexGrain grain = IndexGrain.current();
    private final ImageLayout layout;
    private final ImageBody named;
    private final @Nullable ImageBody referring;
    private final RowCensus census;
    private final DataOutputBuffer entries = SCRATCH.empty();
    /** For each part but the first: the offsets of its entry, of its rows in the form with names, of its rows in the other form. */
    private int[] offsets = new int[3 * FIRST_PARTS];

    private int parts;
    private int partBegin;
    private DeletionTime open = DeletionTime.LIVE;
    private @Nullable Clustering<?> last;

    ImageIndexWriter(ImageLayout layout, ImageBody named, @Nullable ImageBody referring) {
        this.layout = layout;
        this.census = new RowCensus(layout.metadata);
        this.named = named;
        this.referring = referring;
        this.partBegin = named.out.getLength();
    }

    /** Records the row or marker that is about to be written. */
    void before(Unfiltered next) throws IOException {
        if (next instanceof Row row) {
            int length = named.out.getLength();
            if (length - partBegin >= grain.partBytes()
                    && (long) grain.rowBytesPerEntryByte() * entries.getLength() <= length) {
                beginPart(row, length);
            }
            last = row.clustering();
        } else {
            RangeTombstoneMarker marker = (RangeTombstoneMarker) next;
            open = marker.isOpen(false) ? marker.openDeletionTime(false) : DeletionTime.LIVE;
        }
    }

    private void beginPart(Row row, int length) throws IOException {
        if (3 * parts == offsets.length) {
            offsets = Arrays.copyOf(offsets, 2 * offsets.length);
        }
        offsets[3 * parts] = entries.getLength();
        offsets[3 * parts + 1] = length;
        offsets[3 * parts + 2] = referring == null ? 0 : referring.out.getLength();
        parts++;
        partBegin = length;
        writeClustering(row.clustering());
        entries.writeBoolean(!open.isLive());
        if (!open.isLive()) {
            named.header.writeDeletionTime(open, entries);
        }
    }

    private void writeClustering(Clustering<?> clustering) throws IOException {
        Clustering.serializer.serialize(clustering, entries, layout.version, named.header.clusteringTypes());
    }

    /** Records a row that was written. */
    void after(Row row, boolean isLive) {
        census.add(row, isLive);
    }

    /** Ends the collection; no row follows. */
    void end(boolean complete) throws IOException {
        if (!complete && last != null) {
            offsets = parts == 0 ? offsets : Arrays.copyOf(offsets, 3 * parts + 1);
            offsets[3 * parts] = entries.getLength();
            writeClustering(last);
        }
    }

    /** Returns whether the image is to have an index: it is large, has several parts, and the index fits into the limit. */
    boolean isWanted(int limitBytes) {
        return parts > 0
                && named.out.getLength() >= grain.indexedBytes()
                && named.out.getLength() + bytes() <= limitBytes;
    }

    private int bytes() {
        return entries.getLength() + parts * RowImageDescriptor.INDEX_SLOT_BYTES + RowImageDescriptor.INDEX_END_BYTES;
    }

    /**
     * Writes the index to the end of an image.
     *
     * @param form 1 for the form with names, 2 for the form with schema IDs
     * @param base offset in the image from which the form's own offsets count
     */
    private void write(DataOutputBuffer out, int form, int base, boolean complete) throws IOException {
        int begin = out.getLength();
        out.write(entries.getData(), 0, entries.getLength());
        for (int part = 0; part < parts; part++) {
            out.writeInt(base + offsets[3 * part + form]);
            out.writeInt(begin + offsets[3 * part]);
        }
        out.writeInt(complete ? 0 : begin + offsets[3 * parts]);
        census.facts().write(out);
        out.writeInt(parts);
    }

    void writeNamed(DataOutputBuffer out, boolean complete) throws IOException {
        write(out, 1, 0, complete);
    }

    void writeReferring(DataOutputBuffer out, int base, boolean complete) throws IOException {
        write(out, 2, base, complete);
    }
}
