package org.ssdtier.rowcache.cassandra;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.db.Clustering;
import org.apache.cassandra.db.ClusteringBound;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.EmptyIterators;
import org.apache.cassandra.db.ReadExecutionController;
import org.apache.cassandra.db.SinglePartitionReadCommand;
import org.apache.cassandra.db.Slice;
import org.apache.cassandra.db.Slices;
import org.apache.cassandra.db.UnrepairedTombstones;
import org.apache.cassandra.db.filter.ClusteringIndexFilter;
import org.apache.cassandra.db.filter.ClusteringIndexSliceFilter;
import org.apache.cassandra.db.filter.ColumnFilter;
import org.apache.cassandra.db.filter.DataLimits;
import org.apache.cassandra.db.filter.RowFilter;
import org.apache.cassandra.db.lifecycle.SSTableSet;
import org.apache.cassandra.db.lifecycle.View;
import org.apache.cassandra.db.memtable.Memtable;
import org.apache.cassandra.db.rows.BTreeRow;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.rows.Rows;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.db.rows.UnfilteredRowIterators;
import org.apache.cassandra.db.transform.RTBoundValidator;
import org.apache.cassandra.io.sstable.SSTableReadsListener;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.io.sstable.format.big.BigFormat;
import org.apache.cassandra.io.util.DataOutputBuffer;
import org.apache.cassandra.metrics.CacheMetrics;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.service.CacheService;
import org.apache.cassandra.tracing.Tracing;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.rowcache.Image;
import org.ssdtier.rowcache.RowKey;
import org.ssdtier.rowcache.Tier;
import org.ssdtier.rowcache.TieredCache;
import org.ssdtier.rowcache.cassandra.ProtocolSteps.Step;

/**
 * The read path of a row-cached table: image and memtables, merged. It takes the place of
 * {@code SinglePartitionReadCommand.getThroughCache}.
 *
 * <p>The order of the first three steps is the protocol: <b>ticket, view, look-up</b>. Whatever leaves the memtables was
 * put into the images before it left, so an image looked up after the view was taken lacks nothing that the view's
 * memtables lack; and a ticket from before the view tells whether anything but writes happened since.
 */
final class ImageReads {
    private static final Logger log = LoggerFactory.getLogger(ImageReads.class);
    private static final long LOAD_WAIT_MILLIS = 1_000;
    private static final Scratch SCRATCH = new Scratch();

    private final TieredCache cache;
    private final ImageTables tables;
    private final int maxRowBytes;
    private final ProtocolSteps steps;
    private final ConcurrentHashMap<RowKey, CountDownLatch> loads = new ConcurrentHashMap<>();

    ImageReads(TieredCache cache, ImageTables tables, int maxRowBytes, ProtocolSteps steps) {
        this.cache = cache;
        this.tables = tables;
        this.maxRowBytes = maxRowBytes;
        this.steps = steps;
    }

    /** One read's facts, taken in the order of the protocol. */
    private record Read(
            SinglePartitionReadCommand command,
            ColumnFamilyStore table,
            ReadExecutionController controller,
            TableImages images,
            long ticket,
            View view) {

        ImageLayout layout() {
            return images.layout(command.metadata());
        }

        /** The read as Cassandra does it without a row cache. */
        UnfilteredRowIterator uncached() {
            return command.queryMemtableAndDisk(table, controller);
        }

        ColumnFamilyStore.ViewFragment fragment(boolean withMemtables) {
            List<SSTableReader> sstables = new ArrayList<>();
            View.select(SSTableSet.LIVE, command.partitionKey()).apply(view).forEach(sstables::add);
            return new ColumnFamilyStore.ViewFragment(
                    sstables, withMemtables ? view.getAllMemtables() : List.<Memtable>of());
        }
    }

    /**
     * Answers the command from the cache, filling it on a miss; never null. Whatever goes wrong in here is logged and the
     * command answered as without a row cache: what is Cassandra's to throw, it throws then.
     */
    UnfilteredRowIterator read(
            SinglePartitionReadCommand command, ColumnFamilyStore table, ReadExecutionController controller) {
        try {
            return readThroughCache(command, table, controller);
        } catch (RuntimeException | AssertionError | LinkageError e) {
            log.warn("A read of {} could not go through the row cache", table.metadata(), e);
            return command.queryMemtableAndDisk(table, controller);
        }
    }

    private UnfilteredRowIterator readThroughCache(
            SinglePartitionReadCommand command, ColumnFamilyStore table, ReadExecutionController controller) {
        TableImages images = tables.of(table);
        RowKey key = images.key(command.partitionKey());
        CacheMetrics metrics = CacheService.instance.rowCache.getMetrics();
        metrics.requests.mark();

        steps.reached(Step.READ_ENTERED, table);
        long ticket = images.state.ticket();
        steps.reached(Step.TICKET_TAKEN, table);
        View view = table.getTracker().getView();
        steps.reached(Step.VIEW_TAKEN, table);
        Read read = new Read(command, table, controller, images, ticket, view);
        RowImageCodec.Decoded decoded = lookUp(read, key);
        if (decoded == null) {
            metrics.misses.mark();
            table.metric.rowCacheMiss.inc();
            Tracing.trace("Row cache miss");
            return load(read, key);
        }
        UnfilteredRowIterator answer = answer(read, decoded);
        if (answer == null) {
            metrics.misses.mark();
            table.metric.rowCacheHitOutOfRange.inc();
            Tracing.trace("Ignoring row cache as cached value could not satisfy query");
            return read.uncached();
        }
        metrics.hits.mark();
        table.metric.rowCacheHit.inc();
        table.metric.updateSSTableIterated(0);
        return answer;
    }

