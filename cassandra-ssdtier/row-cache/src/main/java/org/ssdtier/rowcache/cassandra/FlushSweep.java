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
import org.ssdtier.rowcache.RefreshResult;
import org.ssdtier.rowcache.RowKey;
import org.ssdtier.rowcache.TieredCache;
import org.ssdtier.rowcache.compression.CompressedImageDescriptor;
import org.ssdtier.rowcache.compression.Compressor;
import org.ssdtier.rowcache.compression.Decompressor;

/**
 * The sweep of one flush over the images of its table, key by key in token order, within a time limit.
 *
 * <p>Images are merged while there is time. Images that are only on the SSD are merged as long as the time also suffices for all
 * keys that follow. In the last part of the time, images are dropped instead of merged. The sweep ends at the time limit:
 * {@link #run} then returns the first token whose images are outdated. {@link SweepTime} divides the time.
 */
final class FlushSweep {
    /**
     * The bounds of a sweep.
     *
     * @param maxRowBytes size of the largest image
     * @param nanos time that the sweep may take
     * @param nanoClock clock, in nanoseconds
     */
    record Bounds(int maxRowBytes, long nanos, LongSupplier nanoClock) {}

    private final TieredCache cache;
    private final TableImages images;
    private final ImageLayout layout;
    private final ImagePurge purge;
    private final Memtable memtable;
    private final MemtablePartitions partitions;
    private final Bounds bounds;
    private final @Nullable ReplacedRow fastPath;
    private final RowImageWriter.Limits limits;
    private final DataOutputBuffer out = new DataOutputBuffer();

