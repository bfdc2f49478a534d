package org.ssdtier.rowcache.cassandra;

import java.util.function.LongPredicate;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.memtable.Memtable;
import org.apache.cassandra.db.partitions.PurgeFunction;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.db.transform.Transformation;

/**
 * What an image leaves out of the SSTables' content: what a compaction of all of it would purge. That is what every read
 * purges from its result, but for deletions that something in a memtable still needs.
 *
 * <p>Values that have expired become deletions, and deletions go after {@code gc_grace_seconds}. Where only what is repaired may
 * be purged, none goes: SSTables may be repaired while an image lives, and it is the read that knows.
 */
final class ImagePurge extends PurgeFunction {
    private final LongPredicate isUnneeded;

    private ImagePurge(ColumnFamilyStore table, long nowInSeconds, LongPredicate isUnneeded) {
        // strict liveness is a matter of whole rows, memtables' part included
        super(nowInSeconds, table.gcBefore(nowInSeconds), Long.MAX_VALUE, false, false);
        this.isUnneeded = isUnneeded;
    }

    /** What may go at this time, with these memtables beside the image. */
    static ImagePurge of(ColumnFamilyStore table, Iterable<Memtable> memtables, long nowInSeconds) {
        if (!isPossible(table)) {
            return new ImagePurge(table, nowInSeconds, timestamp -> false);
        }
        long oldest = Long.MAX_VALUE;
        for (Memtable memtable : memtables) {
            long minimum = memtable.getMinTimestamp();
            oldest = Math.min(oldest, minimum == Memtable.NO_MIN_TIMESTAMP ? Long.MAX_VALUE : minimum);
        }
        long oldestTimestamp = oldest;
        return new ImagePurge(table, nowInSeconds, timestamp -> timestamp < oldestTimestamp);
    }

    /** Returns whether anything of a table's images may be purged, ever. */
    static boolean isPossible(ColumnFamilyStore table) {
        return !table.getNeverPurgeTombstones()
                && !table.getCompactionStrategyManager().onlyPurgeRepairedTombstones();
    }

    /** Returns whether more than half of an image's rows need not be there any more. */
    static boolean isMostlyDead(ImageRead read, Iterable<Row> image) {
        long nowInSeconds = read.nowInSeconds();
        int rows = 0;
        int withDeletions = 0;
        for (Row row : image) {
            rows++;
            withDeletions += row.hasDeletion(nowInSeconds) ? 1 : 0;
        }
        // most images have no deletion at all: that is all a hit pays
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

    UnfilteredRowIterator of(UnfilteredRowIterator rows) {
        return Transformation.apply(rows, this);
    }

    @Override
    protected LongPredicate getPurgeEvaluator() {
        return isUnneeded;
    }

    /** A static row stays if nothing of it would be left: a replica's digest tells an empty one from none. */
    @Override
    protected Row applyToStatic(Row row) {
        Row purged = super.applyToStatic(row);
        return purged == null ? row : purged;
    }
}
