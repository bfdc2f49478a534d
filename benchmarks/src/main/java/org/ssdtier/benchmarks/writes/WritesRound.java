package org.ssdtier.benchmarks.writes;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** One run of each arm, in direct succession. */
final class WritesRound {
    private final Map<WritesArm, Figures> figures = new EnumMap<>(WritesArm.class);

    /**
     * The figures of one run.
     *
     * @param writesPerSecond acknowledged writes per second
     * @param cpuMicrosPerWrite CPU time of the node's JVM per write in µs, including the flush
     * @param p99Micros 99th percentile of the client's latencies in µs
     */
    record Figures(double writesPerSecond, double cpuMicrosPerWrite, double p99Micros) {}

    void put(WritesArm arm, Figures value) {
        figures.put(arm, value);
    }

    Figures of(WritesArm arm) {
        return Objects.requireNonNull(figures.get(arm), arm::toString);
    }

    /** Returns the throughput of one arm as a multiple of another's in the same round. */
    double throughputRatio(WritesArm arm, WritesArm base) {
        return of(arm).writesPerSecond() / of(base).writesPerSecond();
    }

    /** Returns the CPU time per write of one arm as a multiple of another's in the same round. */
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
