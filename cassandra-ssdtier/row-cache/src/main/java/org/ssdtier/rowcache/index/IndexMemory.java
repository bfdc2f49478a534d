package org.ssdtier.rowcache.index;

/**
 * The division of the memory bound of the index: 1/16 for the ghost filter, if the admission policy has one; at most
 * 1/96 for the epochs; 1/512 for the marks of keys that are too large; 1/512 for the filter of keys without anything on
 * disk; and the rest for the entries of the index.
 *
 * @param entryBytes bytes of the entries
 * @param epochStripes number of epochs, up to 2^20
 * @param ghostWords number of words of the ghost filter, which holds four hashes for ten entries
 * @param markWords number of marks of keys that are too large
 * @param emptyWords number of words of the filter of keys without anything on disk
 */
public record IndexMemory(long entryBytes, int epochStripes, int ghostWords, int markWords, int emptyWords) {
    /** The number of words of either kind for a cache without an index. */
    public static final int DEFAULT_MARK_WORDS = 1 << 14;

    private static final int MAX_EPOCH_STRIPES = 1 << 20;
    private static final int MAX_GHOST_WORDS = 1 << 28;
    private static final int EPOCH_SHARE = 96;
    private static final int GHOST_SHARE = 16;
    private static final int MARK_SHARE = 512;

    /** Divides {@code indexBytes} bytes. */
    public static IndexMemory of(long indexBytes) {
        int stripes = (int) Math.min(MAX_EPOCH_STRIPES, Long.highestOneBit(indexBytes / EPOCH_SHARE / Integer.BYTES));
        int words = (int) Math.min(MAX_GHOST_WORDS, indexBytes / GHOST_SHARE / Long.BYTES);
        int marks = (int) Math.min(MAX_GHOST_WORDS, indexBytes / MARK_SHARE / Long.BYTES);
        long rest = indexBytes - (long) stripes * Integer.BYTES - (words + 2L * marks) * Long.BYTES;
        return new IndexMemory(rest - LocationIndex.BUCKET_BYTES, stripes, words, marks, marks);
    }

    /** Returns the bytes of the marks of too large keys and of the filter of keys without anything on disk. */
    public long markBytes() {
        return ((long) markWords + emptyWords) * Long.BYTES;
    }
}
