package org.ssdtier.benchmarks.tier.probe;

import org.jspecify.annotations.Nullable;

/**
 * One measured figure.
 *
 * @param name what was measured, with its unit last
 * @param value the median, or the only value
 * @param low the smallest of the repetitions
 * @param high the largest of the repetitions
 * @param target what it should be, "at least" or "at most"; null if it is only reported
 * @param met whether it is
 * @param note how it was measured, or what limited it
 */
public record Figure(
        String name, double value, double low, double high, @Nullable String target, boolean met, String note) {

    /** A figure without a target. */
    public static Figure report(String name, Samples samples, String note) {
        return new Figure(name, samples.median(), samples.low(), samples.high(), null, true, note);
    }

    /** A figure that should be at least so much. */
    public static Figure atLeast(String name, Samples samples, double target, String note) {
        return new Figure(
                name, samples.median(), samples.low(), samples.high(), "≥ " + target, samples.median() >= target, note);
    }

    /** A figure that should be at most so much. */
    public static Figure atMost(String name, Samples samples, double target, String note) {
        return new Figure(
                name, samples.median(), samples.low(), samples.high(), "≤ " + target, samples.median() <= target, note);
    }
}
