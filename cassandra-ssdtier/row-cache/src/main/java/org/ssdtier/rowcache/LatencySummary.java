package org.ssdtier.rowcache;

import org.HdrHistogram.Histogram;

/**
 * A summary of the distribution of latencies since open.
 *
 * @param count number of recorded latencies
 * @param meanNanos mean latency
 * @param p50Nanos median latency
 * @param p99Nanos 99th percentile of the latency
 * @param p999Nanos 99.9th percentile of the latency
 * @param maxNanos largest latency
 */
public record LatencySummary(
        long count,
        @Gauge double meanNanos,
        @Gauge long p50Nanos,
        @Gauge long p99Nanos,
        @Gauge long p999Nanos,
        @Gauge long maxNanos) {
    /** The summary without any recorded latency. */
    static final LatencySummary NONE = new LatencySummary(0, 0, 0, 0, 0, 0);

    static LatencySummary of(Histogram histogram) {
        return histogram.getTotalCount() == 0
                ? NONE
                : new LatencySummary(
                        histogram.getTotalCount(),
                        histogram.getMean(),
                        histogram.getValueAtPercentile(50),
                        histogram.getValueAtPercentile(99),
                        histogram.getValueAtPercentile(99.9),
                        histogram.getMaxValue());
    }
}
