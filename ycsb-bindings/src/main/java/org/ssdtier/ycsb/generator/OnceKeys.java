package org.ssdtier.ycsb.generator;

import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The records that another choice asks for, in the order in which it first does: what would be a repeated request is left out. It
 * fills a cache with what that choice would have filled it with, without the requests that find their record there already.
 *
 * <p>The more records have been asked for, the more draws the next one takes; the last ones of a Zipf distribution take very many.
 */
public final class OnceKeys implements KeyChooser {
    private final KeyChooser keys;
    private final long first;
    private final AtomicLongArray asked;

    /**
     * Asks for each record once.
     *
     * @param keys the choice; does not follow inserts
     * @param first the first record
     * @param count of the records, up to 2<sup>36</sup>
     */
    public OnceKeys(KeyChooser keys, long first, long count) {
        this.keys = keys;
        this.first = first;
        this.asked = new AtomicLongArray(Math.toIntExact((count + Long.SIZE - 1) / Long.SIZE));
    }

    @Override
    public long next(SplittableRandom random) {
        while (true) {
            long key = keys.next(random);
            long index = key - first;
            long bit = 1L << index;
            if ((asked.getAndAccumulate((int) (index / Long.SIZE), bit, (word, more) -> word | more) & bit) == 0) {
                return key;
            }
        }
    }
}
