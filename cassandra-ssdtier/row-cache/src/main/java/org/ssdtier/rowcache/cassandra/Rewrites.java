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
import org.ssdtier.rowcache.TieredCache;

/**
 * The transactions that change the result of reading their SSTables: scrub, cleanup, and the end of a repair with transient
 * replicas.
 *
 * <p>Scrub and cleanup open their output early: the view loses rows gradually, long before the commit, and an abort restores them.
 * The table is therefore inside a change from the first switch of its view until the end of the transaction, and nothing is
 * published from a view in between. The existing images stay valid until the commit, so hits continue.
 */
final class Rewrites {
    private final TieredCache tiers;
    private final ImageChanges images;
    private final SSTableJournal journal;
    private final GuardedChanges guarded;
    /** For each transaction that has switched a view, the action that ends its change. */
    private final Map<LifecycleTransaction, Runnable> changes = new ConcurrentHashMap<>();
    /** For each cleanup in progress, the ranges that it keeps. */
    private final Map<LifecycleTransaction, Collection<Range<Token>>> kept = new ConcurrentHashMap<>();

    Rewrites(TieredCache tiers, ImageChanges images, SSTableJournal journal, GuardedChanges guarded) {
        this.tiers = tiers;
        this.images = images;
        this.journal = journal;
        this.guarded = guarded;
    }

    /** Records the ranges that a cleanup keeps: it removes only rows outside them. */
    void cleanupBegins(LifecycleTransaction transaction, Collection<Range<Token>> ranges) {
        ColumnFamilyStore table = transaction.tracker.cfstore;
        // data in the ranges of a transient replica is kept only until it is repaired
        if (!table.keyspace.getReplicationStrategy().hasTransientReplicas()) {
            kept.put(transaction, ranges);
        }
    }

    /** Begins the table's change, unless the transaction preserves the content or has already begun it. */
    void viewChanges(LifecycleTransaction transaction) {
        if (ImageChanges.changesContent(transaction.opType())) {
            changes.computeIfAbsent(transaction, begun -> guarded.hold(begun.tracker.cfstore));
        }
    }

    /**
     * Writes the added and removed SSTables to the journal before a start could find them. If the transaction changes content, the
     * affected images are purged before (and again at its end), so that the journal never records a purge that did not happen.
     */
    void commits(LifecycleTransaction transaction) {
        ColumnFamilyStore table = transaction.tracker.cfstore;
        if (!tiers.journaled().isKept()) {
            return;
        }
        Collection<SSTableReader> come = SSTableJournal.come(transaction);
        Collection<SSTableReader> gone = SSTableJournal.gone(transaction);
        if (ImageChanges.changesContent(transaction.opType()) || dropsTransientRows(transaction)) {
            Runnable purge = () -> purge(table, transaction, kept.get(transaction));
            guarded.begin(table, purge, change -> journal.commit(change, come, gone))
                    .run();
        } else if (!come.isEmpty() || !gone.isEmpty()) {
            // if a flush declared the table between this call and the end, the journal would lack the replacement
            journal.ensureDeclared(table);
            journal.replace(table, come, gone);
        }
    }

    /** Purges the images that the transaction has affected, even if it was aborted, and ends the change. */
    void ended(LifecycleTransaction transaction) {
        Collection<Range<Token>> ranges = kept.remove(transaction);
        Runnable end = changes.remove(transaction);
        try {
            if (end != null || dropsTransientRows(transaction)) {
                ColumnFamilyStore table = transaction.tracker.cfstore;
                guarded.begin(table, () -> purge(table, transaction, ranges)).run();
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
            images.purgeOutside(table, ranges);
        } else {
            images.purge(table, transaction.originals());
            // a scrub may recover keys that could not be read from its damaged originals
            images.purge(table, transaction.current());
        }
    }

    /** Returns whether this is the end of a repair, run as a compaction, that drops data of a transient replica. */
    private static boolean dropsTransientRows(LifecycleTransaction transaction) {
        boolean isTransient = transaction.originals().stream().anyMatch(SSTableReader::isTransient);
        return isTransient && !transaction.current().iterator().hasNext();
    }
}
