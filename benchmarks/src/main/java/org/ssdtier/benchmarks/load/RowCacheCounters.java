package org.ssdtier.benchmarks.load;

import java.io.IOException;
import java.util.Map;
import org.ssdtier.benchmarks.node.NodeJmx;

/**
 * What a node counted for one table. Hits and misses are Cassandra's own per-table metrics on every arm (the global ones
 * of stock count a sentinel as a hit).
 *
 * @param hits reads answered by the row cache
 * @param misses reads that went to the SSTables, those included that the cached rows could not answer
 * @param ssdHits of the hits, those that the SSD answered; 0 for stock
 */
public record RowCacheCounters(long hits, long misses, long ssdHits) {
    /** The counters of {@link PaperLoad}'s table now. */
    public static RowCacheCounters read(NodeVerbs verbs, NodeJmx jmx) throws IOException {
        Map<String, Long> tier = jmx.hasTier() ? jmx.tierStatistics() : Map.of();
        return new RowCacheCounters(
                verbs.tableCounter(PaperLoad.TABLE, "RowCacheHit"),
                verbs.tableCounter(PaperLoad.TABLE, "RowCacheMiss")
                        + verbs.tableCounter(PaperLoad.TABLE, "RowCacheHitOutOfRange"),
                tier.getOrDefault("ssdHits", 0L));
    }

    /** What has been counted since. */
    public RowCacheCounters since(RowCacheCounters earlier) {
        return new RowCacheCounters(hits - earlier.hits, misses - earlier.misses, ssdHits - earlier.ssdHits);
    }

    /** Hits / (hits + misses), 0 of no reads. */
    public double hitRatio() {
        return hits + misses == 0 ? 0 : (double) hits / (hits + misses);
    }

    /** Share of the hits that the SSD answered. */
    public double ssdShare() {
        return hits == 0 ? 0 : (double) ssdHits / hits;
    }
}
