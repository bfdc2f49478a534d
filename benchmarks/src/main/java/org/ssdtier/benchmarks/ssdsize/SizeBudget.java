package org.ssdtier.benchmarks.ssdsize;

import org.ssdtier.benchmarks.brief.CacheSize;

/**
 * The memory and SSD space of the setups. Those with the same percentage of memory have the same memory: what one does
 * not use for a row cache, or for the index and the buffers of an SSD tier, it has as additional page cache.
 *
 * @param scale the size of the run
 */
record SizeBudget(SizeScale scale) {
    /** Space for the commit log. */
    static final long LOG_BYTES = 512L << 20;

    /** The largest share of the SSD for key indexes. */
    private static final double MOST_FOR_KEYS = 0.25;

    private static final double PERCENT = 100;
    private static final double HALF = 0.5;
    private static final int LARGEST = 100;

    /** Segments of a tier without rows: one is written to, one is kept for reclaim, one is being reclaimed. */
    private static final int RESERVED_SEGMENTS = 3;

    /** Returns the memory and SSD space of a setup's row cache. */
    CacheSize cache(Setup setup) {
        double memory = setup.arm().hasRowCache() ? rows(setup.memoryPercent()) : 0;
        double share = setup.arm().ssd == SizeArm.Ssd.ROWS_AND_BLOCKS ? HALF : 1;
        CacheSize size =
                new CacheSize(memory, setup.arm().hasTier() ? share * rows(setup.ssdPercent()) : 0, RESERVED_SEGMENTS);
        return setup.arm().hasKeyIndex() ? size.without(leastKeyIndexBytes(size)) : size;
    }

    private long leastKeyIndexBytes(CacheSize size) {
        return Math.round(
                Math.min(size.ssdBytes() * MOST_FOR_KEYS, (double) CacheSize.KEY_INDEX_BYTES_PER_ROW * scale.rows()));
    }

    /** Returns the space of a setup's SSD for key indexes: what rows do not have; 0 without them. */
    long keyIndexBytes(Setup setup) {
        return setup.arm().hasKeyIndex() ? ssdBytes(setup) - cache(setup).ssdBytes() : 0;
    }

    /** Returns the space of a setup's SSD for rows and blocks: that of the row tier with the same percentage. */
    long ssdBytes(Setup setup) {
        return setup.arm().hasSize()
                ? cache(new Setup(SizeArm.TIER, setup.memoryPercent(), setup.ssdPercent()))
                        .ssdBytes()
                : 0;
    }

    /** Returns the space of a setup's SSD for blocks: what rows do not have; 0 without a block cache. */
    long blockCacheBytes(Setup setup) {
        return setup.arm().hasBlocks() ? ssdBytes(setup) - cache(setup).ssdBytes() : 0;
    }

    private double rows(int percent) {
        return scale.rows() * percent / PERCENT;
    }

    /** Returns the limit of the page cache of a setup's node. */
    long pageCacheBytes(Setup setup) {
        return memoryBytes(setup.memoryPercent()) - cache(setup).memoryBytes();
    }

    /** Returns the memory for caches of any setup with a percentage of memory. */
    long memoryBytes(int memoryPercent) {
        return scale.pageCacheBytes()
                + cache(new Setup(SizeArm.TIER, memoryPercent, LARGEST)).memoryBytes();
    }

    /** Returns the number of rows that the warm-up reads once: with an SSD of any use as many as the row tier holds. */
    long filledRows(Setup setup) {
        return setup.arm().hasBlocks()
                ? heldRows(new Setup(SizeArm.TIER, setup.memoryPercent(), setup.ssdPercent()))
                : heldRows(setup);
    }

    /** Returns the number of rows that fit into a setup's row cache, at most all. */
    long heldRows(Setup setup) {
        return Math.min(scale.rows(), Math.round(cache(setup).heldRows()));
    }
}
