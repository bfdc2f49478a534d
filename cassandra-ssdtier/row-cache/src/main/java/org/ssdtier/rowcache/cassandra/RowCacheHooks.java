package org.ssdtier.rowcache.cassandra;

import com.google.common.base.Predicate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.ReadExecutionController;
import org.apache.cassandra.db.SinglePartitionReadCommand;
import org.apache.cassandra.db.compaction.OperationType;
import org.apache.cassandra.db.lifecycle.LifecycleTransaction;
import org.apache.cassandra.db.lifecycle.Tracker;
import org.apache.cassandra.db.lifecycle.View;
import org.apache.cassandra.db.memtable.Memtable;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.dht.Bounds;
import org.apache.cassandra.dht.Token;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.service.StorageService;
import org.jspecify.annotations.Nullable;

/**
 * What the woven classes of Cassandra call. Every method is a no-operation on a node without the tier, and none lets an
 * exception of the cache reach Cassandra: a change of SSTables that cannot be told to the cache purges the cache.
 */
public final class RowCacheHooks {
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

    /** Before {@code Tracker.replaceFlushed}; {@link #afterFlush} must follow if this returns true. */
    public static boolean beforeFlush(Tracker tracker, Memtable memtable, Collection<SSTableReader> sstables) {
        SsdRowCache cache = cacheOf(tracker);
        if (cache == null || sstables.isEmpty()) {
            return false;
        }
        cache.guarded(tracker.cfstore, () -> cache.changes().journal().ensureDeclared(tracker.cfstore));
        cache.changes().begin(tracker.cfstore);
        cache.guarded(tracker.cfstore, () -> cache.changes().flush(tracker.cfstore, memtable));
        cache.guarded(tracker.cfstore, () -> cache.changes().commit(tracker.cfstore, sstables, List.of()));
        return true;
    }

    /** After {@code Tracker.replaceFlushed}, however it ended. */
    public static void afterFlush(Tracker tracker, boolean begun) {
        end(tracker, begun);
    }

    /** Before SSTables join a table: by streaming, by import, or ({@code initial}) at start. */
    public static boolean beforeAdd(Tracker tracker, Collection<SSTableReader> sstables, boolean initial) {
        if (initial) {
            StartDigests.record(tracker, sstables);
            SSTableJournal.record(tracker, sstables);
            return false;
        }
        SsdRowCache cache = cacheOf(tracker);
        if (cache == null) {
            return false;
        }
        cache.changes().begin(tracker.cfstore);
        cache.guarded(tracker.cfstore, () -> cache.changes().purge(tracker.cfstore, sstables));
        cache.guarded(tracker.cfstore, () -> cache.changes().commit(tracker.cfstore, sstables, List.of()));
        return true;
    }

    /** After SSTables joined a table, or failed to. */
    public static void afterAdd(Tracker tracker, boolean begun) {
        end(tracker, begun);
    }

    /** Before {@code Tracker.dropSSTables}: truncate, drop, unreadable SSTables. */
    public static boolean beforeDrop(Tracker tracker, Predicate<SSTableReader> goes) {
        SsdRowCache cache = cacheOf(tracker);
        if (cache == null) {
            return false;
        }
        cache.changes().begin(tracker.cfstore);
        cache.guarded(tracker.cfstore, () -> cache.changes().purge(tracker.cfstore));
        cache.guarded(tracker.cfstore, () -> {
            View view = tracker.getView();
            List<SSTableReader> gone = new ArrayList<>();
            for (SSTableReader sstable : view.liveSSTables()) {
                if (goes.apply(sstable) && !tracker.getCompacting().contains(sstable)) {
                    gone.add(sstable);
                }
            }
            cache.changes().commit(tracker.cfstore, List.of(), gone);
        });
        return true;
    }

    /** After {@code Tracker.dropSSTables}, however it ended. */
    public static void afterDrop(Tracker tracker, boolean begun) {
        end(tracker, begun);
    }

