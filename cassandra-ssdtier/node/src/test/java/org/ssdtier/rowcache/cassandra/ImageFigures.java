package org.ssdtier.rowcache.cassandra;

import java.util.Objects;
import org.ssdtier.rowcache.CacheStats;

/** Access to the statistics of the embedded node's row cache. */
public final class ImageFigures {
    private ImageFigures() {}

    /** Returns the statistics since the start of the node. */
    public static CacheStats stats() {
        return Objects.requireNonNull(SsdRowCache.ready(), "the node has no row cache")
                .tiers()
                .stats();
    }
}
