package org.ssdtier.benchmarks.curves.trace;

import org.ssdtier.ycsb.generator.Zipf;

/**
 * The analytical hit ratio of a cache that permanently holds the most popular rows, where the popularity of every row
 * is known and never changes.
 */
final class Ideal {
    private final Zipf zipf = new Zipf(Zipf.YCSB_EXPONENT);
    private final long rows;

    /** Creates an instance for a table with a number of rows. */
    Ideal(long rows) {
        this.rows = rows;
    }

    /** Returns the fraction of the reads that are for the {@code cachedRows} most popular rows. */
    double ratio(long cachedRows) {
        return zipf.mass(cachedRows, rows);
    }

    /**
     * Returns the hit ratio if a write drops the row from the cache: a read hits if the previous request for that row
     * was a read, which has a probability of {@code 1 - writeShare}.
     */
    double ratio(long cachedRows, double writeShare) {
        return ratio(cachedRows) * (1 - writeShare);
    }
}
