package org.ssdtier.benchmarks.load;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A confidence interval of a median, from order statistics. The number of figures below the true median is binomial with
 * probability one half, so the k-th smallest and the k-th largest enclose it with a known probability (Conover, Practical
 * Nonparametric Statistics, section 3.2). Fewer than six figures have no 95 % interval.
 *
 * <p>It assumes nothing about the distribution, but that the figures are independent. The rounds of a measurement are
 * nearly so for two reasons: their figures are ratios of arms in the same round, so that what changes slowly, such as the
 * load of the host or the age of the table, is in both; and the arms' order, {@link WilliamsOrder}, gives no arm a fixed
 * place or predecessor, so that what is left of such a drift changes its sign from round to round.
 *
 * <p>This is checked from eight figures: an autocorrelation above the one-sided 95 % limit of independent figures, which
 * is (1.645 √(n-2) - 1) / (n-1), means that neighbouring rounds are alike (Anderson, Distribution of the serial correlation
 * coefficient, 1942). There are then fewer independent figures than rounds, and the interval is withheld, also that of at
 * most one in twenty independent series. Among fewer figures even a strong dependence is seldom seen, so they are not
 * checked.
 *
 * @param low lower end; minus infinity if there are too few figures for the confidence, or the interval is withheld
 * @param high upper end; infinity if there are too few figures, or the interval is withheld
 * @param confidence requested probability that the interval encloses the median, 0 to 1
 * @param autocorrelation autocorrelation of the figures at a lag of one, -1 to 1; NaN if it was not checked
 */
public record MedianInterval(double low, double high, double confidence, double autocorrelation) {
    private static final double CONFIDENCE = 0.95;
    private static final double NORMAL_95 = 1.645;
    private static final int LEAST_CHECKED = 8;

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

    /**
     * Returns the 95 % interval of the median of some figures, without ends if neighbouring figures are alike.
     *
     * @param figures the figures in the order of their rounds
     */
    public static MedianInterval of(List<Double> figures) {
        MedianInterval interval = ofIndependent(figures);
        int count = figures.size();
        if (count < LEAST_CHECKED) {
            return interval;
        }
        double autocorrelation = autocorrelation(figures);
        double limit = (NORMAL_95 * Math.sqrt(count - 2) - 1) / (count - 1);
        return autocorrelation > limit
                ? unknown(autocorrelation)
                : new MedianInterval(interval.low, interval.high, CONFIDENCE, autocorrelation);
    }

    /**
     * Returns the 95 % interval of the median of figures that are taken to be independent. For a noise that other figures
     * are allowed: without ends, it would allow everything.
     *
     * @param figures the figures in any order
     */
    public static MedianInterval ofIndependent(List<Double> figures) {
        double[] sorted =
                figures.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        int rank = rank(sorted.length);
        return rank == 0
                ? unknown(Double.NaN)
                : new MedianInterval(sorted[rank - 1], sorted[sorted.length - rank], CONFIDENCE, Double.NaN);
    }

    private static MedianInterval unknown(double autocorrelation) {
        return new MedianInterval(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, CONFIDENCE, autocorrelation);
    }

    /**
     * Returns the autocorrelation at a lag of one; NaN if all figures are equal. Deviations are taken from the first figure
     * beforehand, so that rounding does not make equal figures differ from their mean.
     */
    private static double autocorrelation(List<Double> figures) {
        double first = figures.get(0);
        double[] deviations =
                figures.stream().mapToDouble(figure -> figure - first).toArray();
        double mean = 0;
        for (double deviation : deviations) {
            mean += deviation / deviations.length;
        }
        double products = 0;
        double squares = 0;
        double previous = 0;
        for (double deviation : deviations) {
            double current = deviation - mean;
            products += previous * current;
            squares += current * current;
            previous = current;
        }
        return products / squares;
    }

    /**
     * Returns the verdict on figures whose median should be at least {@code target}. An interval that is withheld cannot show
     * that a target is met, and does not excuse one that independent figures would have missed.
     *
     * @param figures the figures in the order of their rounds
     */
    public static Verdict atLeast(List<Double> figures, double target) {
        Verdict verdict = of(figures).atLeast(target);
        return ofIndependent(figures).atLeast(target) == Verdict.MISSED ? Verdict.MISSED : verdict;
    }

    /** Returns the verdict on a figure that should be at least {@code target}. */
    public Verdict atLeast(double target) {
        if (low >= target) {
            return Verdict.MET;
        }
        return high < target ? Verdict.MISSED : Verdict.UNDECIDED;
    }

    /** Returns the entries for a result file; infinite ends and an unknown autocorrelation are left out. */
    public Map<String, Object> toMap() {
        Map<String, Object> map = new TreeMap<>(Map.of("confidence", confidence));
        if (Double.isFinite(low)) {
            map.put("low", low);
            map.put("high", high);
        }
        if (Double.isFinite(autocorrelation)) {
            map.put("autocorrelation", autocorrelation);
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
