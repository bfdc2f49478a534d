package org.ssdtier.rowcache.admission;

import org.ssdtier.rowcache.index.OffHeapWords;

/**
 * An off-heap filter of recently added hashes: a ghost list as in 2Q (Johnson and Shasha, 1994) that keeps only
 * fingerprints. A word holds six fingerprints of 10 bits, first in, first out, so the filter ages by itself. The
 * probability of a false positive is 6 / 1,024.
 */
public final class GhostFilter {
    private static final int LANES = 6;
    private static final int LANE_BITS = 10;
    private static final long LANE_MASK = (1 << LANE_BITS) - 1;
    private static final long WORD_MASK = (1L << (LANES * LANE_BITS)) - 1;

    private final OffHeapWords words;

    /** Creates a filter of {@code words} words, at least one. */
    public GhostFilter(int words) {
        this.words = new OffHeapWords(words);
    }

    /**
     * Tests a hash and toggles it: if the filter contains the hash, removes it; otherwise adds it in place of the
     * oldest fingerprint of its word.
     *
     * @return whether the filter contained the hash
     */
    public boolean recordSighting(long hash) {
        int at = wordOf(hash);
        long fingerprint = fingerprint(hash);
        while (true) {
            long word = words.get(at);
            int lane = laneOf(word, fingerprint);
            long next = lane < LANES ? without(word, lane) : with(word, fingerprint);
            if (words.compareAndSet(at, word, next)) {
                return lane < LANES;
            }
        }
    }

    /** Adds the hash, unless the filter contains it, so that {@link #recordSighting} finds it the next time. */
    void remember(long hash) {
        int at = wordOf(hash);
        long fingerprint = fingerprint(hash);
        long word = words.get(at);
        while (laneOf(word, fingerprint) == LANES && !words.compareAndSet(at, word, with(word, fingerprint))) {
            word = words.get(at);
        }
    }

    /** Removes all hashes. One that is added meanwhile may stay. */
    void clear() {
        for (int at = 0; at < words.length(); at++) {
            words.set(at, 0);
        }
    }

    long sizeBytes() {
        return words.sizeBytes();
    }

    private int wordOf(long hash) {
        return (int) (((hash >>> 16 & 0xffffffffL) * words.length()) >>> 32);
    }

    private static long fingerprint(long hash) {
        return Math.max(1, hash >>> (Long.SIZE - LANE_BITS));
    }

    private static int laneOf(long word, long fingerprint) {
        int lane = 0;
        while (lane < LANES && ((word >>> (lane * LANE_BITS)) & LANE_MASK) != fingerprint) {
            lane++;
        }
        return lane;
    }

    private static long with(long word, long fingerprint) {
        assert fingerprint > 0 && fingerprint <= LANE_MASK : "fingerprint=" + fingerprint;
        return ((word << LANE_BITS) | fingerprint) & WORD_MASK;
    }

    private static long without(long word, int lane) {
        assert lane >= 0 && lane < LANES : "lane=" + lane;
        return word & ~(LANE_MASK << (lane * LANE_BITS));
    }
}
