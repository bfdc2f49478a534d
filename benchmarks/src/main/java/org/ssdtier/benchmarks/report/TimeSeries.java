package org.ssdtier.benchmarks.report;

import java.util.List;

/**
 * One line of a plot.
 *
 * @param name name in the legend
 * @param color index of its colour, the same in all drawings
 * @param seconds time of each value, ascending
 * @param values the values, as many as {@code seconds}
 */
public record TimeSeries(String name, int color, List<Double> seconds, List<Double> values) {
    /** Checks that every value has a time. */
    public TimeSeries {
        seconds = List.copyOf(seconds);
        values = List.copyOf(values);
        if (seconds.size() != values.size()) {
            throw new IllegalArgumentException(
                    "series=" + name + " seconds=" + seconds.size() + " values=" + values.size() + ": must be equal");
        }
    }
}
