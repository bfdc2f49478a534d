package org.ssdtier.benchmarks.writes;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** One run of each arm, one soon after the other. */
final class WritesRound {
    private final Map<WritesArm, Figures> figures = new EnumMap<>(WritesArm.class);

    /**
     * What one run gave.
     *
     * @param writesPerSecond acknowledged
     * @param cpuMicrosPerWrite CPU time of the node's JVM, flush included
     * @param p99Micros of the client's latencies
     */
    record Figures(double writesPerSecond, double cpuMicrosPerWrite, double p99Micros) {}

    void put(WritesArm arm, Figures value) {
        figures.put(arm, value);
    }

    Figures of(WritesArm arm) {
        return Objects.requireNonNull(figures.get(arm), arm::toString);
    }

    /** Throughput of one arm as a multiple of another's of the same round. */
    double throughputRatio(WritesArm arm, WritesArm base) {
        return of(arm).writesPerSecond() / of(base).writesPerSecond();
    }

    /** CPU time of a write of one arm as a multiple of another's of the same round. */
    double cpuRatio(WritesArm arm, WritesArm base) {
        return of(arm).cpuMicrosPerWrite() / of(base).cpuMicrosPerWrite();
    }

    @Override
    public String toString() {
        return figures.entrySet().stream()
                .map(entry -> String.format(
                        "%s %,.0f/s (%.0f us CPU)",
                        entry.getKey(),
                        entry.getValue().writesPerSecond(),
                        entry.getValue().cpuMicrosPerWrite()))
                .collect(Collectors.joining("  "));
    }
}
