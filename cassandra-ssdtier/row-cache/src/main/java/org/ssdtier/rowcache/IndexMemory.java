package org.ssdtier.rowcache;

/**
 * How the index's bound is shared out: a sixteenth for the ghost filter, a ninety-sixth at most for the epochs, a 512th each for
 * the marks of keys that are too large and for the keys that were seen to have nothing on disk, the rest for slots.
 *
 * @param slotBytes bytes of the slots
 * @param epochStripes number of epochs, up to 2^20
 * @param ghostWords number of words of the ghost filter: it remembers four rows for ten slots
 * @param markWords number of marks of keys that are too large
 * @param emptyWords number of words of the filter of keys without anything on disk
 */
record IndexMemory(long slotBytes, int epochStripes, int ghostWords, int markWords, int emptyWords) {
    /** Words of either kind for a cache without an index. */
    static final int DEFAULT_MARK_WORDS = 1 << 14;

    private static final int MAX_EPOCH_STRIPES = 1 << 20;
    private static final int MAX_GHOST_WORDS = 1 << 28;
    private static final int EPOCH_SHARE = 96;
    private static final int GHOST_SHARE = 16;
    private static final int MARK_SHARE = 512;

    static IndexMemory of(long indexBytes) {
        int stripes = (int) Math.min(MAX_EPOCH_STRIPES, Long.highestOneBit(indexBytes / EPOCH_SHARE / Integer.BYTES));
        int words = (int) Math.min(MAX_GHOST_WORDS, indexBytes / GHOST_SHARE / Long.BYTES);
        int marks = (int) Math.min(MAX_GHOST_WORDS, indexBytes / MARK_SHARE / Long.BYTES);
        long rest = indexBytes - (long) stripes * Integer.BYTES - (words + 2L * marks) * Long.BYTES;
        return new IndexMemory(rest - LocationIndex.BUCKET_BYTES, stripes, words, marks, marks);
    }

    /** Returns the bytes of what lies beside index, epochs and ghost filter. */
    long markBytes() {
        return ((long) markWords + emptyWords) * Long.BYTES;
    }
}
