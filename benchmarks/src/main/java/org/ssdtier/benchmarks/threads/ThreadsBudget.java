package org.ssdtier.benchmarks.threads;

import java.util.Map;
import java.util.TreeMap;

/**
 * The memory and SSD space of the arms. All have the same memory: what an arm does not use for a row cache, or for the
 * index and the buffers of an SSD tier, it has as additional page cache.
 *
 * @param scale the size of the run
 */
record ThreadsBudget(ThreadsScale scale) {
    /** The fraction of the rows that fit into each row cache in memory, as in the experiment {@code rowcache}. */
    static final double MEMORY_SHARE = 0.02;

    /** Space for the commit log of one arm. */
    static final long LOG_BYTES = 512L << 20;

    private static final long MEBIBYTE = 1 << 20;

    /** Bytes of a row in the memory tier, including key and entry. */
    private static final int MEMORY_BYTES_PER_ROW = 1_300;

    /** Bytes of a row on the SSD: three rows in a page of 4 KiB. */
    private static final int SSD_BYTES_PER_ROW = 1_366;

    private static final int INDEX_BYTES_PER_ROW = 10;
    private static final long BUFFERS = 4 * MEBIBYTE;

    /** Factor for the space that reclaim keeps free. */
    private static final double RESERVE = 1.06;

    private static final int LEAST_SEGMENTS = 16;
    private static final long MOST_SEGMENT_BYTES = 8 * MEBIBYTE;

    /** The memory and space of one arm, in bytes. */
    record Sizes(
            long rowCacheBytes,
            long indexBytes,
            long bufferBytes,
            long pageCacheBytes,
            long ssdBytes,
            long segmentBytes) {}

    /** Returns the memory and space of all arms, by their names. */
    Map<String, Sizes> sizes() {
        Map<String, Sizes> sizes = new TreeMap<>();
        for (ThreadsArm arm : ThreadsArm.values()) {
            sizes.put(
                    arm.toString(),
                    new Sizes(
                            rowCacheBytes(arm),
                            indexBytes(arm),
                            bufferBytes(arm),
                            pageCacheBytes(arm),
                            ssdBytes(arm),
                            arm.hasTier() ? segmentBytes(arm) : 0));
        }
        return sizes;
    }

    /** Returns the memory of an arm's row cache; 0 without one. */
    long rowCacheBytes(ThreadsArm arm) {
        return arm.hasRowCache() ? rowCacheBytes() : 0;
    }

    private long rowCacheBytes() {
        return mebibytes(scale.rows() * MEMORY_SHARE * MEMORY_BYTES_PER_ROW);
    }

    /** Returns the space of an arm's SSD tier, a whole number of segments; 0 without one. */
    long ssdBytes(ThreadsArm arm) {
        if (!arm.hasTier()) {
            return 0;
        }
        long segment = segmentBytes(arm);
        return Math.max(LEAST_SEGMENTS, (rowBytes(arm) + segment - 1) / segment) * segment;
    }

    /** Returns the size of a segment of an arm's SSD tier: small tiers have small segments. */
    long segmentBytes(ThreadsArm arm) {
        long most = Long.highestOneBit(Math.max(1, rowBytes(arm) / LEAST_SEGMENTS));
        return Math.min(MOST_SEGMENT_BYTES, Math.max(MEBIBYTE, most));
    }

    private long rowBytes(ThreadsArm arm) {
        return Math.round(scale.rows() * arm.ssdShare * SSD_BYTES_PER_ROW * RESERVE);
    }

    /** Returns the memory of the index of an arm's SSD tier; 0 without one. */
    long indexBytes(ThreadsArm arm) {
        return arm.hasTier() ? mebibytes(scale.rows() * arm.ssdShare * INDEX_BYTES_PER_ROW) : 0;
    }

    /** Returns the memory of the buffers of an arm's SSD tier; 0 without one. */
    long bufferBytes(ThreadsArm arm) {
        return arm.hasTier() ? BUFFERS : 0;
    }

    /** Returns the limit of the page cache of an arm's node. */
    long pageCacheBytes(ThreadsArm arm) {
        return scale.pageCacheBytes() + cacheMemoryBytes(ThreadsArm.TIER_25) - cacheMemoryBytes(arm);
    }

    private long cacheMemoryBytes(ThreadsArm arm) {
        return rowCacheBytes(arm) + indexBytes(arm) + bufferBytes(arm);
    }

    /** Returns the number of rows that fit into an arm's tiers, or into a row cache if it has none. */
    long cachedRows(ThreadsArm arm) {
        return Math.round(scale.rows() * (MEMORY_SHARE + arm.ssdShare));
    }

    private static long mebibytes(double bytes) {
        return Math.max(1, Math.round(Math.ceil(bytes / MEBIBYTE))) * MEBIBYTE;
    }
}
