package org.ssdtier.benchmarks.curves.trace;

import org.ssdtier.rowcache.Admission;

/**
 * One simulation.
 *
 * @param rows rows of the table
 * @param memoryRows rows that the memory tier holds
 * @param ssdRows rows that the SSD tier holds; 0 for no SSD tier
 * @param writeShare share of the measured requests that are writes, 0 to 1
 * @param isInvalidating whether a write takes the row out of the cache ({@code write_policy: invalidate}); else a flush merges
 *     it into the image
 * @param admission which evicted images are written to the SSD
 * @param reinsertedShare the most that copies by reclaim take of all that is written
 * @param measuredRequests requests after the warm-up
 * @param imageBytes bytes of an image
 * @param seed of the requests
 */
record CurveCase(
        long rows,
        long memoryRows,
        long ssdRows,
        double writeShare,
        boolean isInvalidating,
        Admission admission,
        double reinsertedShare,
        long measuredRequests,
        int imageBytes,
        long seed) {
    private static final double WARM_UP_WRITE_SHARE = 0.01;
    private static final int FLUSHES_A_TABLE = 20;

    /** Rows that both tiers hold. */
    long cachedRows() {
        return memoryRows + ssdRows;
    }

    /** The paper's warm-up: 99 % reads. */
    double warmUpWriteShare() {
        return Math.min(writeShare, WARM_UP_WRITE_SHARE);
    }

    /** Warming up ends after so many requests at the latest. */
    long warmUpRequests() {
        return 4 * rows;
    }

    /** A memtable is flushed after so many writes. */
    long writesAFlush() {
        return Math.max(1, rows / FLUSHES_A_TABLE);
    }
}
