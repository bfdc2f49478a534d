package org.ssdtier.rowcache;

import org.ssdtier.rowcache.index.TouchedHashes;

/** The bounds of a journal and of what is written to the log between two checkpoints, all in bytes. */
final class JournalBounds {
    private static final int LEAST_SEGMENTS = 8;
    private static final int LOG_BYTES_TO_INDEX_BYTES = 8;
    private static final long LEAST_JOURNAL_BYTES = 8 << 20;
    private static final int INDEX_BYTES_TO_JOURNAL_BYTES = 16;
    /** The factor by which a journal may exceed its intended length before it is given up. */
    private static final int LONGEST = 4;
    /** The hashes of as many keys as a start can hold. */
    private static final long MOST_HASH_BYTES = (long) TouchedHashes.MAX_HASHES * Long.BYTES;

    private final long indexBytes;
    private final long segmentBytes;

    JournalBounds(long indexBytes, long segmentBytes) {
        this.indexBytes = indexBytes;
        this.segmentBytes = segmentBytes;
    }

    /** Returns the bytes written to the log after which a checkpoint is due. */
    long written() {
        return Math.max(LOG_BYTES_TO_INDEX_BYTES * indexBytes, LEAST_SEGMENTS * segmentBytes);
    }

    /** Returns the length of a journal at which a checkpoint is due; half of what can be read at most. */
    long journal() {
        return Math.max(LEAST_JOURNAL_BYTES, Math.min(MOST_HASH_BYTES / 2, indexBytes / INDEX_BYTES_TO_JOURNAL_BYTES));
    }

    /** Returns the length at which a journal is given up; its keys can still be read. */
    long longestJournal() {
        return Math.min(MOST_HASH_BYTES, LONGEST * journal());
    }

    /**
     * Returns the largest number of keys that a journal may name when it is read: as many as its length allows in one
     * life of the cache. While a start fills the index, they use at most twice the memory of a large index.
     */
    int maxTouched() {
        return (int) (longestJournal() / Long.BYTES);
    }
}
