package org.ssdtier.rowcache;

/**
 * How the index's bound is shared out: a sixteenth for the ghost filter, a ninety-sixth at most for the epochs, the rest for
 * slots.
 *
 * @param slotBytes bytes of the slots
 * @param epochStripes number of epochs, up to 2^20
 * @param ghostWords number of words of the ghost filter: it remembers four rows for ten slots
 */
record IndexMemory(long slotBytes, int epochStripes, int ghostWords) {
    private static final int MAX_EPOCH_STRIPES = 1 << 20;
    private static final int MAX_GHOST_WORDS = 1 << 28;
    private static final int EPOCH_SHARE = 96;
    private static final int GHOST_SHARE = 16;

    static IndexMemory of(long indexBytes) {
        int stripes = (int) Math.min(MAX_EPOCH_STRIPES, Long.highestOneBit(indexBytes / EPOCH_SHARE / Integer.BYTES));
        int words = (int) Math.min(MAX_GHOST_WORDS, indexBytes / GHOST_SHARE / Long.BYTES);
        long rest = indexBytes - (long) stripes * Integer.BYTES - (long) words * Long.BYTES;
        return new IndexMemory(rest - LocationIndex.BUCKET_BYTES, stripes, words);
    }
}
