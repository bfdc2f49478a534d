package org.ssdtier.benchmarks.threads;

import java.util.Map;

/**
 * The plan that all cells of a run's directory share.
 *
 * @param scale the size of the run
 * @param seed seed of rows and requests
 * @param sizes memory and space of the arms by name; they follow from the scale, and cells of other sizes are not of
 *     this run
 */
record ThreadsPlan(ThreadsScale scale, long seed, Map<String, ThreadsBudget.Sizes> sizes) {
    /** Requests of the warm-up for each row of the table; the same for all arms. */
    static final double WARM_UP_REQUESTS = 0.37;

    /** Seconds under the cell's own requests on slow drives before those that count. */
    static final int SETTLE_SECONDS = 3;

    /** Reads that a node with six disks may have in progress: 16 for each, as cassandra.yaml advises. */
    static final int CONCURRENT_READS = 96;

    /** Copies the sizes. */
    ThreadsPlan {
        sizes = Map.copyOf(sizes);
    }

    /** Creates the plan of a scale. */
    ThreadsPlan(ThreadsScale scale, long seed) {
        this(scale, seed, new ThreadsBudget(scale).sizes());
    }

    ThreadsBudget budget() {
        return new ThreadsBudget(scale);
    }

    /** Returns the number of requests of a cell's warm-up. */
    long warmUpRequests() {
        return Math.round(scale.rows() * WARM_UP_REQUESTS);
    }
}
