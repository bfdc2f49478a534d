package org.ssdtier.rowcache.cassandra;

import java.util.Arrays;

/** An evenly spaced sample of a sequence of numbers, of bounded size. */
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
     * Returns approximately the number with this rank among all numbers in ascending order.
     *
     * @param rank the rank, from 1
     * @param other the result if the rank exceeds the count of numbers
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
