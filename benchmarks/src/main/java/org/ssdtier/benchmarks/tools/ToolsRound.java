package org.ssdtier.benchmarks.tools;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** One slot of each arm, in direct succession. */
final class ToolsRound {
    private final Map<ToolsArm, Figures> figures = new EnumMap<>(ToolsArm.class);

    /**
     * The figures of one slot.
     *
     * @param perSecond operations per second
     * @param cpuMicrosPerOperation CPU time of the node's JVM per operation in µs, without that of a tool's process
     * @param hitRatio fraction of the reads that the row cache answered
     * @param toolStarts number of starts of the tool
     */
    record Figures(double perSecond, double cpuMicrosPerOperation, double hitRatio, int toolStarts) {}

    void put(ToolsArm arm, Figures value) {
        figures.put(arm, value);
    }

    Figures of(ToolsArm arm) {
        return Objects.requireNonNull(figures.get(arm), arm::toString);
    }

    /** Returns the throughput of one arm as a multiple of another's in the same round. */
    double throughputRatio(ToolsArm arm, ToolsArm base) {
        return of(arm).perSecond() / of(base).perSecond();
    }

    /**
     * Returns the operations for which the node needs the same CPU time, as a multiple of another arm's in the same round:
     * what the throughput ratio would be if the tool's process ran on another machine and the node's CPU were the limit.
     */
    double nodeRatio(ToolsArm arm, ToolsArm base) {
        return of(base).cpuMicrosPerOperation() / of(arm).cpuMicrosPerOperation();
    }

    @Override
    public String toString() {
        return figures.entrySet().stream()
                .map(entry -> String.format(
                        "%s %,.0f/s (%.1f us CPU)",
                        entry.getKey(),
                        entry.getValue().perSecond(),
                        entry.getValue().cpuMicrosPerOperation()))
                .collect(Collectors.joining("  "));
    }
}
