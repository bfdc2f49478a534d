package org.ssdtier.benchmarks.experiment;

import org.ssdtier.benchmarks.brief.CacheSize;
import org.ssdtier.benchmarks.node.RowCacheKind;

/**
 * The memory and SSD space of an experiment's row caches. All arms have the same memory: an arm without an SSD tier has the
 * memory of the tier's index and buffers as additional page cache, and an arm without a row cache also that of the row
 * cache.
 *
 * @param rowCacheBytes memory of each row cache
 * @param ssdBytes space of the SSD tier
 * @param indexBytes memory of the tier's index
 * @param bufferBytes memory of the tier's write and read buffers
 * @param keyIndexBytes bytes of the SSD for key indexes, in an arm with them; taken from those of the rows
 * @param pageCacheBytes page cache of an arm with the tier
 */
record Budget(
        long rowCacheBytes, long ssdBytes, long indexBytes, long bufferBytes, long keyIndexBytes, long pageCacheBytes) {
    /** Bytes of memory for one of the paper's rows in the memory tier, including key and entry. */
    static final int MEMORY_BYTES_PER_ROW = 645;
    /** Bytes that such a row really takes there. */
    static final int USED_MEMORY_BYTES_PER_ROW = 568;
    /** Bytes of one of the paper's rows on the SSD, at most: eight rows per page of a log whose rows cross no page. */
    static final int SSD_BYTES_PER_ROW = 512;

    /** Space for the commit log of one arm. */
    static final long LOG_BYTES = 512L << 20;

    private static final int INDEX_BYTES_PER_ROW = 10;
    private static final long MEBIBYTE = 1 << 20;
    private static final long BUFFERS = 4 * MEBIBYTE;
    /** The smallest size of the tier: eight segments. */
    private static final long LEAST_SSD_BYTES = 64 * MEBIBYTE;
    /** Factor for the space that reclaim keeps free. */
    private static final double RESERVE = 1.06;

    static Budget of(Scale scale, Shares shares) {
        double memoryRows = scale.rows() * shares.memory();
        double ssdRows = scale.rows() * shares.ssd();
        return new Budget(
                mebibytes(memoryRows * MEMORY_BYTES_PER_ROW),
                Math.max(LEAST_SSD_BYTES, mebibytes(ssdRows * SSD_BYTES_PER_ROW * RESERVE)),
                Math.max(MEBIBYTE, mebibytes(ssdRows * INDEX_BYTES_PER_ROW)),
                BUFFERS,
                mebibytes((double) scale.rows() * CacheSize.KEY_INDEX_BYTES_PER_ROW),
                scale.pageCacheBytes());
    }

    /**
     * Returns the number of rows that the bytes of an arm's row cache can hold, with the sizes of rows in our tiers. It
     * exceeds the nominal number, because bytes are rounded up, rows take less memory than the budget has for them, and
     * the SSD has space for reclaim.
     */
    long rowsHeld(Arm arm) {
        long inMemory = arm.rowCache() == RowCacheKind.NONE ? 0 : rowCacheBytes / USED_MEMORY_BYTES_PER_ROW;
        return inMemory + (arm.hasSsd() ? rowBytesOnSsd(arm) / SSD_BYTES_PER_ROW : 0);
    }

    /** Returns the bytes of the rows on the SSD of an arm. */
    long rowBytesOnSsd(Arm arm) {
        return arm.hasKeyIndex() ? Math.max(LEAST_SSD_BYTES, ssdBytes - keyIndexBytes) : ssdBytes;
    }

    /** Returns the limit of the page cache of an arm's node, in bytes. */
    long pageCacheBytes(Arm arm) {
        long more = arm.hasSsd() ? 0 : indexBytes + bufferBytes;
        if (arm.rowCache() == RowCacheKind.NONE) {
            more += rowCacheBytes;
        }
        return pageCacheBytes + more;
    }

    private static long mebibytes(double bytes) {
        return Math.max(1, Math.round(Math.ceil(bytes / MEBIBYTE))) * MEBIBYTE;
    }
}
