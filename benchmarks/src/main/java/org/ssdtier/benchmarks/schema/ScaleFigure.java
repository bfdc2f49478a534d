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
 * @param value the median, or the only value
 * @param low the smallest value
 * @param high the largest value
 * @param target target, in words; null if the figure is only reported
 * @param met whether the target is met; true without a target
 * @param note note on the measurement
 */
record ScaleFigure(
        String name, double value, double low, double high, @Nullable String target, boolean met, String note) {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** Creates a figure without a target. */
    static ScaleFigure report(String name, List<Double> values, String note) {
        Spread spread = Spread.of(values);
        return new ScaleFigure(name, spread.median(), spread.minimum(), spread.maximum(), null, true, note);
    }

    /** Creates a figure whose median should be at most {@code target}. */
    static ScaleFigure atMost(String name, List<Double> values, double target, String note) {
        Spread spread = Spread.of(values);
        String words = "≤ " + number(target);
        return new ScaleFigure(
                name, spread.median(), spread.minimum(), spread.maximum(), words, spread.median() <= target, note);
    }

    /** Creates a figure that should be exactly {@code target}. */
    static ScaleFigure exactly(String name, double value, double target, String note) {
        return new ScaleFigure(name, value, value, value, "= " + number(target), value == target, note);
    }

    private static String number(double value) {
        return value == Math.rint(value) ? String.format(Locale.ROOT, "%.0f", value) : Double.toString(value);
    }

    JsonNode toJson() {
        return MAPPER.valueToTree(this);
    }
}
