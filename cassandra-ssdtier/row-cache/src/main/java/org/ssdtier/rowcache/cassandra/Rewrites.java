package org.ssdtier.rowcache.cassandra;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.lifecycle.LifecycleTransaction;
import org.apache.cassandra.dht.Range;
import org.apache.cassandra.dht.Token;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.jspecify.annotations.Nullable;
import org.ssdtier.rowcache.TieredCache;

/**
 * The transactions that change the result of reading their SSTables: scrub, cleanup, the end of a repair with transient replicas,
 * and the compactions of {@code nodetool forcecompact}, which remove the tombstones of some keys whatever their age.
 *
 * <p>They open their output early: the view loses rows gradually, long before the commit, and an abort restores them.
 * The table is therefore inside a change from the first switch of its view until the end of the transaction, and nothing is
 * published from a view in between. The existing images stay valid until the commit, so hits continue.
 */
final class Rewrites {
    private final TieredCache tiers;
    private final ImageChanges images;
    private final SSTableJournal journal;
    private final GuardedChanges guarded;
    /** The changes of the transactions that have switched a view. */
    private final Map<LifecycleTransaction, Held> changes = new ConcurrentHashMap<>();
    /** For each cleanup in progress, the ranges that it keeps. */
    private final Map<LifecycleTransaction, Collection<Range<Token>>> kept = new ConcurrentHashMap<>();
    /** For each table, the keys that lose all their tombstones in a compaction at present, whichever compaction it is. */
    private final Map<ColumnFamilyStore, List<DecoratedKey>> losingTombstones = new ConcurrentHashMap<>();

    /**
     * A change of a table that lasts until the end of a transaction.
     *
     * @param end ends it
     * @param keys keys that lose all their tombstones
     */
    private record Held(Runnable end, List<DecoratedKey> keys) {
        Held with(List<DecoratedKey> more) {
            return keys.containsAll(more) ? this : new Held(end, union(keys, more));
        }
    }

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

    /**
     * Records that from now on compactions of a table remove all tombstones of some keys.
     *
     * @param keys the keys in their text form; if one is wrong, Cassandra refuses them all, and compacts nothing
     */
    void forceCompactBegins(ColumnFamilyStore table, String[] keys) {
        List<DecoratedKey> decorated = new ArrayList<>();
        try {
            for (String key : keys) {
                decorated.add(
                        table.decorateKey(table.metadata().partitionKeyType.fromString(key)));
            }
        } catch (RuntimeException e) {
            return;
        }
        losingTombstones.merge(table, decorated, Rewrites::union);
    }

    /**
     * Records that compactions of a table keep tombstones again until gc_grace_seconds has passed. A compaction that had already
     * passed one of the keys, but shows its result for the first time afterwards, is not noticed; those of {@code forcecompact}
     * itself have ended by then.
     */
    void forceCompactEnded(ColumnFamilyStore table) {
        losingTombstones.remove(table);
    }

    /** Begins the table's change, unless the transaction preserves the content or has already begun it. */
    void viewChanges(LifecycleTransaction transaction) {
        ColumnFamilyStore table = transaction.tracker.cfstore;
        List<DecoratedKey> keys = losingTombstones.getOrDefault(table, List.of()).stream()
                .filter(key -> mayContain(transaction, key))
                .toList();
        if (ImageChanges.changesContent(transaction.opType()) || !keys.isEmpty()) {
            changes.compute(
                    transaction, (begun, held) -> held == null ? new Held(guarded.hold(table), keys) : held.with(keys));
        }
    }

    private static boolean mayContain(LifecycleTransaction transaction, DecoratedKey key) {
        return transaction.originals().stream().anyMatch(sstable -> sstable.mayContainAssumingKeyIsInRange(key));
    }

    private static List<DecoratedKey> union(List<DecoratedKey> some, List<DecoratedKey> others) {
        return Stream.concat(some.stream(), others.stream()).distinct().toList();
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
        Held held = changes.get(transaction);
        if (held != null || changesContent(transaction)) {
            Runnable purge = () -> purge(table, transaction, kept.get(transaction), held);
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
        Held held = changes.remove(transaction);
        try {
            if (held != null || dropsTransientRows(transaction)) {
                ColumnFamilyStore table = transaction.tracker.cfstore;
                guarded.begin(table, () -> purge(table, transaction, ranges, held))
                        .run();
            }
        } finally {
            if (held != null) {
                held.end().run();
            }
        }
    }

    private void purge(
            ColumnFamilyStore table,
            LifecycleTransaction transaction,
            @Nullable Collection<Range<Token>> ranges,
            @Nullable Held held) {
        if (held != null) {
            held.keys().forEach(key -> images.drop(table, key));
        }
        if (ranges != null) {
            images.purgeOutside(table, ranges);
        } else if (changesContent(transaction)) {
            images.purge(table, transaction.originals());
            // a scrub may recover keys that could not be read from its damaged originals
            images.purge(table, transaction.current());
        }
    }

    private static boolean changesContent(LifecycleTransaction transaction) {
        return ImageChanges.changesContent(transaction.opType()) || dropsTransientRows(transaction);
    }

    /** Returns whether this is the end of a repair, run as a compaction, that drops data of a transient replica. */
    private static boolean dropsTransientRows(LifecycleTransaction transaction) {
        boolean isTransient = transaction.originals().stream().anyMatch(SSTableReader::isTransient);
        return isTransient && !transaction.current().iterator().hasNext();
    }
}
