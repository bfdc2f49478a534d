package org.ssdtier.benchmarks.load;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Figures of repeated runs: their median and their extremes.
 *
 * @param median the middle one, or the mean of the middle two; NaN of none
 * @param minimum NaN of none
 * @param maximum NaN of none
 * @param runs how many
 */
public record Spread(double median, double minimum, double maximum, int runs) {
    /** The spread of some figures, in whatever order. */
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

    /** For a result file. */
    public Map<String, Object> toMap() {
        return new TreeMap<>(Map.of("median", median, "min", minimum, "max", maximum, "runs", runs));
    }
}
