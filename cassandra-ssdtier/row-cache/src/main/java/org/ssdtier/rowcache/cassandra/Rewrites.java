package org.ssdtier.rowcache.cassandra;

import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.lifecycle.LifecycleTransaction;
import org.apache.cassandra.dht.Range;
import org.apache.cassandra.dht.Token;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.jspecify.annotations.Nullable;

/**
 * The transactions that change what a read of their SSTables returns: scrub and cleanup, and the end of a repair where replicas
 * are transient.
 *
 * <p>A scrub and a cleanup open what they write early: the view loses rows bit by bit, long before the commit, and an abort
 * brings them back. So the table is inside a change from the first switch of its view until the transaction has ended, and
 * nothing is published from a view in between. What the table's images hold stays right until the commit: hits go on.
 */
final class Rewrites {
    private final SsdRowCache cache;
    /** What ends the change of each transaction that has switched a view. */
    private final Map<LifecycleTransaction, Runnable> changes = new ConcurrentHashMap<>();
    /** The ranges of each cleanup in progress of which it drops nothing. */
    private final Map<LifecycleTransaction, Collection<Range<Token>>> kept = new ConcurrentHashMap<>();

    Rewrites(SsdRowCache cache) {
        this.cache = cache;
    }

    /** Notes the ranges that a cleanup keeps: of all that it is about only rows outside them go. */
    void cleanupBegins(LifecycleTransaction transaction, Collection<Range<Token>> ranges) {
        ColumnFamilyStore table = transaction.tracker.cfstore;
        // the ranges of a transient replica are kept only until they are repaired
        if (!table.keyspace.getReplicationStrategy().hasTransientReplicas()) {
            kept.put(transaction, ranges);
        }
    }

    /** Begins the table's change, unless the transaction changes no content or has begun it. */
    void viewChanges(LifecycleTransaction transaction) {
        if (ImageChanges.changesContent(transaction.opType())) {
            changes.computeIfAbsent(transaction, begun -> cache.hold(begun.tracker.cfstore));
        }
    }

    /**
     * Writes to the journal what comes and goes, with all that it changes, before a start could find it. Purges that for the first
     * time: what is in the journal as purged is purged.
     */
    void commits(LifecycleTransaction transaction) {
        ColumnFamilyStore table = transaction.tracker.cfstore;
        if (!cache.tiers().isJournaled()) {
            return;
        }
        Collection<SSTableReader> come = SSTableJournal.come(transaction);
        Collection<SSTableReader> gone = SSTableJournal.gone(transaction);
        if (ImageChanges.changesContent(transaction.opType()) || dropsTransientRows(transaction)) {
            cache.begin(table, () -> purge(table, transaction, kept.get(transaction)), change -> cache.journal()
                            .commit(change, come, gone))
                    .run();
        } else if (!come.isEmpty() || !gone.isEmpty()) {
            cache.journal().replace(table, come, gone);
        }
    }

    /** Purges what the transaction has changed, or has changed and restored, and ends the change. */
    void ended(LifecycleTransaction transaction) {
        Collection<Range<Token>> ranges = kept.remove(transaction);
        Runnable end = changes.remove(transaction);
        try {
            if (end != null || dropsTransientRows(transaction)) {
                ColumnFamilyStore table = transaction.tracker.cfstore;
                cache.begin(table, () -> purge(table, transaction, ranges)).run();
            }
        } finally {
            if (end != null) {
                end.run();
            }
        }
    }

    private void purge(
            ColumnFamilyStore table, LifecycleTransaction transaction, @Nullable Collection<Range<Token>> ranges) {
        if (ranges != null) {
            cache.changes().purgeOutside(table, ranges);
        } else {
            cache.changes().purge(table, transaction.originals());
            // a scrub may find keys that its damaged originals did not give
            cache.changes().purge(table, transaction.current());
        }
    }

    /** Returns whether this is the end of a repair that drops what a transient replica held for others: as a compaction. */
    private static boolean dropsTransientRows(LifecycleTransaction transaction) {
        boolean isTransient = transaction.originals().stream().anyMatch(SSTableReader::isTransient);
        return isTransient && !transaction.current().iterator().hasNext();
    }
}
