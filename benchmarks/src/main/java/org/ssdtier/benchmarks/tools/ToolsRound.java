package org.ssdtier.benchmarks.tools;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** One slot of each arm, in direct succession. */
final class ToolsRound {
    private final Map<ToolsArm, Figures> figures = new EnumMap<>(ToolsArm.class);

    /**
     * The figures of one slot.
     *
     * @param perSecond operations per second
     * @param cpuMicrosPerOperation CPU time of the node's JVM per operation in µs, without that of a tool's process
     * @param jmxShare fraction of that time that the threads used that answer JMX
     * @param hitRatio fraction of the reads that the row cache answered
     * @param toolUses number of uses of the tool
     */
    record Figures(double perSecond, double cpuMicrosPerOperation, double jmxShare, double hitRatio, int toolUses) {
        /** Returns the operations for a second of the node's CPU time. */
        double perCpuSecond() {
            return 1e6 / cpuMicrosPerOperation;
        }

        /** Returns the processors whose time the node used. */
        double processors() {
            return perSecond / perCpuSecond();
        }
    }

    void put(ToolsArm arm, Figures value) {
        figures.put(arm, value);
    }

    Figures of(ToolsArm arm) {
        return Objects.requireNonNull(figures.get(arm), arm::toString);
    }

    /** Returns the mean of a figure in the two slots without tools. */
    double withoutTools(ToDoubleFunction<Figures> figure) {
        return (figure.applyAsDouble(of(ToolsArm.NOTHING)) + figure.applyAsDouble(of(ToolsArm.NOTHING_AGAIN))) / 2;
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
