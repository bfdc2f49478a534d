package org.ssdtier.ycsb.generator;

import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * A filter of another chooser that leaves out repeated records: each record is chosen once, in the order of its first
 * choice. It fills a cache with the same records as the other chooser, without the requests that would hit the cache.
 *
 * <p>The more records have been chosen, the more draws the next one takes. The last records of a Zipf distribution take
 * very many.
 */
public final class OnceKeys implements KeyChooser {
    private final KeyChooser keys;
    private final long first;
    private final AtomicLongArray asked;

    /**
     * Creates a chooser that returns each record once.
     *
     * @param keys the other chooser; must not follow inserts
     * @param first first record
     * @param count number of records, up to 2<sup>36</sup>
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
