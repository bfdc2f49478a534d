package org.ssdtier.benchmarks.streams;

/**
 * The memory and space of a node in proportion to its drive.
 *
 * @param heapMebibytes heap
 * @param memtableMebibytes memtable space, a third of which is flushed at once
 * @param logMebibytes space of the commit log, which flushes when it is full
 * @param pageCacheBytes limit of the page cache
 * @param rowCacheMebibytes memory of the row cache of the arm with one
 * @param ssdMebibytes space of that arm's SSD tier
 * @param ssdSegmentMebibytes size of a segment of the SSD tier: erase units of all dies
 */
record NodeSizes(
        int heapMebibytes,
        int memtableMebibytes,
        int logMebibytes,
        long pageCacheBytes,
        int rowCacheMebibytes,
        int ssdMebibytes,
        int ssdSegmentMebibytes) {
    private static final long GIBIBYTE = 1L << 30;
    private static final long MEBIBYTE = 1L << 20;
    private static final int HEAP_MEBIBYTES = 512;
    /** Of a drive of 1 GiB, as the sizes of the log, the page cache and the row cache. */
    private static final int MEMTABLE_MEBIBYTES = 12;

    private static final int LOG_MEBIBYTES = 24;
    private static final long PAGE_CACHE_BYTES = 48 * MEBIBYTE;
    private static final int ROW_CACHE_MEBIBYTES = 4;
    private static final int SSD_MEBIBYTES = 64;
    private static final int LEAST_SSD_SEGMENTS = 16;

    /** A flushed SSTable has about a sixth of the memtable space; this is less than one. */
    private static final int LEAST_TIERED_PART = 32;

    private static final int LEVELLED_PART = 6;

    /**
     * Returns the sizes for a drive.
     *
     * @param driveBytes size of the drive
     * @param stripeBytes size of the erase units of one stream on all dies
     */
    static NodeSizes of(long driveBytes, long stripeBytes) {
        double scale = (double) driveBytes / GIBIBYTE;
        int segment = mebibytes((double) stripeBytes / MEBIBYTE);
        int segments = Math.max(LEAST_SSD_SEGMENTS, mebibytes(SSD_MEBIBYTES * scale) / segment);
        return new NodeSizes(
                HEAP_MEBIBYTES,
                mebibytes(MEMTABLE_MEBIBYTES * scale),
                mebibytes(LOG_MEBIBYTES * scale),
                Math.round(PAGE_CACHE_BYTES * scale),
                mebibytes(ROW_CACHE_MEBIBYTES * scale),
                segments * segment,
                segment);
    }

    /** Returns the size of the SSTables that size-tiered compaction does not tell apart: less than a flushed one. */
    long leastTieredBytes() {
        return MEBIBYTE * memtableMebibytes / LEAST_TIERED_PART;
    }

    /** Returns the size of an SSTable of levelled compaction: about that of a flushed one. */
    int levelledMebibytes() {
        return Math.max(1, memtableMebibytes / LEVELLED_PART);
    }

    private static int mebibytes(double value) {
        return (int) Math.ceil(value);
    }
}
