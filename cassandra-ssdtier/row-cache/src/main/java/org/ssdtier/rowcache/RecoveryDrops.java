package org.ssdtier.rowcache;

import org.jspecify.annotations.Nullable;
import org.ssdtier.rowcache.index.LocationIndex;
import org.ssdtier.rowcache.index.TouchedHashes;

/**
 * The hashes of the keys dropped while the index is being loaded. The load could restore their entries, so they are
 * dropped again after the load and before the first look-up in the index. The larger an index, the longer its load, and
 * the more hashes are kept, outside the heap; beyond them the load counts as failed. Thread-safe.
 */
final class RecoveryDrops {
    private static final long LEAST_HASHES = 1 << 20;
    /** The memory of a hash while their table grows. */
    private static final long BYTES_PER_HASH = 64;

    private static final int DROPPED = 1;

    /** The hashes; null once the load has failed. */
    private @Nullable TouchedHashes hashes;

    private boolean finished;

    /**
     * Begins to record.
     *
     * @param indexBytes memory of the index; the hashes take at most as much, or 64 MiB if that is more
     */
    RecoveryDrops(long indexBytes) {
        hashes = new TouchedHashes(
                (int) Math.min(TouchedHashes.MAX_HASHES, Math.max(LEAST_HASHES, indexBytes / BYTES_PER_HASH)));
    }

    /** Records a drop, unless the load has ended: then dropping from the index is enough. */
    synchronized void note(long hash) {
        TouchedHashes noted = hashes;
        if (finished || noted == null) {
            return;
        }
        try {
            if (noted.add(hash, DROPPED)) {
                return;
            }
        } catch (OutOfMemoryError full) {
            // as if there were too many
        }
        abandon();
    }

    /** Marks the load as failed, because everything was dropped, or too much. */
    synchronized void abandon() {
        hashes = null;
    }

    /**
     * Ends recording and drops the recorded hashes from the index. Returns false if there were too many or all was
     * dropped.
     */
    boolean finish(LocationIndex index) {
        TouchedHashes noted;
        synchronized (this) {
            finished = true;
            noted = hashes;
            hashes = null;
        }
        // a drop from now on finds the index loaded, and removes its entry itself
        if (noted != null) {
            noted.forEach(hash -> index.remove(hash, entry -> {}));
        }
        return noted != null;
    }
}