    private RowImageCodec.@Nullable Decoded lookUp(Read read, RowKey key) {
        boolean tracing = Tracing.isTracing();
        long startNanos = tracing ? System.nanoTime() : 0;
        try (Image image = cache.get(key, read.ticket)) {
            if (image == null) {
                return null;
            }
            if (tracing) {
                trace(image.tier(), System.nanoTime() - startNanos);
            }
            RowImageCodec.Decoded decoded = RowImageCodec.decode(
                    read.layout(), read.command.partitionKey(), image.bytes(), read.command.columnFilter());
            if (decoded == null && RowImageCodec.hasSchemaIds(image.bytes())) {
                cache.countUnresolved();
                cache.drop(key);
            }
            return decoded;
        } catch (IOException | RuntimeException e) {
            cache.countUndecodable(read.table.metadata(), e);
            cache.drop(key);
            return null;
        }
    }

    private static void trace(Tier tier, long nanos) {
        Tracing.trace("Row cache hit in {} tier, {} µs", tier.name().toLowerCase(java.util.Locale.ROOT), nanos / 1_000);
    }

    /** A miss: read the SSTables into an image, publish it, answer from it. */
    private UnfilteredRowIterator load(Read read, RowKey key) {
        TableMetadata metadata = read.command.metadata();
        boolean wholePartitions = cachesWholePartitions(metadata);
        if (!wholePartitions && !read.command.clusteringIndexFilter().isHeadFilter()) {
            Tracing.trace(
                    "Fetching data but not populating cache as query does not query from the start of the partition");
            return read.uncached();
        }
        if (cache.isTooLarge(key) || !read.images.state.mayPublish(read.ticket)) {
            return read.uncached();
        }
        CountDownLatch mine = new CountDownLatch(1);
        CountDownLatch other = loads.putIfAbsent(key, mine);
        if (other != null) {
            return answerOfOther(read, key, other);
        }
        try {
            return loadAndPublish(read, key);
        } finally {
            loads.remove(key, mine);
            mine.countDown();
        }
    }

