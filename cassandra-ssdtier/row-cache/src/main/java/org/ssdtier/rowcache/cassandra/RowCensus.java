package org.ssdtier.rowcache.cassandra;

import org.apache.cassandra.db.rows.Cell;
import org.apache.cassandra.db.rows.ColumnData;
import org.apache.cassandra.db.rows.ComplexColumnData;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.schema.TableMetadata;

/**
 * The rows of an image that is being made, counted and asked how long they last: what becomes its {@link ImageFacts}.
 *
 * <p>A row can be purged when nothing of it is alive and its deletions are older than {@code gc_grace_seconds}. When half of the
 * rows can be, is the median of an evenly spaced sample: it only decides whether a hit looks closer.
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
            return; // most rows: alive until something deletes them
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
        // of all rows, those that can never be purged come last
        int moreThanHalf = rows / 2 + 1;
        return new ImageFacts(rows, liveRows, liveUntil, purgeable.ofRank(moreThanHalf, NEVER));
    }

    /** Returns when the row's key expires: 0 if it has no liveness of its own. */
    private static long expiryOfKey(Row row) {
        if (row.primaryKeyLivenessInfo().isEmpty()) {
            return 0;
        }
        return row.primaryKeyLivenessInfo().isExpiring()
                ? row.primaryKeyLivenessInfo().localExpirationTime()
                : NEVER;
    }

    /** Returns when the last of the row expires. */
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

    /** Returns the time of the row's last deletion; what has expired is a deletion of the time it was written. */
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
