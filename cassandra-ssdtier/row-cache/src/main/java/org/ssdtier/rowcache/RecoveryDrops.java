package org.ssdtier.rowcache;

import java.util.Arrays;

/**
 * The keys dropped while the index is being loaded: the load could bring their entries back, so they are dropped again when it
 * is done and before anybody may look into the index. Beyond the bound the load counts as failed. Thread-safe.
 */
final class RecoveryDrops {
    private static final int MAX_HASHES = 1 << 20;
    private static final int FIRST_HASHES = 1 << 10;

    private long[] hashes = new long[FIRST_HASHES];
    private int count;
    private boolean overflowed;
    private boolean finished;

    /** Notes a drop, unless the load is over: then the index itself is the place to drop from. */
    synchronized void note(long hash) {
        if (finished || overflowed) {
            return;
        }
        if (count == MAX_HASHES) {
            overflowed = true;
            return;
        }
        if (count == hashes.length) {
            hashes = Arrays.copyOf(hashes, 2 * count);
        }
        hashes[count++] = hash;
    }

    /** Lets the load count as failed: everything was dropped. */
    synchronized void abandon() {
        overflowed = true;
    }

    /** Drops what was noted from the index and ends the noting. Returns false when there were too many. */
    synchronized boolean finish(LocationIndex index) {
        finished = true;
        for (int i = 0; i < count; i++) {
            index.remove(hashes[i], slot -> {});
        }
        return !overflowed;
    }
}
