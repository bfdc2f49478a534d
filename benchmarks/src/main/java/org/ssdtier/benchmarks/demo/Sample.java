package org.ssdtier.benchmarks.demo;

import org.ssdtier.ycsb.run.OperationInterval;

/**
 * One second of the demo.
 *
 * @param second since the warm-up began
 * @param isWarmUp whether it belongs to the warm-up
 * @param lengthSeconds its exact length
 * @param reads the reads of the client
 * @param tier what the node counted meanwhile
 */
record Sample(double second, boolean isWarmUp, double lengthSeconds, OperationInterval reads, TierCounters tier) {
    double readsPerSecond() {
        return TierCounters.ratio((double) reads.operations(), lengthSeconds);
    }
}
