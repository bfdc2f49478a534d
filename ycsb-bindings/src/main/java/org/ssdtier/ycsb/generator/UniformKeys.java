package org.ssdtier.ycsb.generator;

import java.util.SplittableRandom;
import java.util.function.LongSupplier;

/** Every record is as likely as any other. */
public final class UniformKeys implements KeyChooser {
    private final long first;
    private final LongSupplier last;

    /**
     * Chooses among consecutive records.
     *
     * @param first the first record
     * @param last says which record is the last, when asked
     */
    public UniformKeys(long first, LongSupplier last) {
        this.first = first;
        this.last = last;
    }

    @Override
    public long next(SplittableRandom random) {
        return random.nextLong(first, last.getAsLong() + 1);
    }
}
