package org.ssdtier.benchmarks.brief;

/**
 * The memory and SSD space of a row cache for a number of the briefs' rows, of ten columns with 100 bytes each.
 *
 * @param memoryRows number of rows that fit into the memory tier; 0 without a row cache
 * @param ssdRows number of rows that fit into the SSD tier; 0 without one
 * @param reservedSegments number of segments of the SSD tier in addition to those that its rows fill; with 0 there are at
 *     least 16 segments instead
 */
public record CacheSize(double memoryRows, double ssdRows, int reservedSegments) {
    /** Bytes of key indexes for each row of a table: a key takes six, and a row is in one to two SSTables. */
    public static final int KEY_INDEX_BYTES_PER_ROW = 12;

    private static final long MEBIBYTE = 1 << 20;

    /** Bytes of a row in the memory tier, including key and entry. */
    private static final int MEMORY_BYTES_PER_ROW = 1_300;

    /** Bytes of a row on the SSD, at most: three rows in a page of 4 KiB of a log whose rows cross no page. */
    private static final int SSD_BYTES_PER_ROW = 1_366;

    private static final int INDEX_BYTES_PER_ROW = 10;
    private static final long BUFFERS = 4 * MEBIBYTE;

    /** Factor for the space that reclaim keeps free. */
    private static final double RESERVE = 1.06;

    /** The number of segments that a large tier has at least, so that reclaim has few rows to move. */
    private static final int SEGMENTS = 16;

    private static final int LEAST_SEGMENTS = 4;

    private static final long MOST_SEGMENT_BYTES = 8 * MEBIBYTE;

    /** Creates a size whose SSD tier has 16 segments or more. */
    public CacheSize(double memoryRows, double ssdRows) {
        this(memoryRows, ssdRows, 0);
    }

    /**
     * Returns a size with fewer rows on the SSD, which leaves a number of its bytes to others, or what one segment for rows
     * leaves.
     */
    public CacheSize without(long bytes) {
        if (ssdRows == 0) {
            return this;
        }
        long segments = Math.max(1, (ssdBytes() - bytes) / segmentBytes() - reservedSegments);
        return new CacheSize(
                memoryRows,
                Math.floor(segments * segmentBytes() / (SSD_BYTES_PER_ROW * RESERVE)) - 1,
                reservedSegments);
    }

    /** Returns the memory of the row cache; 0 without one. */
    public long rowCacheBytes() {
        return memoryRows == 0 ? 0 : mebibytes(memoryRows * MEMORY_BYTES_PER_ROW);
    }

    /** Returns the space of the SSD tier, a whole number of segments; 0 without one. */
    public long ssdBytes() {
        if (ssdRows == 0) {
            return 0;
        }
        long segment = segmentBytes();
        long segments = (rowBytes() + segment - 1) / segment + reservedSegments;
        return Math.max(reservedSegments == 0 ? SEGMENTS : LEAST_SEGMENTS, segments) * segment;
    }

    /** Returns the size of a segment of the SSD tier: small tiers have small segments; 0 without a tier. */
    public long segmentBytes() {
        if (ssdRows == 0) {
            return 0;
        }
        long most = Long.highestOneBit(Math.max(1, rowBytes() / SEGMENTS));
        return Math.min(MOST_SEGMENT_BYTES, Math.max(MEBIBYTE, most));
    }

    /** Returns the number of rows that fit into both tiers, including those in space that rounding adds. */
    public double heldRows() {
        long forRows = ssdBytes() - reservedSegments * segmentBytes();
        return memoryRows + forRows / (SSD_BYTES_PER_ROW * RESERVE);
    }

    private long rowBytes() {
        return Math.round(ssdRows * SSD_BYTES_PER_ROW * RESERVE);
    }

    /** Returns the memory of the index of the SSD tier; 0 without one. */
    public long indexBytes() {
        return ssdRows == 0 ? 0 : mebibytes(ssdRows * INDEX_BYTES_PER_ROW);
    }

    /** Returns the memory of the buffers of the SSD tier; 0 without one. */
    public long bufferBytes() {
        return ssdRows == 0 ? 0 : BUFFERS;
    }

    /** Returns the memory of all parts. */
    public long memoryBytes() {
        return rowCacheBytes() + indexBytes() + bufferBytes();
    }

    private static long mebibytes(double bytes) {
        return Math.max(1, Math.round(Math.ceil(bytes / MEBIBYTE))) * MEBIBYTE;
    }
}