    /** Before a transaction over a table's SSTables commits: from then on a start finds those that come. */
    public static void beforeCommit(LifecycleTransaction transaction) {
        SsdRowCache cache = cacheOf(transaction.tracker);
        if (cache == null || !cache.tiers().isJournaled()) {
            return;
        }
        ColumnFamilyStore table = transaction.tracker.cfstore;
        if (!ImageChanges.changesContent(transaction.opType())) {
            cache.guarded(table, () -> cache.changes().journal().replace(transaction));
            return;
        }
        cache.changes().begin(table);
        try {
            cache.guarded(table, () -> {
                List<SSTableReader> gone = SSTableJournal.gone(transaction);
                cache.changes().purge(table, gone);
                cache.changes().commit(table, SSTableJournal.come(transaction), gone);
            });
        } finally {
            cache.changes().end(table);
        }
    }

    /** When SSTables were replaced by others: cleanup and scrub change what a read returns, compaction does not. */
    public static void sstablesReplaced(Tracker tracker, Collection<SSTableReader> removed, OperationType operation) {
        SsdRowCache cache = cacheOf(tracker);
        if (cache != null && ImageChanges.changesContent(operation)) {
            cache.steps().reached(ProtocolSteps.Step.REPLACED, tracker.cfstore);
            cache.changes().begin(tracker.cfstore);
            cache.guarded(tracker.cfstore, () -> cache.changes().purge(tracker.cfstore, removed));
            cache.guarded(tracker.cfstore, () -> cache.changes().commit(tracker.cfstore, List.of(), List.of()));
            cache.changes().end(tracker.cfstore);
        }
    }

    /** Instead of a walk over all keys in {@code CacheService.invalidateRowCacheForCf}. */
    public static void tableInvalidated(TableMetadata table) {
        SsdRowCache cache = SsdRowCache.current();
        if (cache != null) {
            cache.guarded(() -> cache.changes().purge(table));
        }
    }

    /** Instead of a walk over all keys in {@code ColumnFamilyStore.invalidateRowCache}. */
    public static void boundsInvalidated(ColumnFamilyStore table, Collection<Bounds<Token>> bounds) {
        SsdRowCache cache = SsdRowCache.current();
        if (cache != null) {
            cache.changes().begin(table);
            cache.guarded(table, () -> cache.changes().purgeBounds(table, bounds));
            cache.guarded(table, () -> cache.changes().commit(table, List.of(), List.of()));
            cache.changes().end(table);
        }
    }

    /** Instead of a walk over all keys in {@code ColumnFamilyStore.cleanupCache}. */
    public static void cleanedUp(ColumnFamilyStore table) {
        SsdRowCache cache = SsdRowCache.current();
        if (cache != null) {
            cache.changes().begin(table);
            cache.guarded(table, () -> cache.changes()
                    .purgeOutside(
                            table,
                            StorageService.instance
                                    .getLocalReplicas(table.getKeyspaceName())
                                    .ranges()));
            cache.guarded(table, () -> cache.changes().commit(table, List.of(), List.of()));
            cache.changes().end(table);
        }
    }

    /** When a table's definition may have changed: {@code ColumnFamilyStore.reload}, which every start calls, too. */
    public static void schemaChanged(ColumnFamilyStore table) {
        SsdRowCache cache = SsdRowCache.current();
        if (cache != null && !table.isIndex()) {
            cache.guarded(() -> cache.changes().redefined(table.metadata()));
            cache.guarded(table, () -> cache.changes().journal().ensureDeclared(table));
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

    private static void end(Tracker tracker, boolean begun) {
        SsdRowCache cache = SsdRowCache.current();
        if (begun && cache != null) {
            cache.changes().end(tracker.cfstore);
        }
    }

    /** The node's cache if this tracker is of a table that may have images. */
    private static @Nullable SsdRowCache cacheOf(Tracker tracker) {
        return tracker.isDummy() || tracker.cfstore.isIndex() ? null : SsdRowCache.ready();
    }
}
