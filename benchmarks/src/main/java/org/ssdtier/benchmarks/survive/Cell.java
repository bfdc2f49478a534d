package org.ssdtier.benchmarks.survive;

import org.ssdtier.benchmarks.load.RowCacheCounters;

/**
 * One run of one mix on one arm.
 *
 * @param arm which
 * @param readPercent reads in a hundred requests
 * @param round counted from 0
 * @param counters hits and misses of the run
 * @param requestsPerSecond what the node did of what it was asked
 * @param flushes that ended during the run
 */
record Cell(Arm arm, int readPercent, int round, RowCacheCounters counters, double requestsPerSecond, int flushes) {}
