package org.ssdtier.benchmarks.faults;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * How long reads took, phase by phase. A read belongs to the phase in which it was due, and its time counts from then: one
 * that waited behind a read that hung has waited for it, too. Thread-safe.
 */
final class ReadTimes {
    private static final int SIGNIFICANT_DIGITS = 3;
    private static final double P50 = 50;
    private static final double P99 = 99;

    private final List<Begin> begins = new ArrayList<>();
    private final Map<Phase, Histogram> micros = new EnumMap<>(Phase.class);

    private record Begin(Phase phase, long nanos) {}

    /**
     * The times of the reads of a phase.
     *
     * @param reads how many were due
     * @param p50Millis half took no longer
     * @param p99Millis 99 % took no longer
     * @param maxMillis the longest
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

    /** Begins a phase at a time that is not before the last one's. */
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
