package org.ssdtier.ycsb.generator;

import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** A repeated traversal of all records in order; all threads share one position. */
public final class SequentialKeys implements KeyChooser {
    private final long first;
    private final LongSupplier last;
    private final AtomicLong count = new AtomicLong();

    /**
     * Creates a traversal of consecutive records.
     *
     * @param first first record
     * @param last supplier of the current last record
     */
    public SequentialKeys(long first, LongSupplier last) {
        this.first = first;
        this.last = last;
    }

    @Override
    public long next(SplittableRandom random) {
        return first + count.getAndIncrement() % (last.getAsLong() - first + 1);
    }

    @Override
    public long ofRank(long rank) {
        return first + rank;
    }
}
