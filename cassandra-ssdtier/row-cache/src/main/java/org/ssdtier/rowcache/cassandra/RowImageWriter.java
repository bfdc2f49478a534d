package org.ssdtier.rowcache.cassandra;

import static org.ssdtier.rowcache.cassandra.RowImageDescriptor.COMPLETE;
import static org.ssdtier.rowcache.cassandra.RowImageDescriptor.FLAGS_OFFSET;
import static org.ssdtier.rowcache.cassandra.RowImageDescriptor.INDEXED;
import static org.ssdtier.rowcache.cassandra.RowImageDescriptor.NOTHING;
import static org.ssdtier.rowcache.cassandra.RowImageDescriptor.PARTITION_DELETION;
import static org.ssdtier.rowcache.cassandra.RowImageDescriptor.SCHEMA_IDS;
import static org.ssdtier.rowcache.cassandra.RowImageDescriptor.STATIC_ROW;

import java.io.IOException;
import org.apache.cassandra.db.Clustering;
import org.apache.cassandra.db.TypeSizes;
import org.apache.cassandra.db.rows.RangeTombstoneMarker;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.rows.Unfiltered;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.db.rows.UnfilteredSerializer;
import org.apache.cassandra.io.util.DataOutputBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Static methods to encode row images; layout: {@link RowImageDescriptor}.
 *
 * <p>Rows are written by Cassandra's own {@link UnfilteredSerializer}; column names follow from {@link ImageLayout}. If
 * schema IDs are available, an image is written both with and without them, and the shorter form is kept. If that saves
 * little, it is tried less often, see {@link ReferringTrials}. The size limit of an image applies to the form without IDs. An image that is not
 * complete ends with its last row: it covers the clusterings up to and including that row.
 */
final class RowImageWriter {
    /** The outcome of an encoding. */
    enum Outcome {
        /** The image is in the output. */
        ENCODED,
        /** The image would be larger than allowed; the output must not be used. */
        TOO_LARGE,
        /**
         * An image of the first rows would end inside a range tombstone, have no row, or end with a row whose clustering cannot
         * be made a bound. Such a partition is not cached.
         */
        NOT_CACHEABLE
    }

    /**
     * The result of an encoding.
     *
     * @param outcome the outcome
     * @param savedBytes bytes saved by the image's schema IDs; 0 if it has none
     */
    record Encoded(Outcome outcome, int savedBytes) {
        private static final Encoded WITHOUT_IDS = new Encoded(Outcome.ENCODED, 0);
        private static final Encoded NOTHING_COVERED = new Encoded(Outcome.NOT_CACHEABLE, 0);
    }

    /**
     * The limits of an image.
     *
     * @param rows number of live rows after which the image ends; {@link Integer#MAX_VALUE} for the whole partition
     * @param bytes size of the largest image
     * @param nowInSeconds time at which a row must be live to be counted
     * @param isOfHead whether the source itself is only the head of the partition, so that the image covers only the head even if
     *     it contains the whole source
     */
    record Limits(int rows, int bytes, long nowInSeconds, boolean isOfHead) {
        /** Creates limits for a source that is the whole partition. */
        Limits(int rows, int bytes, long nowInSeconds) {
            this(rows, bytes, nowInSeconds, false);
        }
    }

