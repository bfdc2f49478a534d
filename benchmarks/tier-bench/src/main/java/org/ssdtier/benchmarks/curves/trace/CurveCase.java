package org.ssdtier.benchmarks.curves.trace;

import org.ssdtier.rowcache.admission.Admission;

/**
 * The parameters of one simulation.
 *
 * @param rows number of rows of the table
 * @param memoryRows capacity of the memory tier in rows
 * @param ssdRows capacity of the SSD tier in rows; 0 for no SSD tier
 * @param writeShare fraction of writes among the measured requests, 0 to 1
 * @param isInvalidating whether a write drops the row from the cache ({@code write_policy: invalidate}); otherwise a
 *     flush merges it into the image
 * @param admission which evicted images are written to the SSD
 * @param reinsertedShare maximum fraction of copies by reclaim in all bytes written
 * @param measuredRequests number of requests after the warm-up
 * @param shiftRequests number of these requests after which other rows become popular, again and again; 0 for never
 * @param imageBytes size of an image
 * @param seed seed of the requests
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
        long shiftRequests,
        int imageBytes,
        long seed) {
    private static final double WARM_UP_WRITE_SHARE = 0.01;
    private static final int FLUSHES_PER_TABLE = 20;

    /** Returns the capacity of both tiers in rows. */
    long cachedRows() {
        return memoryRows + ssdRows;
    }

    /** Returns the fraction of writes in the warm-up; at most 1 %, as in the paper. */
    double warmUpWriteShare() {
        return Math.min(writeShare, WARM_UP_WRITE_SHARE);
    }

    /** Returns the maximum number of warm-up requests. */
    long warmUpRequests() {
        return 4 * rows;
    }

    /** Returns the number of writes after which a memtable is flushed. */
    long writesPerFlush() {
        return Math.max(1, rows / FLUSHES_PER_TABLE);
    }
}
