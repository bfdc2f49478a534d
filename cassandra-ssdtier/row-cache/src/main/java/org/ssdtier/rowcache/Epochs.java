package org.ssdtier.rowcache;

import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Counters, one for each stripe of hashes. Every drop and refresh raises the counter of its hash, so a thread that
 * captured the counter before a slow step can detect that the image it holds may be outdated. Another key in the same
 * stripe costs at most a promotion.
 */
final class Epochs {
    private final AtomicIntegerArray counters;
    private final int mask;

    /** Creates {@code stripes} counters, a power of two. */
    Epochs(int stripes) {
        if (Integer.bitCount(stripes) != 1) {
            throw new IllegalArgumentException("stripes=" + stripes + ", allowed: a power of two");
        }
        counters = new AtomicIntegerArray(stripes);
        mask = stripes - 1;
    }

    int get(long hash) {
        return counters.get(stripe(hash));
    }

    /** Raises the counter of a hash and returns the new epoch. */
    int raise(long hash) {
        return counters.incrementAndGet(stripe(hash));
    }

    long sizeBytes() {
        return (long) counters.length() * Integer.BYTES;
    }

    private int stripe(long hash) {
        return (int) (hash >>> 20) & mask;
    }
}
