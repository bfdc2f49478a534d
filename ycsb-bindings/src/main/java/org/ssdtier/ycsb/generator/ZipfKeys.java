package org.ssdtier.ycsb.generator;

import java.util.SplittableRandom;

/** A Zipf distribution with the popular records scattered over all records. The set of records is fixed. */
public final class ZipfKeys implements KeyChooser {
    private final long first;
    private final long count;
    private final Zipf zipf;
    private final Permutation permutation;

    /**
     * Creates a chooser among consecutive records.
     *
     * @param first first record
     * @param count number of records, at least 1
     * @param exponent exponent of the Zipf distribution
     * @param seed seed that determines the popular records
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

    @Override
    public long ofRank(long rank) {
        return first + permutation.of(rank);
    }
}
