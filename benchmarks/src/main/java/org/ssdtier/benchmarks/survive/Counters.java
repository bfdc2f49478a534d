package org.ssdtier.benchmarks.survive;

import java.io.IOException;
import java.util.Map;
import org.ssdtier.benchmarks.load.NodeVerbs;
import org.ssdtier.benchmarks.load.PaperLoad;
import org.ssdtier.benchmarks.load.ScratchNode;

/**
 * What the node counted for the table. Hits and misses are Cassandra's own per-table metrics on every arm (the global ones
 * of stock count a sentinel as a hit).
 *
 * @param hits reads answered by the row cache
 * @param misses reads that went to the SSTables, those included that the cached rows could not answer
 * @param ssdHits of the hits, those that the SSD answered; 0 for stock
 */
record Counters(long hits, long misses, long ssdHits) {
    static Counters read(NodeVerbs verbs, ScratchNode node) throws IOException {
        Map<String, Long> tier = node.jmx().hasTier() ? node.jmx().tierStatistics() : Map.of();
        return new Counters(
                verbs.tableCounter(PaperLoad.TABLE, "RowCacheHit"),
                verbs.tableCounter(PaperLoad.TABLE, "RowCacheMiss")
                        + verbs.tableCounter(PaperLoad.TABLE, "RowCacheHitOutOfRange"),
                tier.getOrDefault("ssdHits", 0L));
    }

    Counters since(Counters earlier) {
        return new Counters(hits - earlier.hits, misses - earlier.misses, ssdHits - earlier.ssdHits);
    }

    /** Hits / (hits + misses), 0 of no reads. */
    double hitRatio() {
        return hits + misses == 0 ? 0 : (double) hits / (hits + misses);
    }

    /** Share of the hits that the SSD answered. */
    double ssdShare() {
        return hits == 0 ? 0 : (double) ssdHits / hits;
    }
}
