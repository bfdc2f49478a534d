package org.ssdtier.benchmarks.load;

import java.io.IOException;
import org.ssdtier.benchmarks.node.NodeJmx;

/**
 * The counters of a node for one table. Hits and misses are Cassandra's own per-table metrics on every arm (the global
 * ones of stock count a sentinel as a hit).
 *
 * @param hits number of reads answered by the row cache
 * @param misses number of reads that went to the SSTables, including those that the cached rows could not answer
 * @param ssdHits number of hits that the SSD answered; 0 for stock
 */
public record RowCacheCounters(long hits, long misses, long ssdHits) {
    /** Reads the current counters of {@link PaperLoad}'s table. */
    public static RowCacheCounters read(NodeVerbs verbs, NodeJmx jmx) throws IOException {
        return new RowCacheCounters(
                verbs.tableCounter(PaperLoad.TABLE, "RowCacheHit"),
                verbs.tableCounter(PaperLoad.TABLE, "RowCacheMiss")
                        + verbs.tableCounter(PaperLoad.TABLE, "RowCacheHitOutOfRange"),
                CounterReading.read(jmx).count("ssdHits"));
    }

    /** Returns the difference from earlier counters. */
    public RowCacheCounters since(RowCacheCounters earlier) {
        return new RowCacheCounters(hits - earlier.hits, misses - earlier.misses, ssdHits - earlier.ssdHits);
    }

    /** Returns hits / (hits + misses), or 0 without reads. */
    public double hitRatio() {
        return hits + misses == 0 ? 0 : (double) hits / (hits + misses);
    }

    /** Returns the fraction of the hits that the SSD answered. */
    public double ssdShare() {
        return hits == 0 ? 0 : (double) ssdHits / hits;
    }
}
