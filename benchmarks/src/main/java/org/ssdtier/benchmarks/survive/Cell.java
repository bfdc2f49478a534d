package org.ssdtier.benchmarks.survive;

import org.ssdtier.benchmarks.load.RowCacheCounters;

/**
 * One run of one mix on one arm.
 *
 * @param arm arm of the run
 * @param readPercent percentage of reads among the requests
 * @param round number of the round, from 0
 * @param counters hits and misses of the run
 * @param requestsPerSecond throughput achieved by the node
 * @param flushes number of flushes that ended during the run
 */
record Cell(
        RowCacheArm arm,
        int readPercent,
        int round,
        RowCacheCounters counters,
        double requestsPerSecond,
        int flushes) {}
