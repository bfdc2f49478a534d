package org.ssdtier.benchmarks.report;

import java.util.List;

/**
 * One line of a plot.
 *
 * @param name its name in the legend
 * @param color the place of its colour in {@link Theme#series()}
 * @param seconds when each value was seen, rising
 * @param values as many as {@code seconds}
 */
public record TimeSeries(String name, int color, List<Double> seconds, List<Double> values) {
    /** Checks that every value has its moment. */
    public TimeSeries {
        seconds = List.copyOf(seconds);
        values = List.copyOf(values);
        if (seconds.size() != values.size()) {
            throw new IllegalArgumentException(
                    "series=" + name + " seconds=" + seconds.size() + " values=" + values.size() + ": must be as many");
        }
    }
}
