package org.ssdtier.rowcache.cassandra;

import com.google.common.collect.Iterables;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.LongSupplier;
import org.apache.cassandra.cache.RowCacheKey;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.compaction.OperationType;
import org.apache.cassandra.db.memtable.Memtable;
import org.apache.cassandra.dht.Range;
import org.apache.cassandra.dht.Token;
import org.apache.cassandra.io.sstable.KeyIterator;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.schema.Schema;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.utils.FBUtilities;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.rowcache.CachedTable;
import org.ssdtier.rowcache.RateLimitedWarning;
import org.ssdtier.rowcache.TableChange;
import org.ssdtier.rowcache.TieredCache;
import org.ssdtier.rowcache.cassandra.ProtocolSteps.Step;

/**
 * The changes of images. A flush merges or drops images; every other change of a table's SSTables that alters their content drops
 * or purges them.
 *
 * <p>Each change is bracketed by {@code beginChange} and {@code endChange} of the table, and the images are changed
 * inside the bracket <b>before</b> Cassandra switches its view: a reader takes its view first and looks up second, so it
 * never joins an old image with a view that has already lost the flushed memtable.
 */
final class ImageChanges {
    private static final Logger logger = LoggerFactory.getLogger(ImageChanges.class);

    /** Operations that rewrite SSTables without changing the result of reading them. */
    private static final Set<OperationType> CONTENT_PRESERVING = EnumSet.of(
            OperationType.COMPACTION,
            OperationType.MAJOR_COMPACTION,
            OperationType.TOMBSTONE_COMPACTION,
            OperationType.ANTICOMPACTION,
            OperationType.UPGRADE_SSTABLES,
            OperationType.RELOCATE,
            OperationType.GARBAGE_COLLECT,
            OperationType.INDEX_SUMMARY);

    /** Time limit for reading the keys of added SSTables; nothing of the table is published meanwhile. */
    private static final long ARRIVAL_NANOS = 2_000_000_000L;
    /**
     * Time limit for reading the keys of SSTables that the journal lacked, which may be as large as their table; until then its
     * recovered images do not answer.
     */
    private static final long START_NANOS = 10_000_000_000L;

    private final TieredCache cache;
    private final ImageTables tables;
    private final int maxRowBytes;
    private final long refreshBudgetNanos;
    private final ProtocolSteps steps;
    private final LongSupplier nanoClock;
    private final RateLimitedWarning warning;

    /**
     * Creates the changes of a cache.
     *
     * @param refreshBudgetNanos time that a flush may take for the images
     * @param nanoClock clock of the time limits, in nanoseconds
     */
    ImageChanges(
            TieredCache cache,
            ImageTables tables,
            int maxRowBytes,
            long refreshBudgetNanos,
            ProtocolSteps steps,
            LongSupplier nanoClock) {
        this.cache = cache;
        this.tables = tables;
        this.maxRowBytes = maxRowBytes;
        this.refreshBudgetNanos = refreshBudgetNanos;
        this.steps = steps;
        this.nanoClock = nanoClock;
        this.warning = RateLimitedWarning.of(logger, nanoClock);
    }

    /**
     * Merges a memtable that is about to become SSTables into the images; called inside a change of the table. If the table is not
     * cached at present, its older images would miss this flush, so they are purged: caching may be switched on again.
     */
    void flush(ColumnFamilyStore table, Memtable memtable) {
        flush(table, memtable, new FlushSweep.Bounds(maxRowBytes, refreshBudgetNanos, nanoClock));
    }

    /** Does the same as {@link #flush(ColumnFamilyStore, Memtable)}, within other bounds. */
    void flush(ColumnFamilyStore table, Memtable memtable, FlushSweep.Bounds bounds) {
        TableImages images = tables.of(table);
        if (!table.isRowCacheEnabled()) {
            images.state.purge();
            return;
        }
        steps.reached(Step.FLUSH_MERGING, table);
        if (!images.state.hasNoImages()) {
            ImagePurge purge = ImagePurge.of(table, others(table, memtable), FBUtilities.nowInSeconds());
            Token outdated = new FlushSweep(cache, images, table.metadata(), purge, memtable, bounds).run();
            if (outdated != null) {
                purgeFrom(images, outdated);
                warning.say("Row cache: a flush of " + table.metadata()
                        + " took longer than flush_refresh_time: its cached rows are dropped from token=" + outdated
                        + " on");
            }
        }
        steps.reached(Step.FLUSH_MERGED, table);
    }

    /** Purges the images from a token on with a single mark, whatever their number. */
    private void purgeFrom(TableImages images, Token first) {
        if (TableImages.hasLongToken(first)) {
            cache.purgeRange(images.state, first.getLongValue() - 1, Long.MAX_VALUE);
        } else {
            cache.purge(images.state);
        }
    }

    /** Returns the table's memtables except the flushed one. */
    private static Iterable<Memtable> others(ColumnFamilyStore table, Memtable flushed) {
        return Iterables.filter(table.getTracker().getView().getAllMemtables(), memtable -> memtable != flushed);
    }

