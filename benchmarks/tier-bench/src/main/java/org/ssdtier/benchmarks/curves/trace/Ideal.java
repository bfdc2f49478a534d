package org.ssdtier.benchmarks.curves.trace;

import org.ssdtier.ycsb.generator.Zipf;

/**
 * What the arithmetic says a cache can reach, when the popularity of every row is known and never changes: it holds the most
 * popular rows for ever.
 */
final class Ideal {
    private final Zipf zipf = new Zipf(Zipf.YCSB_EXPONENT);
    private final long rows;

    /** For a table of so many rows. */
    Ideal(long rows) {
        this.rows = rows;
    }

    /** The share of the reads that are for the {@code cachedRows} most popular rows. */
    double ratio(long cachedRows) {
        return zipf.mass(cachedRows, rows);
    }

    /**
     * The same when a write takes the row out of the cache: a read hits if the request for that row before it was a read, which
     * is so with a probability of {@code 1 - writeShare}.
     */
    double ratio(long cachedRows, double writeShare) {
        return ratio(cachedRows) * (1 - writeShare);
    }
}