    /**
     * Prepares a sweep.
     *
     * @param definition the current definition of the table
     * @param purge the content that the images may leave out
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
        this.fastPath = ReplacedRow.of(layout);
        this.limits = new RowImageWriter.Limits(
                ImageRead.rowsToCache(definition), bounds.maxRowBytes, FBUtilities.nowInSeconds());
    }

    /** Runs the sweep. Returns the first token whose images are outdated and must be purged; null if none is. */
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
        SweepTime time = new SweepTime(bounds.nanos, bounds.nanoClock);
        long keysLeft = memtable.partitionCount();
        long lastToken = Long.MIN_VALUE;
        while (partitions.hasNext()) {
            DecoratedKey partition = partitions.next();
            RowKey key = images.key(partition);
            assert key.token() >= lastToken : "token=" + key.token() + " after " + lastToken;
            lastToken = key.token();
            images.state.sweepTo(key.token());
            keysLeft--;
            SweepTime.Allowed allowed = time.next(keysLeft);
            if (allowed == SweepTime.Allowed.NOTHING) {
                return partition.getToken();
            }
            if (allowed == SweepTime.Allowed.DROP) {
                cache.drop(key);
            } else {
                boolean readSsd = allowed == SweepTime.Allowed.READ;
                RefreshResult result = cache.refresh(key, old -> merge(key, old, partition), readSsd);
                if (result == RefreshResult.MERGED_FROM_SSD) {
                    time.wasRead();
                }
            }
        }
        return null;
    }

    /** Returns the image that replaces the old one after the flush; null if there is none and the old one must be dropped. */
    private @Nullable ByteBuffer merge(RowKey key, ByteBuffer old, DecoratedKey partition) {
        if (!CompressedImageDescriptor.isCompressed(old)) {
            return mergeOriginal(key, old, partition);
        }
        try (Decompressor decompressor = images.compression.decompress(old)) {
            return decompressor == null ? null : mergeOriginal(key, decompressor.bytes(), partition);
        } catch (IOException e) {
            cache.counters().undecodable(layout.metadata, e);
            return null;
        }
    }

    private @Nullable ByteBuffer mergeOriginal(RowKey key, ByteBuffer old, DecoratedKey partition) {
        try {
            out.clear();
            RowImageWriter.Encoded encoded = replace(old, partition);
            if (encoded == null) {
                encoded = mergeRows(old, partition);
            }
            if (encoded == null) {
                return null;
            }
            if (encoded.outcome() == RowImageWriter.Outcome.TOO_LARGE) {
                cache.tooLarge().add(key);
            }
            if (encoded.outcome() != RowImageWriter.Outcome.ENCODED || RowImageDescriptor.isEmpty(out.buffer())) {
                return null;
            }
            cache.counters().savedBytes(encoded.savedBytes());
            return compressed();
        } catch (IOException e) {
            cache.counters().undecodable(layout.metadata, e);
            return null;
        }
    }

    /** Returns the image in the output, compressed if that is worth it. */
    private ByteBuffer compressed() throws IOException {
        try (Compressor compressor = images.compression.compress(out.buffer())) {
            if (compressor != null) {
                out.clear();
                out.write(compressor.bytes());
            }
        }
        return out.buffer();
    }

    /** Writes only the memtable's row, if that row replaces the whole image; otherwise returns null. */
    private RowImageWriter.@Nullable Encoded replace(ByteBuffer old, DecoratedKey partition) throws IOException {
        if (fastPath == null) {
            return null;
        }
        try (UnfilteredRowIterator rows = partitions.rows(Slices.ALL)) {
            Row row = fastPath.of(rows, old);
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
            return RowImageWriter.encode(layout, alone, limits, out);
        }
    }

    /** Writes the image's rows merged with the memtable's; returns null if the image cannot be read or covers no clustering. */
    private RowImageWriter.@Nullable Encoded mergeRows(ByteBuffer old, DecoratedKey partition) throws IOException {
        RowImageReader.Decoded image = RowImageReader.read(layout, partition, old, layout.everything);
        Slices covered = image == null ? null : covered(image);
        if (image == null && RowImageDescriptor.hasSchemaIds(old)) {
            cache.counters().unresolved();
        }
        if (image == null || covered == null || wouldBareTheMemtable(image)) {
            return null;
        }
        RowImageWriter.Limits ofHead =
                new RowImageWriter.Limits(limits.rows(), limits.bytes(), FBUtilities.nowInSeconds(), !image.complete());
        try (UnfilteredRowIterator merged = mergedRows(image, covered)) {
            return RowImageWriter.encode(layout, purge.of(merged), ofHead, out);
        }
    }

    /**
     * Returns whether the image has a deletion that will be purged, but hides content of the memtable. Once the memtable is SSTables,
     * nobody needs both; but until Cassandra has switched its view, reads still join the memtable with the new image.
     */
    private boolean wouldBareTheMemtable(RowImageReader.Decoded image) {
        if (!hasDeletions(image)) {
            return false;
        }
        long minTimestamp;
        try (UnfilteredRowIterator rows = partitions.rows(Slices.ALL)) {
            minTimestamp = rows.stats().minTimestamp;
        }
        return purge.wouldPurgeWhatAppliesTo(
                image.partition().unfilteredIterator(layout.everything, Slices.ALL, false), minTimestamp);
    }

    /** Returns whether there is anything to purge: most images have no deletions, and their merge pays only for this loop. */
    private static boolean hasDeletions(RowImageReader.Decoded image) {
        long nowInSeconds = FBUtilities.nowInSeconds();
        if (!image.partition().deletionInfo().isLive()
                || image.partition().staticRow().hasDeletion(nowInSeconds)) {
            return true;
        }
        for (Row row : image.partition()) {
            if (row.hasDeletion(nowInSeconds)) {
                return true;
            }
        }
        return false;
    }

    private UnfilteredRowIterator mergedRows(RowImageReader.Decoded image, Slices covered) {
        UnfilteredRowIterator rows = partitions.rows(covered);
        if (image.partition().isEmpty()) {
            return new ImageRowIterator(rows, layout.columns, rows.staticRow());
        }
        UnfilteredRowIterator old = image.partition().unfilteredIterator(layout.everything, Slices.ALL, false);
        return UnfilteredRowIterators.merge(List.of(old, rows));
    }

    /** Returns the part of the partition that an image covers; null if it covers no clustering. */
    private @Nullable Slices covered(RowImageReader.Decoded image) {
        if (image.complete()) {
            return Slices.ALL;
        }
        Clustering<?> last = image.lastClustering();
        return last == null
                ? null
                : Slices.with(
                        layout.metadata.comparator, Slice.make(ClusteringBound.BOTTOM, ImageQuery.coveredEnd(last)));
    }
}