    /**
     * Drops the images of the keys of added SSTables, for {@link #ARRIVAL_NANOS} at most. SSTables streamed in a repair hold few
     * keys spread over the whole ring, so purging their range would purge the table. Only what is left after that time is purged by
     * range. If the table is not cached at present, the range of each SSTable is purged instead; the images outside remain in case
     * caching is switched on again.
     */
    void arrive(ColumnFamilyStore table, Collection<SSTableReader> sstables) {
        arrive(table, sstables, ARRIVAL_NANOS);
    }

    /** Drops the images of the keys of SSTables that the journal lacked at the start, in the same way. */
    void arriveAtStart(ColumnFamilyStore table, Collection<SSTableReader> sstables) {
        arrive(table, sstables, START_NANOS);
    }

    /** Does the same as {@link #arrive(ColumnFamilyStore, Collection)}, within another time. */
    void arrive(ColumnFamilyStore table, Collection<SSTableReader> sstables, long limitNanos) {
        TableImages images = tables.of(table);
        boolean isCached = table.isRowCacheEnabled();
        long deadlineNanos = nanoClock.getAsLong() + limitNanos;
        for (SSTableReader sstable : sstables) {
            Token first = isCached
                    ? dropKeys(images, sstable, deadlineNanos)
                    : sstable.getFirst().getToken();
            if (first != null) {
                purge(images, first, sstable.getLast().getToken());
            }
        }
        steps.reached(Step.PURGED, table);
    }

    /** Drops images key by key until the deadline; returns the first token whose images were not dropped, or null. */
    private @Nullable Token dropKeys(TableImages images, SSTableReader sstable, long deadlineNanos) {
        Token next = sstable.getFirst().getToken();
        try (KeyIterator keys = sstable.keyIterator()) {
            while (keys.hasNext()) {
                DecoratedKey key = keys.next();
                next = key.getToken();
                if (nanoClock.getAsLong() - deadlineNanos >= 0) {
                    return next;
                }
                cache.drop(images.key(key));
            }
            return null;
        } catch (IOException | RuntimeException e) {
            logger.debug("Keys of {} could not be read; purging the rest of its range", sstable, e);
            return next;
        }
    }

    /** Purges the images in the token ranges of these SSTables. */
    void purge(ColumnFamilyStore table, Iterable<SSTableReader> sstables) {
        TableImages images = tables.of(table);
        for (SSTableReader sstable : sstables) {
            purge(images, sstable.getFirst().getToken(), sstable.getLast().getToken());
        }
    }

    /** Purges the images of a table that is about to lose SSTables. */
    void purge(ColumnFamilyStore table) {
        purge(tables.of(table).state); // a table dropped meanwhile must not be declared again
        steps.reached(Step.PURGED, table);
    }

    /** Purges the images outside these ranges. */
    void purgeOutside(ColumnFamilyStore table, Collection<Range<Token>> owned) {
        TableImages images = tables.of(table);
        Token minimum = table.getPartitioner().getMinimumToken();
        Set<Range<Token>> foreign = new Range<>(minimum, minimum).subtractAll(owned);
        for (Range<Token> range : foreign) {
            if (TableImages.hasLongToken(range.left)) {
                cache.purgeRange(images.state, range.left.getLongValue(), range.right.getLongValue());
            } else {
                cache.purge(images.state);
            }
        }
    }

    /** Purges all images of a table, also those recovered before its store was used. */
    void purge(TableMetadata metadata) {
        purge(cache.table(metadata.id.asUUID()));
    }

    private void purge(CachedTable state) {
        state.beginChange();
        try {
            cache.purge(state);
        } finally {
            state.endChange();
        }
    }

    /** Purges all images of a table if its definition differs from the one under which they were made. */
    void redefined(ColumnFamilyStore table) {
        TableMetadata metadata = table.metadata();
        TableImages images = tables.of(table);
        images.redefine(metadata, before -> {
            try (TableChange change = cache.begin(images.state)) {
                cache.purge(images.state);
                SSTableJournal.commit(change, before, metadata);
            }
        });
    }

    private void purge(TableImages images, Token first, Token last) {
        boolean ranged = TableImages.hasLongToken(first)
                && TableImages.hasLongToken(last)
                && first.compareTo(last) <= 0
                && first.getLongValue() > Long.MIN_VALUE;
        if (ranged) {
            cache.purgeRange(images.state, first.getLongValue() - 1, last.getLongValue());
        } else {
            cache.purge(images.state);
        }
    }

    /** Drops the image of one key. */
    void drop(ColumnFamilyStore table, DecoratedKey key) {
        cache.drop(tables.of(table).key(key));
    }

    /** Drops the image of one key, by the key that Cassandra's own row cache uses. */
    void drop(RowCacheKey key) {
        ColumnFamilyStore table = Schema.instance.getColumnFamilyStoreInstance(key.tableId);
        if (table != null && key.indexName == null) {
            cache.drop(tables.of(table).key(key, table.decorateKey(ByteBuffer.wrap(key.key))));
        }
    }

    static boolean changesContent(OperationType operation) {
        return !CONTENT_PRESERVING.contains(operation);
    }
}
