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
import org.ssdtier.segmentlog.device.NanoClock;

/**
 * The methods that the woven classes of Cassandra call. Every method is a no-op on a node without the tier. No exception
 * of the cache reaches Cassandra: if a change of SSTables cannot be applied to the cached rows, they are purged.
 */
public final class RowCacheHooks {
    private static final RateLimitedWarning WARNING =
            RateLimitedWarning.of(LoggerFactory.getLogger(RowCacheHooks.class), NanoClock.SYSTEM);

    private RowCacheHooks() {}

    /**
     * Replaces {@code SinglePartitionReadCommand.getThroughCache}.
     *
     * @return the answer, or null on a node without the tier, where Cassandra's own code runs
     */
    public static @Nullable UnfilteredRowIterator read(
            SinglePartitionReadCommand command, ColumnFamilyStore table, ReadExecutionController controller) {
        SsdRowCache cache = SsdRowCache.current();
        return cache == null ? null : cache.reads().read(command, table, controller);
    }

    /**
     * Called at the start of {@code SinglePartitionReadCommand.queryStorage}: a sample of the reads of tables that are not
     * cached tells what caching them would bring.
     */
    public static void beforeRead(SinglePartitionReadCommand command, ColumnFamilyStore table) {
        try {
            SsdRowCache cache = SsdRowCache.current();
            if (cache != null) {
                cache.curveSampling().uncached().record(table, command.partitionKey());
            }
        } catch (RuntimeException | AssertionError | LinkageError e) {
            WARNING.say("sampling a read of " + table.metadata(), e);
        }
    }

    /** Replaces the invalidation at the end of {@code ColumnFamilyStore.apply}: with the default policy a write keeps the images. */
    public static void afterWrite(ColumnFamilyStore table, DecoratedKey key) {
        SsdRowCache cache = SsdRowCache.current();
        if (cache == null || cache.invalidatesOnWrite()) {
            table.invalidateCachedPartition(key);
        }
    }

    /**
     * Called before {@code Tracker.replaceFlushed}.
     *
     * @return the action to run after it, whether or not it fails; null if there is none
     */
    public static @Nullable Runnable beforeFlush(
            Tracker tracker, Memtable memtable, Collection<SSTableReader> sstables) {
        SsdRowCache cache = cacheOf(tracker);
        return cache == null || sstables.isEmpty()
                ? null
                : cache.guarded()
                        .begin(
                                tracker.cfstore,
                                () -> cache.changes().flush(tracker.cfstore, memtable),
                                change -> cache.journal().commit(change, sstables, List.of()));
    }

    /**
     * Called before SSTables are added to a table by streaming, by import, or ({@code initial}) at start.
     *
     * @return the action to run afterwards, whether or not that fails; null if there is none
     */
    public static @Nullable Runnable beforeAdd(Tracker tracker, Collection<SSTableReader> sstables, boolean initial) {
        if (initial) {
            recordAtStart(tracker, sstables);
            return null;
        }
        SsdRowCache cache = cacheOf(tracker);
        return cache == null
                ? null
                : cache.guarded()
                        .begin(
                                tracker.cfstore,
                                () -> cache.changes().arrive(tracker.cfstore, sstables),
                                change -> cache.journal().commit(change, sstables, List.of()));
    }

    /**
     * Called before {@code Tracker.dropSSTables}: truncate, drop, unreadable SSTables.
     *
     * @param goes selects the SSTables that are dropped unless they are being compacted
     * @return the action to run after it, whether or not it fails; null if there is none
     */
    public static @Nullable Runnable beforeDrop(Tracker tracker, Predicate<SSTableReader> goes) {
        SsdRowCache cache = cacheOf(tracker);
        return cache == null
                ? null
                : cache.guarded()
                        .begin(tracker.cfstore, () -> cache.changes().purge(tracker.cfstore), change -> cache.journal()
                                .commit(change, List.of(), SSTableJournal.gone(tracker, goes)));
    }

    /** Called after a change that one of the methods above has begun. */
    public static void after(@Nullable Runnable end) {
        if (end != null) {
            end.run();
        }
    }

    /** Called before a transaction switches its table's view, possibly to unfinished SSTables. */
    public static void viewChanges(LifecycleTransaction transaction) {
        SsdRowCache cache = cacheOf(transaction.tracker);
        if (cache != null) {
            cache.guarded()
                    .run(transaction.tracker.cfstore, () -> cache.rewrites().viewChanges(transaction));
        }
    }

