package org.ssdtier.benchmarks.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.load.Spread;

/**
 * A figure of a node, with the same fields as a probe's figures.
 *
 * @param name name of the figure, ending with its unit
 * @param value the median, or the only value, or the largest
 * @param low the smallest value
 * @param high the largest value
 * @param target target, in words; null if the figure is only reported
 * @param met whether the target is met; true without a target
 * @param note note on the measurement
 * @param samples the value of every round, in the order of the rounds
 */
record ScaleFigure(
        String name,
        double value,
        double low,
        double high,
        @Nullable String target,
        boolean met,
        String note,
        List<Double> samples) {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    ScaleFigure {
        samples = List.copyOf(samples);
    }

    /** Creates a figure without a target. */
    static ScaleFigure report(String name, List<Double> values, String note) {
        return of(name, Spread.of(values).median(), values, null, true, note);
    }

    /** Creates a figure of the largest value, without a target. */
    static ScaleFigure largest(String name, List<Double> values, String note) {
        return of(name, Spread.of(values).maximum(), values, null, true, note);
    }

    /** Creates a figure whose median should be at most {@code target}. */
    static ScaleFigure atMost(String name, List<Double> values, double target, String note) {
        double median = Spread.of(values).median();
        return of(name, median, values, "≤ " + number(target), median <= target, note);
    }

    /** Creates a figure that should be exactly {@code target}. */
    static ScaleFigure exactly(String name, double value, double target, String note) {
        return exactly(name, List.of(value), target, note);
    }

    /** Creates a figure of the largest value; every value should be exactly {@code target}. */
    static ScaleFigure exactly(String name, List<Double> values, double target, String note) {
        boolean met = values.stream().allMatch(value -> value == target);
        return of(name, Spread.of(values).maximum(), values, "= " + number(target), met, note);
    }

    private static ScaleFigure of(
            String name, double value, List<Double> values, @Nullable String target, boolean met, String note) {
        Spread spread = Spread.of(values);
        return new ScaleFigure(name, value, spread.minimum(), spread.maximum(), target, met, note, values);
    }

    private static String number(double value) {
        return value == Math.rint(value) ? String.format(Locale.ROOT, "%.0f", value) : Double.toString(value);
    }

    JsonNode toJson() {
        return MAPPER.valueToTree(this);
    }
}
