package org.ssdtier.benchmarks.node;

/** A row cache for tests, filled by a few thousand rows: 1 MiB of memory and 16 segments of 1 MiB on the SSD. */
public final class SmallTier {
    private SmallTier() {}

    /** Adds the row cache to the settings of a node. */
    public static NodeSettings.Builder on(NodeSettings.Builder node) {
        return node.rowCacheSize("1MiB")
                .ssdSize("16MiB")
                .yaml("ssd_row_cache.segment_size", "1MiB")
                .yaml("ssd_row_cache.max_row_size", "64KiB")
                .yaml("ssd_row_cache.index_memory", "256KiB");
    }
}
