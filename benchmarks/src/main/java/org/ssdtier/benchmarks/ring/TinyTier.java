package org.ssdtier.benchmarks.ring;

import java.util.Map;

/** The settings of a row cache whose tiers are far too small, so that rows move between them continuously, and of the catalogue. */
public final class TinyTier {
    /** Settings of cassandra.yaml: {@code NAME} or {@code BLOCK.NAME}. */
    public static final Map<String, String> SETTINGS = Map.of(
            "row_cache_size", "1MiB",
            "ssd_row_cache.size", "8MiB",
            "ssd_row_cache.segment_size", "1MiB",
            "ssd_row_cache.max_row_size", "64KiB",
            "ssd_row_cache.index_memory", "8MiB",
            "ssd_row_cache.admission", "all",
            "schema_catalogue.enabled", "true");

    private TinyTier() {}
}
