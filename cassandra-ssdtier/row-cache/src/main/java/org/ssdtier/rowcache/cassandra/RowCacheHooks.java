package org.ssdtier.rowcache.cassandra;

import com.google.common.base.Predicate;
import java.util.Collection;
import java.util.List;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.ReadExecutionController;
import org.apache.cassandra.db.SinglePartitionReadCommand;
import org.apache.cassandra.db.lifecycle.LifecycleTransaction;
import org.apache.cassandra.db.lifecycle.Tracker;
import org.apache.cassandra.db.memtable.Memtable;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.dht.Range;
import org.apache.cassandra.dht.Token;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.service.StorageService;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.ssdtier.rowcache.RateLimitedWarning;

/**
 * What the woven classes of Cassandra call. Every method is a no-operation on a node without the tier, and none lets an
 * exception of the cache reach Cassandra: a change of SSTables that cannot be told to the cache purges the cache.
 */
public final class RowCacheHooks {
    private static final RateLimitedWarning WARNING =
            RateLimitedWarning.of(LoggerFactory.getLogger(RowCacheHooks.class));

    private RowCacheHooks() {}

    /**
     * Instead of {@code SinglePartitionReadCommand.getThroughCache}.
     *
     * @return the answer, or null on a node without the tier: Cassandra's own code runs
     */
    public static @Nullable UnfilteredRowIterator read(
            SinglePartitionReadCommand command, ColumnFamilyStore table, ReadExecutionController controller) {
        SsdRowCache cache = SsdRowCache.current();
        return cache == null ? null : cache.reads().read(command, table, controller);
    }

    /** Instead of the invalidation at the end of {@code ColumnFamilyStore.apply}: a write leaves the images alone. */
    public static void afterWrite(ColumnFamilyStore table, DecoratedKey key) {
        SsdRowCache cache = SsdRowCache.current();
        if (cache == null || cache.invalidatesOnWrite()) {
            table.invalidateCachedPartition(key);
        }
    }

    /**
     * Before {@code Tracker.replaceFlushed}.
     *
     * @return what must run after it, however it ended; null if nothing must
     */
    public static @Nullable Runnable beforeFlush(
            Tracker tracker, Memtable memtable, Collection<SSTableReader> sstables) {
        SsdRowCache cache = cacheOf(tracker);
        return cache == null || sstables.isEmpty()
                ? null
                : cache.begin(
                        tracker.cfstore,
                        () -> cache.changes().flush(tracker.cfstore, memtable),
                        change -> cache.journal().commit(change, sstables, List.of()));
    }

    /**
     * Before SSTables join a table: by streaming, by import, or ({@code initial}) at start.
     *
     * @return what must run after, however it ended; null if nothing must
     */
    public static @Nullable Runnable beforeAdd(Tracker tracker, Collection<SSTableReader> sstables, boolean initial) {
        if (initial) {
            recordAtStart(tracker, sstables);
            return null;
        }
        SsdRowCache cache = cacheOf(tracker);
        return cache == null
                ? null
                : cache.begin(
                        tracker.cfstore,
                        () -> cache.changes().arrive(tracker.cfstore, sstables),
                        change -> cache.journal().commit(change, sstables, List.of()));
    }

    /**
     * Before {@code Tracker.dropSSTables}: truncate, drop, unreadable SSTables.
     *
     * @param goes says which SSTables go, unless they are being compacted
     * @return what must run after it, however it ended; null if nothing must
     */
    public static @Nullable Runnable beforeDrop(Tracker tracker, Predicate<SSTableReader> goes) {
        SsdRowCache cache = cacheOf(tracker);
        return cache == null
                ? null
                : cache.begin(tracker.cfstore, () -> cache.changes().purge(tracker.cfstore), change -> cache.journal()
                        .commit(change, List.of(), SSTableJournal.gone(tracker, goes)));
    }

    /** After a change that one of the methods above has begun. */
    public static void after(@Nullable Runnable end) {
        if (end != null) {
            end.run();
        }
    }

    /** Before a transaction switches its table's view, maybe to SSTables that are not finished. */
    public static void viewChanges(LifecycleTransaction transaction) {
        SsdRowCache cache = cacheOf(transaction.tracker);
        if (cache != null) {
            cache.guarded(transaction.tracker.cfstore, () -> cache.rewrites().viewChanges(transaction));
        }
    }

    /** Before a cleanup rewrites an SSTable. */
    public static void cleanupBegins(LifecycleTransaction transaction, Collection<Range<Token>> ranges) {
        SsdRowCache cache = cacheOf(transaction.tracker);
        if (cache != null) {
            cache.guarded(transaction.tracker.cfstore, () -> cache.rewrites().cleanupBegins(transaction, ranges));
        }
    }

    /** Before a transaction over a table's SSTables commits: from then on a start finds those that come. */
    public static void transactionCommits(LifecycleTransaction transaction) {
        SsdRowCache cache = cacheOf(transaction.tracker);
        if (cache != null) {
            cache.guarded(transaction.tracker.cfstore, () -> cache.rewrites().commits(transaction));
        }
    }

    /** When a transaction has been committed or aborted and its view is there. */
    public static void transactionEnded(LifecycleTransaction transaction) {
        SsdRowCache cache = cacheOf(transaction.tracker);
        if (cache != null) {
            cache.guarded(transaction.tracker.cfstore, () -> cache.rewrites().ended(transaction));
        }
    }

    /** Instead of a walk over all keys in {@code CacheService.invalidateRowCacheForCf}. */
    public static void tableInvalidated(TableMetadata table) {
        SsdRowCache cache = SsdRowCache.current();
        if (cache != null) {
            cache.guarded(table.id, () -> cache.changes().purge(table));
        }
    }

    /** Instead of a walk over all keys in {@code ColumnFamilyStore.cleanupCache}. */
    public static void cleanedUp(ColumnFamilyStore table) {
        SsdRowCache cache = SsdRowCache.current();
        if (cache != null) {
            after(cache.begin(table, () -> cache.changes()
                    .purgeOutside(
                            table,
                            StorageService.instance
                                    .getLocalReplicas(table.getKeyspaceName())
                                    .ranges())));
        }
    }

    /** When a table's definition may have changed: {@code ColumnFamilyStore.reload}, which every start calls, too. */
    public static void schemaChanged(ColumnFamilyStore table) {
        SsdRowCache cache = SsdRowCache.current();
        if (cache != null && !table.isIndex()) {
            cache.guarded(table, () -> cache.changes().redefined(table.metadata()));
        }
    }

    /** When the node is about to serve clients. */
    public static void nodeStarted() {
        SsdRowCache cache = SsdRowCache.current();
        if (cache != null) {
            cache.guarded(cache::nodeStarted);
            cache.guarded(() -> OperatorView.register(cache));
        }
    }

    /** What cannot be recorded is cold. */
    private static void recordAtStart(Tracker tracker, Collection<SSTableReader> sstables) {
        try {
            StartDigests.record(tracker, sstables);
            SSTableJournal.record(tracker, sstables);
        } catch (Throwable e) {
            WARNING.say("recording the SSTables of a table", e);
        }
    }

    /** The node's cache if this tracker is of a table that may have images. Does not throw. */
    private static @Nullable SsdRowCache cacheOf(Tracker tracker) {
        try {
            return tracker.isDummy() || tracker.cfstore.isIndex() ? null : SsdRowCache.ready();
        } catch (Throwable e) {
            WARNING.say("starting", e);
            return SsdRowCache.current();
        }
    }
}
