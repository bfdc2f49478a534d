package org.ssdtier.benchmarks.ssdsize;

import java.util.List;
import java.util.Locale;
import org.ssdtier.benchmarks.cli.Allowed;
import org.ssdtier.benchmarks.device.BlockCache;
import org.ssdtier.benchmarks.node.RowCacheKind;

/** A configuration of a node that the experiment compares. */
enum SizeArm {
    /** The memory tier and the SSD tier. */
    TIER("row cache in memory and on an SSD", RowCacheKind.SSDTIER, Ssd.ROWS),
    /** The same with key indexes, and as many fewer rows. */
    TIER_KEYS("row cache in memory and on an SSD, which also has key indexes", RowCacheKind.SSDTIER, Ssd.ROWS_AND_KEYS),
    /** Stock's default row cache: the tier of 0 %. */
    OHC("stock's default row cache, no SSD", RowCacheKind.OHC, Ssd.NONE),
    /** No row cache: its memory is page cache. */
    PAGE_CACHE("no row cache, its memory as page cache, no SSD", RowCacheKind.NONE, Ssd.NONE),
    /** Everything on an SSD. */
    ALL_SSD("no row cache, data and commit log on an SSD", RowCacheKind.NONE, Ssd.DATA),
    /** Stock's row cache above a block cache of small blocks. */
    BLOCK_4_LRU(
            "stock's row cache; model of a block cache on the SSD, 4 KiB, LRU",
            RowCacheKind.OHC,
            Ssd.BLOCKS,
            SizeArm.SMALL_BLOCK,
            BlockCache.Policy.LRU),
    /** The same; a block is taken at its second miss. */
    BLOCK_4_SMQ(
            "stock's row cache; model of a block cache on the SSD, 4 KiB, at the second miss like smq",
            RowCacheKind.OHC,
            Ssd.BLOCKS,
            SizeArm.SMALL_BLOCK,
            BlockCache.Policy.SMQ),
    /** Large blocks. */
    BLOCK_64_LRU(
            "stock's row cache; model of a block cache on the SSD, 64 KiB, LRU",
            RowCacheKind.OHC,
            Ssd.BLOCKS,
            SizeArm.LARGE_BLOCK,
            BlockCache.Policy.LRU),
    /** Large blocks; a block is taken at its second miss. */
    BLOCK_64_SMQ(
            "stock's row cache; model of a block cache on the SSD, 64 KiB, at the second miss like smq",
            RowCacheKind.OHC,
            Ssd.BLOCKS,
            SizeArm.LARGE_BLOCK,
            BlockCache.Policy.SMQ),
    /** Half of the SSD for rows and half for blocks. */
    BOTH(
            "row cache in memory and on half of the SSD; model of a block cache on the other half, 4 KiB, like smq",
            RowCacheKind.SSDTIER,
            Ssd.ROWS_AND_BLOCKS,
            SizeArm.SMALL_BLOCK,
            BlockCache.Policy.SMQ);

    private static final int SMALL_BLOCK = 4 << 10;
    private static final int LARGE_BLOCK = 64 << 10;

    /** The use of an SSD. */
    enum Ssd {
        NONE,
        ROWS,
        ROWS_AND_KEYS,
        BLOCKS,
        ROWS_AND_BLOCKS,
        DATA
    }

    /** Description for readers. */
    final String words;

    final RowCacheKind rowCache;
    final Ssd ssd;

    /** Bytes of a block of the block cache; 0 without one. */
    final int blockBytes;

    final BlockCache.Policy blockPolicy;

    SizeArm(String words, RowCacheKind rowCache, Ssd ssd) {
        this(words, rowCache, ssd, 0, BlockCache.Policy.LRU);
    }

    SizeArm(String words, RowCacheKind rowCache, Ssd ssd, int blockBytes, BlockCache.Policy blockPolicy) {
        this.words = words;
        this.rowCache = rowCache;
        this.ssd = ssd;
        this.blockBytes = blockBytes;
        this.blockPolicy = blockPolicy;
    }

    /**
     * Returns the arm with the given name.
     *
     * @throws IllegalArgumentException if there is none; the message names the existing ones
     */
    static SizeArm named(String name) {
        return Allowed.named("arms", name, List.of(values()), SizeArm::toString);
    }

    boolean hasTier() {
        return rowCache == RowCacheKind.SSDTIER;
    }

    boolean hasRowCache() {
        return rowCache != RowCacheKind.NONE;
    }

    /** Returns whether the arm has an SSD of any share of the data. */
    boolean hasSize() {
        return ssd == Ssd.ROWS || hasKeyIndex() || hasBlocks();
    }

    /** Returns whether the SSD has key indexes, which spare a miss the index of its SSTables. */
    boolean hasKeyIndex() {
        return ssd == Ssd.ROWS_AND_KEYS;
    }

    /** Returns whether a block cache is in front of the slow drives. */
    boolean hasBlocks() {
        return blockBytes > 0;
    }

    /** Returns the name on the command line and in results. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
