package org.ssdtier.benchmarks.smallfiles;

import org.HdrHistogram.Histogram;

/**
 * The latencies of the reads of a slot, in µs.
 *
 * @param count number of reads
 * @param meanMicros mean
 * @param p50Micros median
 * @param p99Micros 99th percentile
 * @param p999Micros 99.9th percentile
 */
record ReadLatency(long count, double meanMicros, long p50Micros, long p99Micros, long p999Micros) {
    static final ReadLatency NONE = new ReadLatency(0, 0, 0, 0, 0);

    static ReadLatency of(Histogram micros) {
        return micros.getTotalCount() == 0
                ? NONE
                : new ReadLatency(
                        micros.getTotalCount(),
                        micros.getMean(),
                        micros.getValueAtPercentile(50),
                        micros.getValueAtPercentile(99),
                        micros.getValueAtPercentile(99.9));
    }
}
