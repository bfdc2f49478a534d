package org.ssdtier.rowcache;

import java.util.Arrays;
import org.ssdtier.rowcache.index.LocationIndex;

/**
 * The hashes of the keys dropped while the index is being loaded. The load could restore their entries, so they are
 * dropped again after the load and before the first look-up in the index. Beyond 2<sup>20</sup> hashes the load counts
 * as failed. Thread-safe.
 */
final class RecoveryDrops {
    private static final int MAX_HASHES = 1 << 20;
    private static final int FIRST_HASHES = 1 << 10;

    private long[] hashes = new long[FIRST_HASHES];
    private int count;
    private boolean overflowed;
    private boolean finished;

    /** Records a drop, unless the load has ended: then dropping from the index is enough. */
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
        assert count < MAX_HASHES : "hashes=" + count;
        hashes[count++] = hash;
    }

    /** Marks the load as failed, because everything was dropped. */
    synchronized void abandon() {
        overflowed = true;
    }

    /**
     * Drops the recorded hashes from the index and ends recording. Returns false if there were too many or all was
     * dropped.
     */
    synchronized boolean finish(LocationIndex index) {
        finished = true;
        for (int i = 0; i < count; i++) {
            index.remove(hashes[i], entry -> {});
        }
        return !overflowed;
    }
}
