package org.ssdtier.benchmarks.load;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * A latency distribution with its mean and percentiles.
 *
 * @param count number of values
 * @param meanMicros mean in µs
 * @param p50Micros median in µs
 * @param p95Micros 95th percentile in µs
 * @param p99Micros 99th percentile in µs
 * @param p999Micros 99.9th percentile in µs
 * @param histogram all values, in HdrHistogram's compressed form in Base64; empty if there are none
 */
public record Latency(
        long count,
        double meanMicros,
        long p50Micros,
        long p95Micros,
        long p99Micros,
        long p999Micros,
        String histogram) {
    /** No values. */
    public static final Latency NONE = new Latency(0, 0, 0, 0, 0, 0, "");

    private static final int SIGNIFICANT_DIGITS = 3;

    /** Returns the distribution of a histogram in µs. */
    public static Latency of(Histogram micros) {
        if (micros.getTotalCount() == 0) {
            return NONE;
        }
        ByteBuffer bytes = ByteBuffer.allocate(micros.getNeededByteBufferCapacity());
        int length = micros.encodeIntoCompressedByteBuffer(bytes, Deflater.BEST_COMPRESSION);
        return new Latency(
                micros.getTotalCount(),
                micros.getMean(),
                micros.getValueAtPercentile(50),
                micros.getValueAtPercentile(95),
                micros.getValueAtPercentile(99),
                micros.getValueAtPercentile(99.9),
                Base64.getEncoder().encodeToString(Arrays.copyOf(bytes.array(), length)));
    }

    /** Returns the sum of distributions. Adds the histograms, because percentiles cannot be averaged. */
    public static Latency merged(List<Latency> parts) {
        Histogram sum = new Histogram(SIGNIFICANT_DIGITS);
        sum.setAutoResize(true);
        for (Latency part : parts) {
            if (part.count > 0) {
                sum.add(part.toHistogram());
            }
        }
        return of(sum);
    }

    /**
     * Returns the distribution of values divided by a number, rounded to whole microseconds, at least one.
     *
     * @param divisor the number
     */
    public Latency shortened(int divisor) {
        if (divisor == 1 || count == 0) {
            return this;
        }
        Histogram shorter = new Histogram(SIGNIFICANT_DIGITS);
        shorter.setAutoResize(true);
        for (HistogramIterationValue step : toHistogram().recordedValues()) {
            long value = Math.max(1, Math.round((double) step.getValueIteratedTo() / divisor));
            shorter.recordValueWithCount(value, step.getCountAddedInThisIterationStep());
        }
        return of(shorter);
    }

    /** Returns the whole distribution, in µs. */
    public Histogram toHistogram() {
        return count == 0 ? new Histogram(SIGNIFICANT_DIGITS) : decode(histogram);
    }

    /**
     * Returns the distribution that {@code histogram} stands for, in µs.
     *
     * @throws IllegalArgumentException if it is not a histogram
     */
    public static Histogram decode(String histogram) {
        try {
            return Histogram.decodeFromCompressedByteBuffer(
                    ByteBuffer.wrap(Base64.getDecoder().decode(histogram)), 0);
        } catch (DataFormatException e) {
            throw new IllegalArgumentException("histogram: not HdrHistogram's compressed form", e);
        }
    }
}
