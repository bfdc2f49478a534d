package org.ssdtier.rowcache.cassandra;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.LongSupplier;
import org.apache.cassandra.db.Clustering;
import org.apache.cassandra.db.ClusteringBound;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.Slice;
import org.apache.cassandra.db.Slices;
import org.apache.cassandra.db.memtable.Memtable;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.rows.Rows;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.db.rows.UnfilteredRowIterators;
import org.apache.cassandra.dht.Token;
import org.apache.cassandra.io.util.DataOutputBuffer;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.utils.FBUtilities;
import org.jspecify.annotations.Nullable;
import org.ssdtier.rowcache.RowKey;
import org.ssdtier.rowcache.TieredCache;

/**
 * One flush's sweep over the images of its table, key by key in the order of their tokens, within a bound of time.
 *
 * <p>As long as there is time, images are merged; those that only the SSD has, while there is time for all keys that follow, too. In
 * the last part of the time keys are dropped, which is quicker. What is left at its end is not looked at any more: {@link #run}
 * returns the token from which on images are outdated.
 */
final class FlushSweep {
    /** An SSD read must leave so much time for each key that follows. */
    private static final long KEY_NANOS = 2_000;
    /** Of the time, the part that is kept for drops. */
    private static final int DROPS_ONE_IN = 8;

    /**
     * What bounds a sweep.
     *
     * @param maxRowBytes the largest image
     * @param nanos the time that the sweep may take
     * @param nanoClock tells the time
     */
    record Bounds(int maxRowBytes, long nanos, LongSupplier nanoClock) {}

    private final TieredCache cache;
    private final TableImages images;
    private final ImageLayout layout;
    private final ImagePurge purge;
    private final Memtable memtable;
    private final MemtablePartitions partitions;
    private final Bounds bounds;
    private final @Nullable ReplacedRow shortWay;
    private final RowImageCodec.Limits limits;
    private final DataOutputBuffer out = new DataOutputBuffer();
    private long keysLeft;

    /**
     * Prepares a sweep.
     *
     * @param definition of the table now
     * @param purge what the images may leave out
     */
    FlushSweep(
            TieredCache cache,
            TableImages images,
            TableMetadata definition,
            ImagePurge purge,
            Memtable memtable,
            Bounds bounds) {
        this.cache = cache;
        this.images = images;
        this.layout = images.layout(definition);
        this.purge = purge;
        this.memtable = memtable;
        this.partitions = new MemtablePartitions(memtable, definition.partitioner, layout.everything);
        this.bounds = bounds;
        this.shortWay = ReplacedRow.of(layout);
        this.limits = new RowImageCodec.Limits(
                ImageRead.rowsToCache(definition), bounds.maxRowBytes, FBUtilities.nowInSeconds());
    }

    /** Sweeps. Returns the token from which on images are outdated and must be purged; null if none is. */
    @Nullable
    Token run() {
        images.state.beginSweep();
        try (partitions) {
            return sweep();
        } finally {
            images.state.endSweep();
        }
    }

    private @Nullable Token sweep() {
        long startNanos = bounds.nanoClock.getAsLong();
        long mergeNanos = bounds.nanos - bounds.nanos / DROPS_ONE_IN;
        keysLeft = memtable.partitionCount();
        while (partitions.hasNext()) {
            DecoratedKey partition = partitions.next();
            RowKey key = images.key(partition);
            images.state.sweepTo(key.token());
            long nanos = bounds.nanoClock.getAsLong() - startNanos;
            keysLeft--;
            if (nanos >= bounds.nanos) {
                return partition.getToken();
            }
            if (nanos >= mergeNanos) {
                cache.drop(key);
            } else {
                boolean hasTimeForReads = nanos + keysLeft * KEY_NANOS < mergeNanos;
                cache.refresh(key, old -> merge(key, old, partition), hasTimeForReads);
            }
        }
        return null;
    }

    /** Returns the image's successor after the flush; null if there is none and the image must go. */
    private @Nullable ByteBuffer merge(RowKey key, ByteBuffer old, DecoratedKey partition) {
        try {
            out.clear();
            RowImageCodec.Encoded encoded = replace(old, partition);
            if (encoded == null) {
                encoded = mergeRows(old, partition);
            }
            if (encoded == null) {
                return null;
            }
            if (encoded.outcome() == RowImageCodec.Outcome.TOO_LARGE) {
                cache.markTooLarge(key);
            }
            if (encoded.outcome() != RowImageCodec.Outcome.ENCODED || RowImageCodec.isEmpty(out.buffer())) {
                return null;
            }
            cache.countSavedBytes(encoded.savedBytes());
            return out.buffer();
        } catch (IOException e) {
            cache.countUndecodable(layout.metadata, e);
            return null;
        }
    }

    /** Writes the memtable's row alone, if it takes the place of all that is in the image. */
    private RowImageCodec.@Nullable Encoded replace(ByteBuffer old, DecoratedKey partition) throws IOException {
        if (shortWay == null) {
            return null;
        }
        try (UnfilteredRowIterator rows = partitions.rows(Slices.ALL)) {
            Row row = shortWay.of(rows, old);
            if (row == null) {
                return null;
            }
            UnfilteredRowIterator alone = UnfilteredRowIterators.singleton(
                    row,
                    layout.metadata,
                    partition,
                    rows.partitionLevelDeletion(),
                    layout.columns,
                    Rows.EMPTY_STATIC_ROW,
                    false,
                    rows.stats());
            return RowImageCodec.encode(layout, alone, limits, out);
        }
    }

    /** Writes the image's rows and the memtable's; null if the image cannot be read, or is about no clustering. */
    private RowImageCodec.@Nullable Encoded mergeRows(ByteBuffer old, DecoratedKey partition) throws IOException {
        RowImageCodec.Decoded image = RowImageCodec.decode(layout, partition, old, layout.everything);
        Slices covered = image == null ? null : covered(image);
        if (image == null && RowImageCodec.hasSchemaIds(old)) {
            cache.countUnresolved();
        }
        if (image == null || covered == null) {
            return null;
        }
        RowImageCodec.Limits ofHead =
                new RowImageCodec.Limits(limits.rows(), limits.bytes(), FBUtilities.nowInSeconds(), !image.complete());
        try (UnfilteredRowIterator merged = mergedRows(image, covered)) {
            return RowImageCodec.encode(layout, purge.of(merged), ofHead, out);
        }
    }

    private UnfilteredRowIterator mergedRows(RowImageCodec.Decoded image, Slices covered) {
        UnfilteredRowIterator rows = partitions.rows(covered);
        if (image.partition().isEmpty()) {
            return new ImageRowIterator(rows, layout.columns, rows.staticRow());
        }
        UnfilteredRowIterator old = image.partition().unfilteredIterator(layout.everything, Slices.ALL, false);
        return UnfilteredRowIterators.merge(List.of(old, rows));
    }

    /** The part of the partition that an image is about; null if it is about no clustering at all. */
    private @Nullable Slices covered(RowImageCodec.Decoded image) {
        if (image.complete()) {
            return Slices.ALL;
        }
        Clustering<?> last = image.lastClustering();
        return last == null
                ? null
                : Slices.with(
                        layout.metadata.comparator, Slice.make(ClusteringBound.BOTTOM, RowImageCodec.coveredEnd(last)));
    }
}
