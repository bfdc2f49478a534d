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
    /** Bytes that such a row takes there by a measurement of our memory tier; not the rows of every table, or of stock. */
    static final int USED_MEMORY_BYTES_PER_ROW = 568;
    /**
     * Bytes of one of the paper's rows on the SSD that the budget has: an eighth of a page. Records may cross pages and take
     * less, and space that reclaim keeps free and garbage take more, so it is no bound of the rows that the SSD holds.
     */
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
     * Returns the number of rows that an arm's row cache would hold by nominal bytes of a row, without garbage on the SSD and
     * free space there. It is only for results that do not have the rows really held, {@link RowsHeld}.
     */
    long nominalRows(Arm arm) {
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
