package org.ssdtier.benchmarks.experiment;

import org.ssdtier.benchmarks.node.RowCacheKind;

/**
 * The memory and SSD space of an experiment's row caches: all arms have the same memory. What the tier's index and
 * buffers take is page cache for those without a tier, and so is the row cache's memory for those without a row cache.
 *
 * @param rowCacheBytes memory of each row cache
 * @param ssdBytes space of the SSD tier
 * @param indexBytes memory of the tier's index
 * @param bufferBytes memory of the tier's write and read buffers
 * @param pageCacheBytes page cache of an arm with the tier
 */
record Budget(long rowCacheBytes, long ssdBytes, long indexBytes, long bufferBytes, long pageCacheBytes) {
    /** Bytes of memory that a row of the paper takes in the memory tier, key and entry included. */
    static final int MEMORY_BYTES_PER_ROW = 645;
    /** Bytes that a row of the paper takes on the SSD: eight to a page. */
    static final int SSD_BYTES_PER_ROW = 512;

    /** Space for the commit log of one arm. */
    static final long LOG_BYTES = 512L << 20;

    private static final int INDEX_BYTES_PER_ROW = 10;
    private static final long MEBIBYTE = 1 << 20;
    private static final long BUFFERS = 4 * MEBIBYTE;
    /** The tier's smallest geometry: eight segments. */
    private static final long LEAST_SSD_BYTES = 64 * MEBIBYTE;
    /** Space that reclaim keeps free. */
    private static final double RESERVE = 1.06;

    static Budget of(Scale scale, Shares shares) {
        double memoryRows = scale.rows() * shares.memory();
        double ssdRows = scale.rows() * shares.ssd();
        return new Budget(
                mebibytes(memoryRows * MEMORY_BYTES_PER_ROW),
                Math.max(LEAST_SSD_BYTES, mebibytes(ssdRows * SSD_BYTES_PER_ROW * RESERVE)),
                Math.max(MEBIBYTE, mebibytes(ssdRows * INDEX_BYTES_PER_ROW)),
                BUFFERS,
                scale.pageCacheBytes());
    }

    /** What the page cache of an arm's node may keep. */
    long pageCacheBytes(Arm arm) {
        long more = arm.hasTier() ? 0 : indexBytes + bufferBytes;
        if (arm.rowCache() == RowCacheKind.NONE) {
            more += rowCacheBytes;
        }
        return pageCacheBytes + more;
    }

    private static long mebibytes(double bytes) {
        return Math.max(1, Math.round(Math.ceil(bytes / MEBIBYTE))) * MEBIBYTE;
    }
}
