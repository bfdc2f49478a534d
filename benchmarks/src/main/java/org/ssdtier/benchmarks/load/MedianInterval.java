package org.ssdtier.benchmarks.load;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A confidence interval of a median, from order statistics. It makes no assumption about the distribution, except that
 * the figures are independent. The number of figures below the true median is binomial with probability one half, so
 * the k-th smallest and the k-th largest enclose it with a known probability (Conover, Practical Nonparametric
 * Statistics, section 3.2).
 *
 * @param low lower end; minus infinity if there are too few figures for the confidence
 * @param high upper end; infinity if there are too few figures
 * @param confidence requested probability that the interval encloses the median, 0 to 1
 */
public record MedianInterval(double low, double high, double confidence) {
    private static final double CONFIDENCE = 0.95;

    /** The position of a target relative to the interval. */
    public enum Verdict {
        /** The whole interval is at or above the target. */
        MET,
        /** The whole interval is below the target. */
        MISSED,
        /** The target is within the interval: the rounds do not decide. */
        UNDECIDED;

        /** Returns the word for a table. */
        @Override
        public String toString() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    /** Returns the 95 % interval of the median of some figures, given in any order. */
    public static MedianInterval of(List<Double> figures) {
        double[] sorted =
                figures.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        int rank = rank(sorted.length);
        return rank == 0
                ? new MedianInterval(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, CONFIDENCE)
                : new MedianInterval(sorted[rank - 1], sorted[sorted.length - rank], CONFIDENCE);
    }

    /** Returns the verdict on a figure that should be at least {@code target}. */
    public Verdict atLeast(double target) {
        if (low >= target) {
            return Verdict.MET;
        }
        return high < target ? Verdict.MISSED : Verdict.UNDECIDED;
    }

    /** Returns the entries for a result file; infinite ends are left out. */
    public Map<String, Object> toMap() {
        Map<String, Object> map = new TreeMap<>(Map.of("confidence", confidence));
        if (Double.isFinite(low)) {
            map.put("low", low);
            map.put("high", high);
        }
        return map;
    }

    /**
     * Returns the largest k such that fewer than k successes in n fair trials have at most half of the error
     * probability; or 0.
     */
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
