package org.ssdtier.rowcache;

import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * A counter for each stripe of hashes: raised by every drop and refresh, so that whoever captured it before a slow step can see
 * that the image it holds may be outdated. A stranger in the same stripe costs a promotion, no more.
 */
final class Epochs {
    private final AtomicIntegerArray counters;
    private final int mask;

    /** Makes {@code stripes} counters, a power of two. */
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

    /** Returns the new epoch. */
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
