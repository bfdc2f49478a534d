package org.ssdtier.ycsb.generator;

import java.util.SplittableRandom;
import java.util.function.LongSupplier;

/** A uniform distribution: all records are equally likely. */
public final class UniformKeys implements KeyChooser {
    private final long first;
    private final LongSupplier last;

    /**
     * Creates a chooser among consecutive records.
     *
     * @param first first record
     * @param last supplier of the current last record
     */
    public UniformKeys(long first, LongSupplier last) {
        this.first = first;
        this.last = last;
    }

    @Override
    public long next(SplittableRandom random) {
        return random.nextLong(first, last.getAsLong() + 1);
    }

    @Override
    public long ofRank(long rank) {
        return first + rank;
    }
}
