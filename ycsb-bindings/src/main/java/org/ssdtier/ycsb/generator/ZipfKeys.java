package org.ssdtier.ycsb.generator;

import java.util.SplittableRandom;

/** Zipf-distributed popularity, the popular records scattered over all records. The set of records is fixed. */
public final class ZipfKeys implements KeyChooser {
    private final long first;
    private final long count;
    private final Zipf zipf;
    private final Permutation permutation;

    /**
     * Chooses among consecutive records.
     *
     * @param first the first record
     * @param count their number, at least 1
     * @param exponent of the Zipf distribution
     * @param seed decides which records are popular
     */
    public ZipfKeys(long first, long count, double exponent, long seed) {
        this.first = first;
        this.count = count;
        this.zipf = new Zipf(exponent);
        this.permutation = new Permutation(count, seed);
    }

    @Override
    public long next(SplittableRandom random) {
        return first + permutation.of(zipf.next(random, count));
    }
}
