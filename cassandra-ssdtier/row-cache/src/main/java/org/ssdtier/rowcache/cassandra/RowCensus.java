package org.ssdtier.rowcache.cassandra;

import org.apache.cassandra.db.rows.Cell;
import org.apache.cassandra.db.rows.ColumnData;
import org.apache.cassandra.db.rows.ComplexColumnData;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.schema.TableMetadata;

/**
 * A collector of the {@link ImageFacts} of an image while it is encoded: the number of rows, and how long they stay live.
 *
 * <p>A row can be purged when nothing of it is live and its deletions are older than {@code gc_grace_seconds}. The time from which
 * more than half of the rows can be purged is estimated as the median of an evenly spaced sample; it only determines whether a hit
 * examines the rows.
 */
final class RowCensus {
    private static final long NEVER = Long.MAX_VALUE;

    private final boolean strictLiveness;
    private final long graceSeconds;
    private final LongSample purgeable = new LongSample();
    private int rows;
    private int liveRows;
    private long liveUntil = NEVER;

    RowCensus(TableMetadata table) {
        this.strictLiveness = table.enforceStrictLiveness();
        this.graceSeconds = table.params.gcGraceSeconds;
    }

    void add(Row row, boolean isLive) {
        rows++;
        liveRows += isLive ? 1 : 0;
        long keyExpiry = expiryOfKey(row);
        if (keyExpiry == NEVER) {
            return; // most rows: live until they are deleted
        }
        long expiry = expiry(row, keyExpiry);
        if (isLive) {
            liveUntil = Math.min(liveUntil, strictLiveness ? keyExpiry : expiry);
        }
        if (expiry != NEVER) {
            purgeable.add(Math.max(expiry, lastDeletion(row) + graceSeconds + 1));
        }
    }

    ImageFacts facts() {
        // in ascending order, rows that can never be purged come last
        int moreThanHalf = rows / 2 + 1;
        return new ImageFacts(rows, liveRows, liveUntil, purgeable.ofRank(moreThanHalf, NEVER));
    }

    /** Returns the time at which the row's primary key liveness expires; 0 if it has none. */
    private static long expiryOfKey(Row row) {
        if (row.primaryKeyLivenessInfo().isEmpty()) {
            return 0;
        }
        return row.primaryKeyLivenessInfo().isExpiring()
                ? row.primaryKeyLivenessInfo().localExpirationTime()
                : NEVER;
    }

    /** Returns the time at which the last cell of the row, or its key, expires. */
    private static long expiry(Row row, long keyExpiry) {
        long expiry = keyExpiry;
        for (Cell<?> cell : row.cells()) {
            if (!cell.isTombstone()) {
                if (!cell.isExpiring()) {
                    return NEVER;
                }
                expiry = Math.max(expiry, cell.localDeletionTime());
            }
        }
        return expiry;
    }

    /** Returns the time of the row's last deletion; an expired cell counts as a deletion at the time it was written. */
    private static long lastDeletion(Row row) {
        long last = row.deletion().isLive() ? 0 : row.deletion().time().localDeletionTime();
        for (ColumnData column : row) {
            if (column instanceof ComplexColumnData complex
                    && !complex.complexDeletion().isLive()) {
                last = Math.max(last, complex.complexDeletion().localDeletionTime());
            }
        }
        for (Cell<?> cell : row.cells()) {
            last = Math.max(last, cell.localDeletionTime() - (cell.isTombstone() ? 0 : cell.ttl()));
        }
        return last;
    }
}
