package org.ssdtier.benchmarks.experiment;

import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.brief.CacheSize;
import org.ssdtier.benchmarks.device.BlockCache;
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
    private static final long MOST_SEGMENT_BYTES = 8 * MEBIBYTE;
    /** The number of segments that a tier has at least, so that reclaim has few rows to move. */
    private static final int SEGMENTS = 16;

    /** The least number of segments beside key indexes. */
    private static final int LEAST_SEGMENTS = 4;

    private static final int BLOCK_BYTES = 4 << 10;
    /** Factor for the space that reclaim keeps free. */
    private static final double RESERVE = 1.06;

    static Budget of(Scale scale, Shares shares) {
        double memoryRows = scale.rows() * shares.memory();
        double ssdRows = scale.rows() * shares.ssd();
        return new Budget(
                mebibytes(memoryRows * MEMORY_BYTES_PER_ROW),
                ssdBytes(ssdRows, shares.isOfBytes()),
                Math.max(MEBIBYTE, mebibytes(ssdRows * INDEX_BYTES_PER_ROW)),
                BUFFERS,
                mebibytes((double) scale.rows() * CacheSize.KEY_INDEX_BYTES_PER_ROW),
                scale.pageCacheBytes());
    }

    /**
     * Returns the space of the SSD tier, in whole segments.
     *
     * @param isOfBytes whether it may be no larger than as many rows are on the slow disks, reserve and all: then the SSD has
     *     the same share of the bytes. Otherwise as many rows should fit
     */
    private static long ssdBytes(double rows, boolean isOfBytes) {
        double bytes = isOfBytes ? rows * Scale.ROW_BYTES : rows * SSD_BYTES_PER_ROW * RESERVE;
        long segment = segmentBytes(Math.round(bytes));
        double segments = bytes / segment;
        return segment * Math.max(SEGMENTS, Math.round(isOfBytes ? Math.floor(segments) : Math.ceil(segments)));
    }

    /** Returns the size of a segment of the SSD tier: small tiers have small segments. */
    long segmentBytes() {
        return segmentBytes(ssdBytes);
    }

    private static long segmentBytes(long bytes) {
        return Math.min(MOST_SEGMENT_BYTES, Math.max(MEBIBYTE, Long.highestOneBit(Math.max(1, bytes / SEGMENTS))));
    }

    /** Returns the block cache of an arm that has one: of as many bytes as the tier of the others; null for others. */
    @Nullable
    BlockCache blocks(Arm arm) {
        return arm.hasBlocks() ? new BlockCache(ssdBytes, BLOCK_BYTES, BlockCache.Policy.SMQ) : null;
    }

    /**
     * Returns the number of rows that an arm's row cache would hold by nominal bytes of a row, without garbage on the SSD and
     * free space there: the stricter ideal, and the only one of results that do not have the rows held, {@link RowsHeld}.
     */
    long nominalRows(Arm arm) {
        long inMemory = arm.rowCache() == RowCacheKind.NONE ? 0 : rowCacheBytes / USED_MEMORY_BYTES_PER_ROW;
        return inMemory + (arm.hasSsd() ? rowBytesOnSsd(arm) / SSD_BYTES_PER_ROW : 0);
    }

    /** Returns the bytes that an arm's tier and key indexes have on the SSD. */
    long tierBytes(Arm arm) {
        if (arm.hasSsd()) {
            return ssdBytes;
        }
        return arm.hasKeyIndex() ? keyIndexBytes : 0;
    }

    /** Returns the bytes of the rows on the SSD of an arm with the tier. */
    long rowBytesOnSsd(Arm arm) {
        return arm.hasKeyIndex() ? Math.max(LEAST_SEGMENTS * segmentBytes(), ssdBytes - keyIndexBytes) : ssdBytes;
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
