package org.ssdtier.rowcache.cassandra;

import java.util.function.LongPredicate;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.memtable.Memtable;
import org.apache.cassandra.db.partitions.PurgeFunction;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.db.transform.Transformation;

/**
 * A purge function for the rows of an image. It removes the content that a compaction of all the SSTables would purge. Every read
 * purges the same from its result; an image also keeps deletions that may still apply to data in a memtable.
 *
 * <p>Expired values become deletions, and deletions are purged after {@code gc_grace_seconds}. If only repaired tombstones may be
 * purged, nothing is purged here: SSTables may be repaired while an image is cached, and only the read has their current state.
 */
final class ImagePurge extends PurgeFunction {
    private final long nowInSeconds;
    private final long gcBefore;
    private final LongPredicate isUnneeded;

    private ImagePurge(long nowInSeconds, long gcBefore, LongPredicate isUnneeded) {
        // strict liveness depends on the whole row, including its part in the memtables
        super(nowInSeconds, gcBefore, Long.MAX_VALUE, false, false);
        this.nowInSeconds = nowInSeconds;
        this.gcBefore = gcBefore;
        this.isUnneeded = isUnneeded;
    }

    /** Returns the purge function for a time and for the memtables that are read together with the image. */
    static ImagePurge of(ColumnFamilyStore table, Iterable<Memtable> memtables, long nowInSeconds) {
        long gcBefore = table.gcBefore(nowInSeconds);
        if (!isPossible(table)) {
            return new ImagePurge(nowInSeconds, gcBefore, timestamp -> false);
        }
        long oldest = Long.MAX_VALUE;
        for (Memtable memtable : memtables) {
            long minimum = memtable.getMinTimestamp();
            oldest = Math.min(oldest, minimum == Memtable.NO_MIN_TIMESTAMP ? Long.MAX_VALUE : minimum);
        }
        long oldestTimestamp = oldest;
        return new ImagePurge(nowInSeconds, gcBefore, timestamp -> timestamp < oldestTimestamp);
    }

    /**
     * Returns whether content of the table's images may ever be purged. Not that of counters: a deleted counter stays deleted for
     * increments with newer timestamps, too, until its deletion is purged from the SSTables.
     */
    static boolean isPossible(ColumnFamilyStore table) {
        return !table.metadata().isCounter()
                && !table.getNeverPurgeTombstones()
                && !table.getCompactionStrategyManager().onlyPurgeRepairedTombstones();
    }

    /** Returns whether more than half of an image's rows can be purged. */
    static boolean isMostlyDead(ImageRead read, Iterable<Row> image) {
        long nowInSeconds = read.nowInSeconds();
        int rows = 0;
        int withDeletions = 0;
        for (Row row : image) {
            rows++;
            withDeletions += row.hasDeletion(nowInSeconds) ? 1 : 0;
        }
        // most images have no deletions: a hit pays only for the loop above
        if (2 * withDeletions <= rows) {
            return false;
        }
        ImagePurge purge = of(read.table(), read.view().getAllMemtables(), nowInSeconds);
        int dead = 0;
        for (Row row : image) {
            dead += purge.applyToRow(row) == null ? 1 : 0;
        }
        return 2 * dead > rows;
    }

    /**
     * Returns whether this function would purge a deletion that may apply to other content.
     *
     * @param rows rows with deletions, which are read to their end
     * @param minTimestamp the smallest timestamp of the other content
     */
    boolean wouldPurgeWhatAppliesTo(UnfilteredRowIterator rows, long minTimestamp) {
        boolean[] isNeeded = {false};
        ImagePurge probe = new ImagePurge(nowInSeconds, gcBefore, timestamp -> {
            isNeeded[0] |= timestamp >= minTimestamp && isUnneeded.test(timestamp);
            return false;
        });
        try (UnfilteredRowIterator probed = probe.of(rows)) {
            while (!isNeeded[0] && probed.hasNext()) {
                probed.next();
            }
        }
        return isNeeded[0];
    }

    UnfilteredRowIterator of(UnfilteredRowIterator rows) {
        return Transformation.apply(rows, this);
    }

    @Override
    protected LongPredicate getPurgeEvaluator() {
        return isUnneeded;
    }

    /** Keeps a static row that would become empty: a replica's digest distinguishes an empty static row from none. */
    @Override
    protected Row applyToStatic(Row row) {
        Row purged = super.applyToStatic(row);
        return purged == null ? row : purged;
    }
}
