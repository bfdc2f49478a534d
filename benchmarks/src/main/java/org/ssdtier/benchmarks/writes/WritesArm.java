package org.ssdtier.benchmarks.writes;

import java.util.List;
import org.ssdtier.benchmarks.node.NodeSettings;
import org.ssdtier.benchmarks.node.RowCacheKind;

/** The nodes that {@link WritesRun} compares. */
enum WritesArm {
    /** The tier with default settings. */
    SSDTIER("ssdtier", RowCacheKind.SSDTIER),
    /** The tier without its journal. */
    NO_JOURNAL("no-journal", RowCacheKind.SSDTIER),
    /** The tier with lifetimes of files. */
    LIFETIMES("lifetimes", RowCacheKind.SSDTIER),
    /** Stock's {@code SerializingCacheProvider}. */
    SERIALIZING("serializing", RowCacheKind.SERIALIZING),
    /** Stock without a row cache. */
    NONE("none", RowCacheKind.NONE);

    /** All arms, in the order of the tables. */
    static final List<WritesArm> ALL = List.of(values());

    final RowCacheKind rowCache;
    private final String name;

    WritesArm(String name, RowCacheKind rowCache) {
        this.name = name;
        this.rowCache = rowCache;
    }

    NodeSettings.Builder settings(WritesOptions options, NodeSettings.Builder builder) {
        builder.heap(options.heap());
        if (rowCache != RowCacheKind.NONE) {
            builder.rowCacheSize(options.memoryMebibytes() + "MiB");
        }
        if (rowCache == RowCacheKind.SSDTIER) {
            builder.ssdSize("256MiB").yaml("ssd_row_cache.segment_size", "8MiB");
        }
        if (this == NO_JOURNAL) {
            builder.yaml("ssd_row_cache.recover_on_start", "clean_only");
        }
        if (this == LIFETIMES) {
            builder.yaml("write_lifetimes.enabled", "true");
        }
        return builder;
    }

    @Override
    public String toString() {
        return name;
    }
}
