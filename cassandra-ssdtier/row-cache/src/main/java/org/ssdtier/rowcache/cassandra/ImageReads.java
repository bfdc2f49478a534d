package org.ssdtier.rowcache.cassandra;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.function.LongSupplier;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.ReadExecutionController;
import org.apache.cassandra.db.SinglePartitionReadCommand;
import org.apache.cassandra.db.lifecycle.View;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.io.FSError;
import org.apache.cassandra.io.sstable.CorruptSSTableException;
import org.apache.cassandra.io.util.DataOutputBuffer;
import org.apache.cassandra.metrics.CacheMetrics;
import org.apache.cassandra.service.CacheService;
import org.apache.cassandra.tracing.Tracing;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.rowcache.Image;
import org.ssdtier.rowcache.RateLimitedWarning;
import org.ssdtier.rowcache.RowKey;
import org.ssdtier.rowcache.Tier;
import org.ssdtier.rowcache.TieredCache;
import org.ssdtier.rowcache.cassandra.ProtocolSteps.Step;
import org.ssdtier.rowcache.compression.CompressedImageDescriptor;
import org.ssdtier.rowcache.compression.Compressor;
import org.ssdtier.rowcache.compression.Decompressor;

/**
 * The read path of a row-cached table, which merges an image with the memtables. It replaces
 * {@code SinglePartitionReadCommand.getThroughCache}.
 *
 * <p>The order of the first three steps is the protocol: <b>ticket, view, look-up</b>. Data is merged into the images before it
 * leaves the memtables, so an image that is looked up after the view was taken contains all data that the view's memtables no
 * longer contain. The ticket, taken before the view, shows whether any change other than a write has happened since.
 */
final class ImageReads {
    private static final Logger logger = LoggerFactory.getLogger(ImageReads.class);
    /** Divisor of the number of read threads: at most 1/n of them may wait for another thread's load. */
    private static final int WAITERS_ONE_IN = 4;

    private static final Scratch SCRATCH = new Scratch();

    private final TieredCache cache;
    private final ImageTables tables;
    private final int maxRowBytes;
    private final ProtocolSteps steps;
    private final LongSupplier nanoClock;
    private final RateLimitedWarning warning;
    private final PartitionLoads loads;

    ImageReads(TieredCache cache, ImageTables tables, int maxRowBytes, ProtocolSteps steps, LongSupplier nanoClock) {
        this.cache = cache;
        this.tables = tables;
        this.maxRowBytes = maxRowBytes;
        this.steps = steps;
        this.nanoClock = nanoClock;
        this.warning = RateLimitedWarning.of(logger, nanoClock);
        this.loads =
                new PartitionLoads(Math.max(1, DatabaseDescriptor.getConcurrentReaders() / WAITERS_ONE_IN), nanoClock);
    }

    /** The image found for a query, decoded for that query. */
    private record Found(ImageQuery query, RowImageReader.Decoded image, Tier tier, int bytes) {
        @Nullable
        UnfilteredRowIterator answer(ImageRead read) {
            return ImageAnswer.of(read, query, image);
        }
    }

