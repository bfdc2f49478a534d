package org.ssdtier.rowcache;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Remembers the hashes it was last asked about, by their fingerprints: four of 16 bits in a word, first in, first out. So it
 * ages by itself. A stranger is taken for a known one with a probability of 4 / 65,536.
 */
final class GhostFilter {
    private static final int LANES = 4;
    private static final int LANE_BITS = 16;
    private static final long LANE_MASK = 0xffff;

    private final AtomicLongArray words;
    private final int mask;

    /** Makes a filter of {@code words} words, a power of two. */
    GhostFilter(int words) {
        if (Integer.bitCount(words) != 1) {
            throw new IllegalArgumentException("words=" + words + ", allowed: a power of two");
        }
        this.words = new AtomicLongArray(words);
        this.mask = words - 1;
    }

    /** Returns whether the hash is remembered, and forgets it; else remembers it in place of the oldest of its word. */
    boolean sighted(long hash) {
        int at = (int) (hash >>> 16) & mask;
        long fingerprint = Math.max(1, hash >>> 48);
        while (true) {
            long word = words.get(at);
            int lane = laneOf(word, fingerprint);
            long next = lane < LANES ? without(word, lane) : (word << LANE_BITS) | fingerprint;
            if (words.compareAndSet(at, word, next)) {
                return lane < LANES;
            }
        }
    }

    long sizeBytes() {
        return (long) words.length() * Long.BYTES;
    }

    private static int laneOf(long word, long fingerprint) {
        int lane = 0;
        while (lane < LANES && ((word >>> (lane * LANE_BITS)) & LANE_MASK) != fingerprint) {
            lane++;
        }
        return lane;
    }

    private static long without(long word, int lane) {
        return word & ~(LANE_MASK << (lane * LANE_BITS));
    }
}
