package org.ssdtier.benchmarks.device;

import java.util.HashMap;
import java.util.Map;

/**
 * The figures of a calibration load, measured or predicted.
 *
 * @param load {@code random-qd1}, {@code random-qd32}, {@code sequential} or {@code fdatasync}
 * @param count number of requests
 * @param iops requests per second
 * @param megabytesPerSecond 10<sup>6</sup> bytes per second
 * @param meanMicros mean latency
 * @param p50Micros median latency
 * @param p99Micros 99th percentile of the latency
 */
public record LoadFigures(
        String load,
        long count,
        double iops,
        double megabytesPerSecond,
        double meanMicros,
        double p50Micros,
        double p99Micros) {
    /**
     * Parses an output line of {@code probe} or {@code predict}.
     *
     * @throws IllegalArgumentException if a figure is missing
     */
    static LoadFigures parse(String line) {
        Map<String, String> words = new HashMap<>();
        for (String word : line.strip().split("\\s+", -1)) {
            int equals = word.indexOf('=');
            if (equals > 0) {
                words.put(word.substring(0, equals), word.substring(equals + 1));
            }
        }
        return new LoadFigures(
                figure(words, "workload", line),
                Long.parseLong(figure(words, "count", line)),
                Double.parseDouble(figure(words, "iops", line)),
                Double.parseDouble(figure(words, "mb_per_second", line)),
                Double.parseDouble(figure(words, "mean_micros", line)),
                Double.parseDouble(figure(words, "p50_micros", line)),
                Double.parseDouble(figure(words, "p99_micros", line)));
    }

    private static String figure(Map<String, String> words, String name, String line) {
        String value = words.get(name);
        if (value == null) {
            throw new IllegalArgumentException("line=" + line.strip() + ": " + name + " is missing");
        }
        return value;
    }
}
