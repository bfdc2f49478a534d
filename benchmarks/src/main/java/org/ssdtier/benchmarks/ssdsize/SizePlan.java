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
    /** Requests of the warm-up for each row of the table, after each row that fits has been read once. */
    private static final double WARM_UP_REQUESTS = 0.25;

    /** A block cache learns from misses of the caches above it only, so it gets more requests. */
    private static final int BLOCKS_FACTOR = 3;

    /** Seconds under the cell's own requests on slow drives before those that count. */
    static final int SETTLE_SECONDS = 3;

    /** Reads that the node may have in progress. */
    static final int CONCURRENT_READS = 64;

    SizeBudget budget() {
        return new SizeBudget(scale);
    }

    /** Returns the number of requests of a cell's warm-up after its first part. */
    long warmUpRequests(Setup setup) {
        return Math.round(scale.rows() * WARM_UP_REQUESTS) * (setup.arm().hasBlocks() ? BLOCKS_FACTOR : 1);
    }
}