    private RowImageWriter() {}

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
        boolean hasClusterings = layout.metadata.comparator.size() > 0;
        ImageIndexWriter index = hasClusterings ? new ImageIndexWriter(layout, named, referring) : null;
        Outcome outcome = encodeRows(layout, source, limits, new Bodies(named, referring, index));
        if (outcome != Outcome.ENCODED) {
            return new Encoded(outcome, 0);
        }
        named.end();
        if (out.getLength() > limits.bytes) {
            return new Encoded(Outcome.TOO_LARGE, 0);
        }
        boolean complete = !limits.isOfHead && !source.hasNext();
        if (index != null) {
            index.end(complete);
        }
        flags |= (complete ? COMPLETE : 0) | (index != null && index.isWanted(limits.bytes) ? INDEXED : 0);
        return end(layout, flags, new Bodies(named, referring, index), out);
    }

    /** The two forms of an image that is being written, and its index. */
    private record Bodies(ImageBody named, @Nullable ImageBody referring, @Nullable ImageIndexWriter index) {}

    private static int flags(UnfilteredRowIterator source) {
        return (source.partitionLevelDeletion().isLive() ? 0 : PARTITION_DELETION)
                | (source.staticRow().isEmpty() ? 0 : STATIC_ROW);
    }

    private static Outcome encodeRows(ImageLayout layout, UnfilteredRowIterator source, Limits limits, Bodies bodies)
            throws IOException {
        boolean strictLiveness = layout.metadata.enforceStrictLiveness();
        boolean openTombstone = false;
        Row last = null;
        int liveRows = 0;
        if (bodies.named.out.getLength() > limits.bytes) {
            return Outcome.TOO_LARGE;
        }
        while (liveRows < limits.rows && source.hasNext()) {
            Unfiltered unfiltered = source.next();
            if (bodies.index != null) {
                bodies.index.before(unfiltered);
            }
            bodies.named.write(unfiltered);
            if (bodies.named.out.getLength() > limits.bytes) {
                return Outcome.TOO_LARGE;
            }
            if (bodies.referring != null) {
                bodies.referring.write(unfiltered);
            }
            if (unfiltered instanceof Row row) {
                boolean isLive = row.hasLiveData(limits.nowInSeconds, strictLiveness);
                last = row;
                liveRows += isLive ? 1 : 0;
                if (bodies.index != null) {
                    bodies.index.after(row, isLive);
                }
            } else {
                openTombstone = ((RangeTombstoneMarker) unfiltered).isOpen(false);
            }
        }
        boolean isOfHead = limits.isOfHead || source.hasNext();
        boolean hasNoEnd = isOfHead && (last == null || !isWhole(last.clustering()));
        return hasNoEnd || (openTombstone && source.hasNext()) ? Outcome.NOT_CACHEABLE : Outcome.ENCODED;
    }

    /** Returns whether a clustering is whole. Rows of compact tables may lack their last clustering columns; such a clustering cannot be made a bound. */
    private static boolean isWhole(Clustering<?> clustering) {
        for (int i = 0; i < clustering.size(); i++) {
            if (clustering.get(i) == null) {
                return false;
            }
        }
        return true;
    }

    /** Replaces the form with names by the form with schema IDs if that is shorter, and appends the index. */
    private static Encoded end(ImageLayout layout, int flags, Bodies bodies, DataOutputBuffer out) throws IOException {
        out.getData()[FLAGS_OFFSET] = (byte) flags;
        boolean complete = (flags & COMPLETE) != 0;
        ImageIndexWriter index = (flags & INDEXED) == 0 ? null : bodies.index;
        ImageBody referring = bodies.referring;
        int saved = 0;
        int[] ids = {};
        if (referring != null) {
            referring.end();
            ids = layout.schemas.ids(referring.header);
            saved = out.getLength() - RowImageDescriptor.HEADER_BYTES - bytes(ids) - referring.out.getLength();
            layout.trials.note(ids.length == 0 ? 0 : saved, out.getLength());
        }
        if (referring == null || ids.length == 0 || saved <= 0) {
            if (index != null) {
                index.writeNamed(out, complete);
            }
            return Encoded.WITHOUT_IDS;
        }
        out.clear();
        out.writeInt(layout.fingerprint ^ layout.schemas.check(referring.header));
        out.writeByte(flags | SCHEMA_IDS);
        out.writeUnsignedVInt32(ids.length);
        for (int id : ids) {
            out.writeUnsignedVInt(Integer.toUnsignedLong(id));
        }
        int base = out.getLength();
        out.write(referring.out.getData(), 0, referring.out.getLength());
        if (index != null) {
            index.writeReferring(out, base, complete);
        }
        return new Encoded(Outcome.ENCODED, saved);
    }

    private static int bytes(int[] ids) {
        int bytes = TypeSizes.sizeofUnsignedVInt(ids.length);
        for (int id : ids) {
            bytes += TypeSizes.sizeofUnsignedVInt(Integer.toUnsignedLong(id));
        }
        return bytes;
    }
}
