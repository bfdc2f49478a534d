package org.ssdtier.benchmarks.tier.probe;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A measured figure.
 *
 * @param name name of the figure, with its unit last
 * @param value the median, or the only value
 * @param low the smallest of the repetitions
 * @param high the largest of the repetitions
 * @param target minimum or maximum value; null if the figure is only reported
 * @param met whether the target was met
 * @param note method of measurement, or limiting factor
 * @param samples every repetition, in the order of measurement
 */
public record Figure(
        String name,
        double value,
        double low,
        double high,
        @Nullable String target,
        boolean met,
        String note,
        List<Double> samples) {
    /** Copies the samples. */
    public Figure {
        samples = List.copyOf(samples);
    }

    /** Returns a figure without a target. */
    public static Figure report(String name, Samples samples, String note) {
        return of(name, samples, null, true, note);
    }

    /** Returns a figure with a minimum. */
    public static Figure atLeast(String name, Samples samples, double target, String note) {
        return of(name, samples, "≥ " + target, samples.median() >= target, note);
    }

    /** Returns a figure with a maximum. */
    public static Figure atMost(String name, Samples samples, double target, String note) {
        return of(name, samples, "≤ " + target, samples.median() <= target, note);
    }

    /** Returns this figure under another name. */
    public Figure named(String newName) {
        return new Figure(newName, value, low, high, target, met, note, samples);
    }

    private static Figure of(String name, Samples samples, @Nullable String target, boolean met, String note) {
        return new Figure(name, samples.median(), samples.low(), samples.high(), target, met, note, samples.values());
    }
}