    /**
     * Answers the command from the cache, filling it on a miss; never null. A failure in here is logged, and the command is
     * answered as without a row cache. An error that Cassandra itself would throw is thrown by that second read.
     */
    UnfilteredRowIterator read(
            SinglePartitionReadCommand command, ColumnFamilyStore table, ReadExecutionController controller) {
        try {
            return readThroughCache(command, table, controller);
        } catch (RuntimeException | AssertionError | LinkageError e) {
            warning.say("a read of " + table.metadata(), e);
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
        ImageRead read = new ImageRead(command, table, controller, images, ticket, view, table.metadata());
        Found found = null;
        UnfilteredRowIterator answer = null;
        boolean isCut = true;
        for (int attempt = 0; answer == null && isCut; attempt++) {
            found = lookUp(read, key, ImageQuery.ofFirstRows(command, attempt));
            boolean mayStay = found != null && ImageAnswer.mayStay(read, found.image);
            if (found != null && !mayStay) {
                cache.counters().outdated(key);
            }
            answer = found != null && mayStay ? found.answer(read) : null;
            isCut = found != null && mayStay && found.image.cut() != null;
        }
        if (found == null || answer == null) {
            metrics.misses.mark();
            cache.counters().miss(key);
            return missed(read, key, found);
        }
        metrics.hits.mark();
        cache.counters().hit(key, found.tier, found.bytes);
        table.metric.rowCacheHit.inc();
        table.metric.updateSSTableIterated(0);
        return answer;
    }

    private UnfilteredRowIterator missed(ImageRead read, RowKey key, @Nullable Found found) {
        if (found == null) {
            read.table().metric.rowCacheMiss.inc();
            Tracing.trace("Row cache miss");
        } else {
            read.table().metric.rowCacheHitOutOfRange.inc();
            Tracing.trace("Ignoring row cache as cached value could not satisfy query");
        }
        return load(read, key);
    }

    private @Nullable Found lookUp(ImageRead read, RowKey key, ImageQuery query) {
        boolean tracing = Tracing.isTracing();
        long startNanos = tracing ? nanoClock.getAsLong() : 0;
        try (Image image = cache.find(key, read.ticket())) {
            if (image == null) {
                return null;
            }
            if (tracing) {
                trace(image.tier(), nanoClock.getAsLong() - startNanos);
            }
            RowImageReader.Decoded decoded = CompressedImageDescriptor.isCompressed(image.bytes())
                    ? decompress(read, key, image.bytes(), query)
                    : decode(read, key, image.bytes(), query);
            return decoded == null ? null : new Found(query, decoded, image.tier(), image.lengthBytes());
        } catch (IOException | RuntimeException | AssertionError | LinkageError e) {
            cache.counters().undecodable(read.table().metadata(), e);
            cache.drop(key);
            return null;
        }
    }

    /** Decodes a compressed image; drops it if its dictionary is lost. */
    private RowImageReader.@Nullable Decoded decompress(ImageRead read, RowKey key, ByteBuffer image, ImageQuery query)
            throws IOException {
        try (Decompressor decompressor = read.images().compression.decompress(image)) {
            if (decompressor == null) {
                cache.drop(key);
                return null;
            }
            return decode(read, key, decompressor.bytes(), query);
        }
    }

    /** Decodes an image; drops it if its schema IDs cannot be resolved. */
    private RowImageReader.@Nullable Decoded decode(ImageRead read, RowKey key, ByteBuffer image, ImageQuery query)
            throws IOException {
        RowImageReader.Decoded decoded =
                RowImageReader.read(read.layout(), read.command().partitionKey(), image, query);
        if (decoded == null && RowImageDescriptor.hasSchemaIds(image)) {
            cache.counters().unresolved();
            cache.drop(key);
        }
        return decoded == null || !ImageAnswer.mayBeMostlyDead(read, decoded)
                ? decoded
                : RowImageReader.read(read.layout(), read.command().partitionKey(), image, query.columns());
    }

    private static void trace(Tier tier, long nanos) {
        Tracing.trace("Row cache hit in {} tier, {} µs", tier.name().toLowerCase(Locale.ROOT), nanos / 1_000);
    }

    /** Handles a miss: reads the SSTables into an image, publishes it and answers from it. */
    private UnfilteredRowIterator load(ImageRead read, RowKey key) {
        if (!read.cachesWholePartitions()
                && !read.command().clusteringIndexFilter().isHeadFilter()) {
            Tracing.trace(
                    "Fetching data but not populating cache as query does not query from the start of the partition");
            return read.uncached();
        }
        if (read.rowsToCache() == 0
                || cache.tooLarge().contains(key)
                || !read.images().state.mayPublish(read.ticket(), key.token())) {
            return read.uncached();
        }
        PartitionLoads.Load mine = loads.begin(key);
        if (mine == null) {
            return answerOfOther(read, key);
        }
        try {
            return loadAndPublish(read, key);
        } finally {
            loads.end(key, mine);
        }
    }

    /** Waits for the thread that is loading this partition and answers from its image instead of reading the disk again. */
    private UnfilteredRowIterator answerOfOther(ImageRead read, RowKey key) {
        Tracing.trace("Row cache miss (race)");
        boolean ended;
        try {
            ended = loads.await(key, ImageRead.nanosLeft(read.command()));
        } catch (InterruptedException e) {
            return InterruptedRead.of(read::uncached);
        }
        Found found = ended ? lookUp(read, key, ImageQuery.of(read.command())) : null;
        UnfilteredRowIterator answer = found == null ? null : found.answer(read);
        return answer == null ? read.uncached() : answer;
    }

    private UnfilteredRowIterator loadAndPublish(ImageRead read, RowKey key) {
        DataOutputBuffer out = SCRATCH.empty();
        RowImageWriter.Encoded encoded;
        try {
            encoded = encode(read, out);
        } catch (FSError | CorruptSSTableException e) {
            // the query may need less than the whole partition; if not, Cassandra's own read throws the error
            warning.say("reading a partition of " + read.definition() + " for the row cache", e);
            cache.tooLarge().addUnlessChanged(key, read.ticket());
            return read.uncached();
        }
        if (encoded.outcome() != RowImageWriter.Outcome.ENCODED) {
            cache.tooLarge().addUnlessChanged(key, read.ticket());
            Tracing.trace("Row cache: partition is too large to be cached");
            return read.uncached();
        }
        cache.counters().savedBytes(encoded.savedBytes());
        ByteBuffer image = out.buffer();
        steps.reached(Step.LOADED, read.table());
        if (RowImageDescriptor.isEmpty(image)) {
            cache.publishEmpty(key, read.ticket(), image);
        } else {
            publish(read, key, image);
        }
        return answerOf(read, image);
    }

    private void publish(ImageRead read, RowKey key, ByteBuffer image) {
        try (Compressor compressor = read.images().compression.compress(image)) {
            cache.publish(key, read.ticket(), compressor == null ? image : compressor.bytes());
        }
    }

    /** Reads the view's SSTables into an image. */
    private RowImageWriter.Encoded encode(ImageRead read, DataOutputBuffer out) {
        steps.reached(Step.LOADING, read.table());
        SinglePartitionReadCommand command = read.command();
        RowImageWriter.Limits limits = new RowImageWriter.Limits(read.rowsToCache(), maxRowBytes, command.nowInSec());
        ImagePurge purge = ImagePurge.of(read.table(), read.view().getAllMemtables(), read.nowInSeconds());
        SinglePartitionReadCommand wholeRead = SinglePartitionReadCommand.fullPartitionRead(
                command.metadata(), command.nowInSec(), command.partitionKey());
        try (UnfilteredRowIterator source = read.ofView(wholeRead, false)) {
            return RowImageWriter.encode(read.layout(), purge.of(source), limits, out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static UnfilteredRowIterator answerOf(ImageRead read, ByteBuffer image) {
        try {
            ImageQuery query = ImageQuery.of(read.command());
            RowImageReader.Decoded decoded =
                    RowImageReader.read(read.layout(), read.command().partitionKey(), image, query);
            UnfilteredRowIterator answer = decoded == null ? null : ImageAnswer.of(read, query, decoded);
            return answer == null ? read.uncached() : answer;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