    /** Called before a cleanup rewrites an SSTable. */
    public static void cleanupBegins(LifecycleTransaction transaction, Collection<Range<Token>> ranges) {
        SsdRowCache cache = cacheOf(transaction.tracker);
        if (cache != null) {
            cache.guarded()
                    .run(transaction.tracker.cfstore, () -> cache.rewrites().cleanupBegins(transaction, ranges));
        }
    }

    /** Called before {@code nodetool forcecompact} compacts keys, which removes their tombstones whatever their age. */
    public static void forceCompactBegins(ColumnFamilyStore table, String[] keys) {
        SsdRowCache cache = SsdRowCache.current();
        if (cache != null) {
            cache.guarded().run(table, () -> cache.rewrites().forceCompactBegins(table, keys));
        }
    }

    /** Called after {@code nodetool forcecompact}, whether or not it failed. */
    public static void forceCompactEnded(ColumnFamilyStore table) {
        SsdRowCache cache = SsdRowCache.current();
        if (cache != null) {
            cache.guarded().run(table, () -> cache.rewrites().forceCompactEnded(table));
        }
    }

    /** Called before a transaction on a table's SSTables commits: after the commit, a start finds the new SSTables. */
    public static void transactionCommits(LifecycleTransaction transaction) {
        SsdRowCache cache = cacheOf(transaction.tracker);
        if (cache != null) {
            cache.guarded()
                    .run(transaction.tracker.cfstore, () -> cache.rewrites().commits(transaction));
        }
    }

    /** Called when a transaction has been committed or aborted and its view has been switched. */
    public static void transactionEnded(LifecycleTransaction transaction) {
        SsdRowCache cache = cacheOf(transaction.tracker);
        if (cache != null) {
            cache.guarded()
                    .run(transaction.tracker.cfstore, () -> cache.rewrites().ended(transaction));
        }
    }

    /** Replaces the walk over all keys in {@code CacheService.invalidateRowCacheForCf}. */
    public static void tableInvalidated(TableMetadata table) {
        SsdRowCache cache = SsdRowCache.current();
        if (cache != null) {
            cache.guarded().run(table.id, () -> cache.changes().purge(table));
        }
    }

    /** Replaces the walk over all keys in {@code ColumnFamilyStore.cleanupCache}. */
    public static void cleanedUp(ColumnFamilyStore table) {
        SsdRowCache cache = SsdRowCache.current();
        if (cache != null) {
            after(cache.guarded().begin(table, () -> cache.changes()
                    .purgeOutside(
                            table,
                            StorageService.instance
                                    .getLocalReplicas(table.getKeyspaceName())
                                    .ranges())));
        }
    }

    /** Called when a table's definition may have changed: in {@code ColumnFamilyStore.reload}, which is also called at every start. */
    public static void schemaChanged(ColumnFamilyStore table) {
        SsdRowCache cache = SsdRowCache.current();
        if (cache != null && !table.isIndex()) {
            cache.guarded().run(table, () -> cache.changes().redefined(table));
            cache.journal().prepare(table);
        }
    }

    /** Called when all tables are loaded: from now on operators see the cache, also while the rest of the start waits for an SSD. */
    public static void nodeLoaded() {
        SsdRowCache cache = SsdRowCache.current();
        if (cache != null) {
            cache.guarded().run(() -> OperatorView.register(cache));
        }
    }

    /** Called when the node is about to serve clients. */
    public static void nodeStarted() {
        SsdRowCache cache = SsdRowCache.current();
        if (cache != null) {
            cache.guarded().run(cache::nodeStarted);
        }
    }

    /** Records a table's SSTables at the start; if that fails, the table's rows start cold. */
    private static void recordAtStart(Tracker tracker, Collection<SSTableReader> sstables) {
        try {
            StartDigests.record(tracker, sstables);
            SSTableJournal.record(tracker, sstables);
        } catch (Throwable e) {
            WARNING.say("recording the SSTables of a table", e);
        }
    }

    /** Returns the node's cache if the tracker's table may have images, otherwise null. Does not throw. */
    private static @Nullable SsdRowCache cacheOf(Tracker tracker) {
        try {
            return tracker.isDummy() || tracker.cfstore.isIndex() ? null : SsdRowCache.ready();
        } catch (Throwable e) {
            WARNING.say("starting", e);
            return SsdRowCache.current();
        }
    }
}