    /** Somebody else is reading this partition from disk: use that image rather than read the disk again. */
    private UnfilteredRowIterator answerOfOther(Read read, RowKey key, CountDownLatch load) {
        try {
            Tracing.trace("Row cache miss (race)");
            if (load.await(LOAD_WAIT_MILLIS, TimeUnit.MILLISECONDS)) {
                RowImageCodec.Decoded decoded = lookUp(read, key);
                UnfilteredRowIterator answer = decoded == null ? null : answer(read, decoded);
                if (answer != null) {
                    return answer;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return read.uncached();
    }

    private UnfilteredRowIterator loadAndPublish(Read read, RowKey key) {
        TableMetadata metadata = read.command.metadata();
        ImageLayout layout = read.layout();
        RowImageCodec.Limits limits =
                new RowImageCodec.Limits(rowsToCache(metadata), maxRowBytes, read.command.nowInSec());
        steps.reached(Step.LOADING, read.table);
        DataOutputBuffer out = SCRATCH.empty();
        RowImageCodec.Encoded encoded;
        SinglePartitionReadCommand wholeRead = SinglePartitionReadCommand.fullPartitionRead(
                metadata, read.command.nowInSec(), read.command.partitionKey());
        try (UnfilteredRowIterator source =
                wholeRead.queryMemtableAndDisk(read.table, read.fragment(false), null, read.controller)) {
            encoded = RowImageCodec.encode(layout, source, limits, out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (encoded.outcome() != RowImageCodec.Outcome.ENCODED) {
            cache.markTooLarge(key);
            Tracing.trace("Row cache: partition is too large to be cached");
            return read.uncached();
        }
        cache.countSavedBytes(encoded.savedBytes());
        ByteBuffer image = out.buffer();
        steps.reached(Step.LOADED, read.table);
        cache.publish(key, read.ticket, image);
        return answerOf(read, image);
    }

    private UnfilteredRowIterator answerOf(Read read, ByteBuffer image) {
        try {
            RowImageCodec.Decoded decoded = RowImageCodec.decode(
                    read.layout(), read.command.partitionKey(), image, read.command.columnFilter());
            UnfilteredRowIterator answer = decoded == null ? null : answer(read, decoded);
            return answer == null ? read.uncached() : answer;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static boolean cachesWholePartitions(TableMetadata metadata) {
        return metadata.clusteringColumns().isEmpty()
                ? metadata.params.caching.cacheRows()
                : metadata.params.caching.cacheAllRows();
    }

    /** The live rows after which a partition's image ends. */
    static int rowsToCache(TableMetadata metadata) {
        return cachesWholePartitions(metadata) ? Integer.MAX_VALUE : metadata.params.caching.rowsPerPartitionToCache();
    }

    /** Merges image and memtables into the query's answer; null if the image does not cover the query. */
    private static @Nullable UnfilteredRowIterator answer(Read read, RowImageCodec.Decoded image) {
        ClusteringIndexFilter filter = read.command.clusteringIndexFilter();
        Slices slices = filter.getSlices(read.command.metadata());
        if (image.complete() || slices.isEmpty()) {
            return merged(read, image, slices);
        }
        Clustering<?> last = image.lastClustering();
        if (last == null) {
            return null;
        }
        ClusteringBound<?> covered = RowImageCodec.coveredEnd(last);
        ClusteringBound<?> queried = slices.get(slices.size() - 1).end();
        if (read.command.metadata().comparator.compare(queried, covered) <= 0) {
            return merged(read, image, slices);
        }
        return filter.isHeadFilter() ? headAndRest(read, image, last, queried) : null;
    }

    /** A query from the partition's head beyond what the image covers: the rest is read only if somebody gets there. */
    private static UnfilteredRowIterator headAndRest(
            Read read, RowImageCodec.Decoded image, Clustering<?> last, ClusteringBound<?> queriedEnd) {
        TableMetadata metadata = read.command.metadata();
        Slices head =
                Slices.with(metadata.comparator, Slice.make(ClusteringBound.BOTTOM, RowImageCodec.coveredEnd(last)));
        Slices rest = Slices.with(metadata.comparator, Slice.make(ClusteringBound.exclusiveStartOf(last), queriedEnd));
        SinglePartitionReadCommand restCommand = SinglePartitionReadCommand.create(
                metadata,
                read.command.nowInSec(),
                read.command.columnFilter(),
                RowFilter.none(),
                DataLimits.NONE,
                read.command.partitionKey(),
                new ClusteringIndexSliceFilter(rest, false));
        return new HeadAndRestIterator(
                merged(read, image, head),
                () -> restCommand.queryMemtableAndDisk(read.table, read.fragment(true), null, read.controller));
    }

    private static UnfilteredRowIterator merged(Read read, RowImageCodec.Decoded image, Slices slices) {
        SinglePartitionReadCommand command = read.command;
        ColumnFilter columns = command.columnFilter();
        boolean reversed = command.clusteringIndexFilter().isReversed();
        List<UnfilteredRowIterator> sources = new ArrayList<>(3);
        for (Memtable memtable : read.view.getAllMemtables()) {
            UnfilteredRowIterator rows = memtable.rowIterator(
                    command.partitionKey(), slices, columns, reversed, SSTableReadsListener.NOOP_LISTENER);
            if (rows != null) {
                UnrepairedTombstones.observe(read.controller, memtable.getMinLocalDeletionTime());
                sources.add(RTBoundValidator.validate(rows, RTBoundValidator.Stage.MEMTABLE, false));
            }
        }
        if (!image.partition().isEmpty()) {
            UnrepairedTombstones.observe(read.controller, image.stats().minLocalDeletionTime);
            sources.add(imageRows(read, image, slices, reversed));
        }
        if (sources.isEmpty()) {
            return EmptyIterators.unfilteredRow(command.metadata(), command.partitionKey(), reversed);
        }
        return RequestedCells.of(command, sources.size() == 1 ? sources.get(0) : UnfilteredRowIterators.merge(sources));
    }

    /** An image's rows as an SSTable's iterator gives them; that of format {@code big} filters reversed rows once more. */
    private static UnfilteredRowIterator imageRows(
            Read read, RowImageCodec.Decoded image, Slices slices, boolean reversed) {
        SinglePartitionReadCommand command = read.command;
        ColumnFilter filter =
                reversed && BigFormat.isSelected() ? command.columnFilter() : ColumnFilter.all(command.metadata());
        return new ImageRowIterator(
                image.partition().unfilteredIterator(filter, slices, reversed),
                command.columnFilter().fetchedColumns(),
                staticRow(read, image));
    }

    /**
     * The static row as reading the view's SSTables gives it. One without statics is another object if it comes from a
     * single SSTable that has a static row for every partition, and a replica's digest shows which; see CASSANDRA-12090.
     */
    private static Row staticRow(Read read, RowImageCodec.Decoded image) {
        Row row = image.partition().staticRow();
        if (!row.isEmpty()
                || read.command.columnFilter().fetchedColumns().statics.isEmpty()) {
            return row;
        }
        SSTableReader only = null;
        for (SSTableReader sstable :
                View.select(SSTableSet.LIVE, read.command.partitionKey()).apply(read.view)) {
            if (sstable.mayContainAssumingKeyIsInRange(read.command.partitionKey())) {
                if (only != null) {
                    return Rows.EMPTY_STATIC_ROW;
                }
                only = sstable;
            }
        }
        return only != null && only.header.hasStatic()
                ? BTreeRow.emptyRow(Clustering.STATIC_CLUSTERING)
                : Rows.EMPTY_STATIC_ROW;
    }
}
