package org.ssdtier.rowcache;

import org.HdrHistogram.Histogram;

/**
 * A distribution of latencies since open.
 *
 * @param count how many were recorded
 * @param meanNanos their mean
 * @param p50Nanos half of them were not longer
 * @param p99Nanos 99 % of them were not longer
 * @param p999Nanos 99.9 % of them were not longer
 * @param maxNanos the longest
 */
public record LatencySummary(
        long count, double meanNanos, long p50Nanos, long p99Nanos, long p999Nanos, long maxNanos) {
    /** Nothing recorded. */
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
