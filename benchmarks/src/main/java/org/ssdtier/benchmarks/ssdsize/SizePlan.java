package org.ssdtier.benchmarks.ssdsize;

/**
 * The plan that all cells of a run's directory share.
 *
 * @param scale the size of the run
 * @param world the slow drives
 * @param threads number of client threads
 * @param seed seed of rows and requests
 */
record SizePlan(SizeScale scale, SizeWorld world, int threads, long seed) {
    /** Reads of the warm-up for each row of the table: the same for all, so that key caches know as many keys. */
    private static final double WARM_UP_READS = 0.75;

    /** The least of these that are as the clients request them, after each row that fits has been read once. */
    private static final double LEAST_REQUESTS = 0.25;

    /** Seconds under the cell's own requests on slow drives before those that count. */
    static final int SETTLE_SECONDS = 3;

    /** Reads that the node may have in progress. */
    static final int CONCURRENT_READS = 64;

    SizeBudget budget() {
        return new SizeBudget(scale);
    }

    /** Returns the number of reads of a cell's warm-up, but for tiers of more than half of the rows, which need more. */
    long warmUpReads() {
        return Math.round(scale.rows() * WARM_UP_READS);
    }

    /** Returns the number of requests of a cell's warm-up after its first part. */
    long warmUpRequests(Setup setup) {
        return Math.max(Math.round(scale.rows() * LEAST_REQUESTS), warmUpReads() - budget().filledRows(setup));
    }
}
