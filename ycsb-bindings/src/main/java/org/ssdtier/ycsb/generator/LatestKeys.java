package org.ssdtier.ycsb.generator;

import java.util.SplittableRandom;
import java.util.function.LongSupplier;

/**
 * YCSB's {@code latest}: the record inserted last is the most popular, the one before it the second, and so on by a
 * Zipf distribution. Updates do not count. Without inserts, the popular records stay the same for the whole run.
 */
public final class LatestKeys implements KeyChooser {
    private final long first;
    private final LongSupplier last;
    private final Zipf zipf;

    /**
     * Creates a chooser among consecutive records.
     *
     * @param first first record
     * @param last supplier of the current last record
     * @param exponent exponent of the Zipf distribution
     */
    public LatestKeys(long first, LongSupplier last, double exponent) {
        this.first = first;
        this.last = last;
        this.zipf = new Zipf(exponent);
    }

    @Override
    public long next(SplittableRandom random) {
        long newest = last.getAsLong();
        return newest - zipf.next(random, newest - first + 1);
    }

    @Override
    public long ofRank(long rank) {
        return last.getAsLong() - rank;
    }
}
