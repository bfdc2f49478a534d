package org.ssdtier.benchmarks.cluster;

import java.util.Map;
import java.util.TreeMap;

/**
 * The plan that all cells of a run's directory share.
 *
 * @param scale the size of the run
 * @param seed seed of rows, requests and tokens
 * @param memory memory and space of each node by the arm's name; they follow from the scale, and cells of other sizes
 *     are not of this run
 */
record ClusterPlan(ClusterScale scale, long seed, Map<String, NodeMemory> memory) {
    /** Requests of the warm-up for each row of the table; the same for all arms. */
    static final double WARM_UP_REQUESTS = 0.2;

    /** Reads at rest for each row of the table. */
    static final double REST_READS = 0.05;

    /** Seconds under the cell's own requests on slow drives before those that count. */
    static final int SETTLE_SECONDS = 3;

    /** Reads that a node with four disks may have in progress: 16 for each, as cassandra.yaml advises. */
    static final int CONCURRENT_READS = 64;

    /** Copies the sizes. */
    ClusterPlan {
        memory = Map.copyOf(memory);
    }

    /** Creates the plan of a scale. */
    ClusterPlan(ClusterScale scale, long seed) {
        this(scale, seed, memory(scale));
    }

    private static Map<String, NodeMemory> memory(ClusterScale scale) {
        Map<String, NodeMemory> memory = new TreeMap<>();
        for (ClusterArm arm : ClusterArm.values()) {
            memory.put(arm.toString(), NodeMemory.of(scale, arm));
        }
        return memory;
    }

    /**
     * Returns memory and space of each node of an arm.
     *
     * @throws IllegalStateException if the plan, perhaps of another version, has none
     */
    NodeMemory memory(ClusterArm arm) {
        NodeMemory of = memory.get(arm.toString());
        if (of == null) {
            throw new IllegalStateException("memory: the plan has none for the arm " + arm);
        }
        return of;
    }

    /** Returns the tokens of all nodes. */
    RingTokens tokens() {
        return RingTokens.of(seed);
    }

    /**
     * Returns the number of different rows that the warm-up reads first: those that an arm's tiers hold. A node has the
     * same fraction of these as of all rows.
     */
    long cachedRows(ClusterArm arm) {
        return Math.round(scale.rows() * (NodeMemory.MEMORY_SHARE + arm.ssdShare));
    }

    /** Returns the number of requests of a cell's warm-up. */
    long warmUpRequests() {
        return Math.round(scale.rows() * WARM_UP_REQUESTS);
    }

    /** Returns the number of reads at rest that follow each cell. */
    long restReads() {
        return Math.round(scale.rows() * REST_READS);
    }
}
