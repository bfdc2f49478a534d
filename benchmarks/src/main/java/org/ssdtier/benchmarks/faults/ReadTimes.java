package org.ssdtier.benchmarks.faults;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * The read times by phase. A read belongs to the phase in which it was due, and its time is measured from then, so it
 * includes the wait for a previous read that hung. Thread-safe.
 */
final class ReadTimes {
    private static final int SIGNIFICANT_DIGITS = 3;
    private static final double P50 = 50;
    private static final double P99 = 99;

    private final List<Begin> begins = new ArrayList<>();
    private final Map<Phase, Histogram> micros = new EnumMap<>(Phase.class);

    private record Begin(Phase phase, long nanos) {}

    /**
     * The read times of a phase.
     *
     * @param reads number of reads due
     * @param p50Millis median in ms
     * @param p99Millis 99th percentile in ms
     * @param maxMillis maximum in ms
     */
    record Figures(long reads, double p50Millis, double p99Millis, double maxMillis) {
        Map<String, Object> toMap() {
            Map<String, Object> map = new LinkedHashMap<>();
            map.put("reads", reads);
            map.put("p50_millis", p50Millis);
            map.put("p99_millis", p99Millis);
            map.put("max_millis", maxMillis);
            return map;
        }
    }

    /** Begins a phase. The time must not be before the start of the previous phase. */
    synchronized void begin(Phase phase, long nanos) {
        begins.add(new Begin(phase, nanos));
    }

    synchronized void record(long dueNanos, long endNanos) {
        Phase phase = Phase.WARM_UP;
        for (Begin begin : begins) {
            if (begin.nanos - dueNanos <= 0) {
                phase = begin.phase;
            }
        }
        micros.computeIfAbsent(phase, p -> histogram()).recordValue(Math.max(0, (endNanos - dueNanos) / 1_000));
    }

    synchronized Figures figures(Phase phase) {
        Histogram histogram = micros.getOrDefault(phase, histogram());
        return new Figures(
                histogram.getTotalCount(),
                histogram.getValueAtPercentile(P50) / 1e3,
                histogram.getValueAtPercentile(P99) / 1e3,
                histogram.getMaxValue() / 1e3);
    }

    private static Histogram histogram() {
        Histogram histogram = new Histogram(SIGNIFICANT_DIGITS);
        histogram.setAutoResize(true);
        return histogram;
    }
}
