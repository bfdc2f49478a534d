package org.ssdtier.rowcache.cassandra;

import java.util.Collection;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.ReadExecutionController;
import org.apache.cassandra.db.SinglePartitionReadCommand;
import org.apache.cassandra.db.compaction.OperationType;
import org.apache.cassandra.db.lifecycle.Tracker;
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
        cache.changes().begin(tracker.cfstore);
        cache.guarded(tracker.cfstore, () -> cache.changes().flush(tracker.cfstore, memtable));
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
            return false;
        }
        SsdRowCache cache = cacheOf(tracker);
        if (cache == null) {
            return false;
        }
        cache.changes().begin(tracker.cfstore);
        cache.guarded(tracker.cfstore, () -> cache.changes().purge(tracker.cfstore, sstables));
        return true;
    }

    /** After SSTables joined a table, or failed to. */
    public static void afterAdd(Tracker tracker, boolean begun) {
        end(tracker, begun);
    }

    /** Before {@code Tracker.dropSSTables}: truncate, drop, unreadable SSTables. */
    public static boolean beforeDrop(Tracker tracker) {
        SsdRowCache cache = cacheOf(tracker);
        if (cache == null) {
            return false;
        }
        cache.changes().begin(tracker.cfstore);
        cache.guarded(tracker.cfstore, () -> cache.changes().purge(tracker.cfstore));
        return true;
    }

    /** After {@code Tracker.dropSSTables}, however it ended. */
    public static void afterDrop(Tracker tracker, boolean begun) {
        end(tracker, begun);
    }

    /** When SSTables were replaced by others: cleanup and scrub change what a read returns, compaction does not. */
    public static void sstablesReplaced(Tracker tracker, Collection<SSTableReader> removed, OperationType operation) {
        SsdRowCache cache = cacheOf(tracker);
        if (cache != null && ImageChanges.changesContent(operation)) {
            cache.steps().reached(ProtocolSteps.Step.REPLACED, tracker.cfstore);
            cache.changes().begin(tracker.cfstore);
            cache.guarded(tracker.cfstore, () -> cache.changes().purge(tracker.cfstore, removed));
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
            cache.changes().end(table);
        }
    }

    /** When a table's definition may have changed: {@code ColumnFamilyStore.reload}, which every start calls, too. */
    public static void schemaChanged(ColumnFamilyStore table) {
        SsdRowCache cache = SsdRowCache.current();
        if (cache != null && !table.isIndex()) {
            cache.guarded(() -> cache.changes().redefined(table.metadata()));
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
