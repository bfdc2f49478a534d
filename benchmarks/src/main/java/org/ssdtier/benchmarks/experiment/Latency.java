package org.ssdtier.benchmarks.experiment;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import org.HdrHistogram.Histogram;

/**
 * A latency distribution with its usual figures.
 *
 * @param count how many
 * @param meanMicros their mean in µs
 * @param p50Micros half took no longer
 * @param p95Micros 95 % took no longer
 * @param p99Micros 99 % took no longer
 * @param p999Micros 99.9 % took no longer
 * @param histogram all of them: HdrHistogram's compressed form in Base64; empty if there are none
 */
record Latency(
        long count,
        double meanMicros,
        long p50Micros,
        long p95Micros,
        long p99Micros,
        long p999Micros,
        String histogram) {
    static final Latency NONE = new Latency(0, 0, 0, 0, 0, 0, "");

    private static final int SIGNIFICANT_DIGITS = 3;

    static Latency of(Histogram micros) {
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

    /** One distribution of all: percentiles cannot be averaged, histograms can be added. */
    static Latency merged(List<Latency> parts) {
        Histogram sum = new Histogram(SIGNIFICANT_DIGITS);
        sum.setAutoResize(true);
        for (Latency part : parts) {
            if (part.count > 0) {
                sum.add(part.toHistogram());
            }
        }
        return of(sum);
    }

    /** The whole distribution, in µs. */
    Histogram toHistogram() {
        if (count == 0) {
            return new Histogram(SIGNIFICANT_DIGITS);
        }
        try {
            return Histogram.decodeFromCompressedByteBuffer(
                    ByteBuffer.wrap(Base64.getDecoder().decode(histogram)), 0);
        } catch (DataFormatException e) {
            throw new IllegalArgumentException("histogram: not HdrHistogram's compressed form", e);
        }
    }
}
