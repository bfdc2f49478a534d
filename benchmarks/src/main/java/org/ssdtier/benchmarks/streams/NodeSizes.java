package org.ssdtier.benchmarks.streams;

/**
 * The memory and space of a node in proportion to its drive.
 *
 * @param heapMebibytes heap
 * @param memtableMebibytes memtable space
 * @param logMebibytes space of the commit log, which flushes when it is full
 * @param logSegmentMebibytes size of a segment of the commit log
 * @param pageCacheBytes limit of the page cache
 * @param rowCacheMebibytes memory of the row cache of the arm with one
 * @param ssdMebibytes space of that arm's SSD tier
 * @param ssdSegmentMebibytes size of a segment of the SSD tier
 */
record NodeSizes(
        int heapMebibytes,
        int memtableMebibytes,
        int logMebibytes,
        int logSegmentMebibytes,
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
    private static final int SSD_MEBIBYTES = 128;

    private static final int LEAST_LOG_SEGMENT = 2;
    private static final int MOST_LOG_SEGMENT = 4;
    private static final int LOG_SEGMENTS = 6;
    private static final int MOST_SSD_SEGMENT = 8;
    private static final int SSD_SEGMENTS = 16;

    /** Returns the sizes for a drive. */
    static NodeSizes of(long driveBytes) {
        double scale = (double) driveBytes / GIBIBYTE;
        int log = mebibytes(LOG_MEBIBYTES * scale);
        int ssdSegment = Math.max(
                1, Math.min(MOST_SSD_SEGMENT, Integer.highestOneBit(mebibytes(SSD_MEBIBYTES * scale) / SSD_SEGMENTS)));
        int ssdSegments = Math.max(SSD_SEGMENTS, mebibytes(SSD_MEBIBYTES * scale) / ssdSegment);
        return new NodeSizes(
                HEAP_MEBIBYTES,
                mebibytes(MEMTABLE_MEBIBYTES * scale),
                log,
                Math.max(LEAST_LOG_SEGMENT, Math.min(MOST_LOG_SEGMENT, log / LOG_SEGMENTS)),
                Math.round(PAGE_CACHE_BYTES * scale),
                mebibytes(ROW_CACHE_MEBIBYTES * scale),
                ssdSegments * ssdSegment,
                ssdSegment);
    }

    private static int mebibytes(double value) {
        return (int) Math.ceil(value);
    }
}
