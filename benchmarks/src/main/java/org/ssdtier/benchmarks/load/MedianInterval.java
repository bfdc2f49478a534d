package org.ssdtier.benchmarks.load;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A confidence interval of a median, from order statistics: it assumes nothing of the distribution, only that the figures are
 * independent. The number of figures below the true median is binomial with probability one half, so the k-th smallest and the
 * k-th largest enclose it with a probability that is known (Conover, Practical Nonparametric Statistics, section 3.2).
 *
 * @param low the lower end; minus infinity if there are too few figures for the confidence
 * @param high the upper end; infinity if there are too few figures
 * @param confidence the probability with which the interval was asked to enclose the median, 0 to 1
 */
public record MedianInterval(double low, double high, double confidence) {
    private static final double CONFIDENCE = 0.95;

    /** Where a target lies. */
    public enum Verdict {
        /** The whole interval is at or above the target. */
        MET,
        /** The whole interval is below the target. */
        MISSED,
        /** The target lies within the interval: the rounds do not tell. */
        UNDECIDED;

        /** The word for a table. */
        @Override
        public String toString() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    /** Returns the 95 % interval of the median of some figures, in whatever order. */
    public static MedianInterval of(List<Double> figures) {
        double[] sorted =
                figures.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        int rank = rank(sorted.length);
        return rank == 0
                ? new MedianInterval(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, CONFIDENCE)
                : new MedianInterval(sorted[rank - 1], sorted[sorted.length - rank], CONFIDENCE);
    }

    /** Returns what the interval says of a figure that is to be at least {@code target}. */
    public Verdict atLeast(double target) {
        if (low >= target) {
            return Verdict.MET;
        }
        return high < target ? Verdict.MISSED : Verdict.UNDECIDED;
    }

    /** For a result file; an end that is infinite is left out. */
    public Map<String, Object> toMap() {
        Map<String, Object> map = new TreeMap<>(Map.of("confidence", confidence));
        if (Double.isFinite(low)) {
            map.put("low", low);
            map.put("high", high);
        }
        return map;
    }

    /** The largest k for which fewer than k successes of n fair trials have at most half of the error's probability; or 0. */
    private static int rank(int n) {
        double term = Math.pow(0.5, n);
        double below = term;
        int rank = 0;
        while (below <= (1 - CONFIDENCE) / 2) {
            rank++;
            term *= (double) (n - rank + 1) / rank;
            below += term;
        }
        return rank;
    }
}
