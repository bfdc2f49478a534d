package org.ssdtier.benchmarks.load;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The median and extremes of the figures of repeated runs.
 *
 * @param median the middle figure, or the mean of the middle two; NaN without figures
 * @param minimum smallest figure; NaN without figures
 * @param maximum largest figure; NaN without figures
 * @param runs number of figures
 */
public record Spread(double median, double minimum, double maximum, int runs) {
    /** Returns the spread of some figures, given in any order. */
    public static Spread of(List<Double> figures) {
        double[] sorted =
                figures.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        int runs = sorted.length;
        if (runs == 0) {
            return new Spread(Double.NaN, Double.NaN, Double.NaN, 0);
        }
        double median =
                Arrays.stream(sorted, (runs - 1) / 2, runs / 2 + 1).average().orElseThrow();
        return new Spread(median, sorted[0], sorted[runs - 1], runs);
    }

    /** Returns the entries for a result file; without figures, only that there are none. */
    public Map<String, Object> toMap() {
        if (runs == 0) {
            return new TreeMap<>(Map.of("runs", 0));
        }
        return new TreeMap<>(Map.of("median", median, "min", minimum, "max", maximum, "runs", runs));
    }
}
