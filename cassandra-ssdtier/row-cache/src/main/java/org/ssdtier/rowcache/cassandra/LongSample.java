package org.ssdtier.rowcache.cassandra;

import java.util.Arrays;

/** An evenly spaced sample of numbers, bounded however many come. */
final class LongSample {
    private static final int MAX_KEPT = 512;
    private static final long[] NONE = {};

    private long[] kept = NONE;
    private int keptCount;
    private int keptOneIn = 1;
    private int count;

    void add(long value) {
        if (count++ % keptOneIn != 0) {
            return;
        }
        if (keptCount == MAX_KEPT) {
            for (int i = 0; i < MAX_KEPT / 2; i++) {
                kept[i] = kept[2 * i];
            }
            keptCount = MAX_KEPT / 2;
            keptOneIn *= 2;
        }
        if (keptCount == kept.length) {
            kept = Arrays.copyOf(kept, Math.max(16, 2 * keptCount));
        }
        kept[keptCount++] = value;
    }

    /**
     * Returns about the number that has this rank among all, in ascending order.
     *
     * @param rank from 1 on
     * @param other the result where the rank is higher than there are numbers
     */
    long ofRank(int rank, long other) {
        if (rank > count) {
            return other;
        }
        long[] sorted = Arrays.copyOf(kept, keptCount);
        Arrays.sort(sorted);
        return sorted[(int) ((rank - 1L) * keptCount / count)];
    }
}
