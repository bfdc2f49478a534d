package org.ssdtier.rowcache;

import java.util.concurrent.atomic.AtomicLongArray;

/** Remembers the hashes of keys whose images are too large to be cached; bounded, a newer one may take an older one's place. */
final class TooLargeKeys {
    private static final int SLOTS = 1 << 14;

    private final AtomicLongArray hashes = new AtomicLongArray(SLOTS);

    boolean contains(long hash) {
        return hashes.get(slot(hash)) == hash;
    }

    void add(long hash) {
        hashes.set(slot(hash), hash);
    }

    private static int slot(long hash) {
        return (int) (hash >>> 32) & (SLOTS - 1);
    }
}
