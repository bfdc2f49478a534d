package org.ssdtier.benchmarks.smallfiles;

/**
 * Counters of what serves the files.
 *
 * @param diskReads read requests that reached the drives of the files
 * @param hits reads of nodes that their row caches answered
 * @param misses other reads of nodes whose table is row-cached
 */
record ServedCounters(long diskReads, long hits, long misses) {
    /** Returns the difference from earlier counters. */
    ServedCounters since(ServedCounters earlier) {
        return new ServedCounters(diskReads - earlier.diskReads, hits - earlier.hits, misses - earlier.misses);
    }

    /** Returns hits / (hits + misses), or 0 without reads. */
    double hitRatio() {
        return hits + misses == 0 ? 0 : (double) hits / (hits + misses);
    }
}
