package org.ssdtier.ycsb.generator;

import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * A filter of another chooser that leaves out repeated records: each record is chosen once, in the order of its first
 * choice. It fills a cache with the same records as the other chooser, without the requests that would hit the cache.
 *
 * <p>The more records have been chosen, the more draws the next one takes. Where a thousand draws are not enough, the most
 * popular of the remaining records is chosen instead: the last records of a Zipf distribution would take very many.
 */
public final class OnceKeys implements KeyChooser {
    private static final int MOST_DRAWS = 1_000;

    private final KeyChooser keys;
    private final long first;
    private final long count;
    private final AtomicLongArray asked;
    /** Records of lower ranks have been chosen. */
    private final AtomicLong nextRank = new AtomicLong();

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
        this.count = count;
        this.asked = new AtomicLongArray(Math.toIntExact((count + Long.SIZE - 1) / Long.SIZE));
    }

    /**
     * Chooses the next record.
     *
     * @throws IllegalStateException if all have been chosen
     */
    @Override
    public long next(SplittableRandom random) {
        for (int draw = 0; draw < MOST_DRAWS; draw++) {
            long key = keys.next(random);
            if (isFirstChoice(key)) {
                return key;
            }
        }
        for (long rank = nextRank.getAndIncrement(); rank < count; rank = nextRank.getAndIncrement()) {
            long key = keys.ofRank(rank);
            if (isFirstChoice(key)) {
                return key;
            }
        }
        throw new IllegalStateException("records=" + count + ": all have been chosen");
    }

    @Override
    public long ofRank(long rank) {
        return keys.ofRank(rank);
    }

    private boolean isFirstChoice(long key) {
        long index = key - first;
        long bit = 1L << index;
        return (asked.getAndAccumulate((int) (index / Long.SIZE), bit, (word, more) -> word | more) & bit) == 0;
    }
}
