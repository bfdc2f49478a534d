package org.ssdtier.benchmarks.demo;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * The figures of every second of a demo, warm-up included: lists of the same length.
 *
 * @param seconds seconds since the warm-up began
 * @param memoryShare fraction of the reads answered by the memory tier
 * @param ssdShare fraction of the reads answered by the SSD tier
 * @param diskShare fraction of the reads answered by neither tier
 * @param readsPerSecond reads per second
 * @param p50Micros median of the read latency in µs
 * @param p99Micros 99th percentile of the read latency in µs
 */
record DemoSeries(
        @JsonProperty("second") List<Double> seconds,
        @JsonProperty("memory_share") List<Double> memoryShare,
        @JsonProperty("ssd_share") List<Double> ssdShare,
        @JsonProperty("disk_share") List<Double> diskShare,
        @JsonProperty("reads_per_second") List<Double> readsPerSecond,
        @JsonProperty("read_p50_us") List<Long> p50Micros,
        @JsonProperty("read_p99_us") List<Long> p99Micros) {
    private static final double TENTHS = 10;
    private static final double TEN_THOUSANDTHS = 10_000;

    /** Returns the series of some samples, rounded so that the file stays small. */
    static DemoSeries of(List<Sample> samples) {
        return new DemoSeries(
                rounded(samples, TENTHS, Sample::second),
                rounded(samples, TEN_THOUSANDTHS, sample -> sample.tier().memoryShare()),
                rounded(samples, TEN_THOUSANDTHS, sample -> sample.tier().ssdShare()),
                rounded(samples, TEN_THOUSANDTHS, sample -> sample.tier().missShare()),
                rounded(samples, TENTHS, Sample::readsPerSecond),
                list(samples, sample -> sample.reads().p50Micros()),
                list(samples, sample -> sample.reads().p99Micros()));
    }

    private static List<Double> rounded(List<Sample> samples, double parts, ToDoubleFunction<Sample> figure) {
        return list(samples, sample -> Math.round(figure.applyAsDouble(sample) * parts) / parts);
    }

    private static <T> List<T> list(List<Sample> samples, Function<Sample, T> figure) {
        return samples.stream().map(figure).toList();
    }
}
