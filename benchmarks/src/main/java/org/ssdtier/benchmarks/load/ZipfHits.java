package org.ssdtier.benchmarks.load;

import org.ssdtier.ycsb.generator.Zipf;

/**
 * The hit ratio that no cache of a size exceeds under YCSB's {@code zipfian} or {@code latest} without inserts: that of
 * a cache that always holds just the most popular rows.
 *
 * @param rows number of rows of the table
 */
public record ZipfHits(long rows) {
    private static final Zipf ZIPF = new Zipf(Zipf.YCSB_EXPONENT);

    /** Returns the hit ratio of a cache that holds a number of rows, which may be more than the table has. */
    public double of(double cachedRows) {
        return cachedRows < 1 ? 0 : ZIPF.mass(Math.min(rows, Math.round(cachedRows)), rows);
    }
}
