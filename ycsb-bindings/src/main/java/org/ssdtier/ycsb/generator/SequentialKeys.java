package org.ssdtier.ycsb.generator;

import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** Every record in turn, over all threads together, again and again: a traversal. */
public final class SequentialKeys implements KeyChooser {
    private final long first;
    private final LongSupplier last;
    private final AtomicLong count = new AtomicLong();

    /**
     * Traverses consecutive records.
     *
     * @param first the first record
     * @param last says which record is the last, when asked
     */
    public SequentialKeys(long first, LongSupplier last) {
        this.first = first;
        this.last = last;
    }

    @Override
    public long next(SplittableRandom random) {
        return first + count.getAndIncrement() % (last.getAsLong() - first + 1);
    }
}
