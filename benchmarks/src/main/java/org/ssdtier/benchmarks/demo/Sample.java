package org.ssdtier.benchmarks.demo;

import org.ssdtier.ycsb.run.OperationInterval;

/**
 * The figures of one second of the demo.
 *
 * @param second seconds since the warm-up began
 * @param isWarmUp whether the second belongs to the warm-up
 * @param lengthSeconds exact length in seconds
 * @param reads reads of the client
 * @param tier counters of the node in this interval
 */
record Sample(double second, boolean isWarmUp, double lengthSeconds, OperationInterval reads, DemoCounters tier) {
    double readsPerSecond() {
        return DemoCounters.ratio((double) reads.operations(), lengthSeconds);
    }
}
