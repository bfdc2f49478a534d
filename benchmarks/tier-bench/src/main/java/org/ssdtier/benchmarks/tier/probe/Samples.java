package org.ssdtier.benchmarks.tier.probe;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A series of measurements of the same figure. It has a median and extremes only if there is a measurement. */
public final class Samples {
    private static final double NORMAL_95 = 1.96;

    private final List<Double> values = new ArrayList<>();

    /** Returns a series of one measurement. */
    public static Samples of(double value) {
        Samples samples = new Samples();
        samples.add(value);
        return samples;
    }

    /** Adds a measurement. */
    public void add(double value) {
        values.add(value);
    }

    /** Returns the measurements in their order. */
    public List<Double> values() {
        return List.copyOf(values);
    }

    /**
     * Returns the median, which is the mean of the two middle measurements if their number is even.
     *
     * @throws IllegalStateException if there is no measurement
     */
    public double median() {
        List<Double> sorted = sorted();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    /**
     * Returns how far the median may be from a value by chance: the distance of the farther end of its 95 % confidence
     * interval, from order statistics (Conover, Practical Nonparametric Statistics, section 3.2). With fewer than six
     * measurements the interval is the range of all of them.
     */
    public double distanceFrom(double value) {
        List<Double> sorted = sorted();
        int size = sorted.size();
        int rank = (int) Math.max(0, Math.floor(size / 2.0 - NORMAL_95 / 2 * Math.sqrt(size)));
        return Math.max(Math.abs(sorted.get(rank) - value), Math.abs(sorted.get(size - 1 - rank) - value));
    }

    /**
     * Returns the smallest measurement.
     *
     * @throws IllegalStateException if there is none
     */
    public double low() {
        return sorted().get(0);
    }

    /**
     * Returns the largest measurement.
     *
     * @throws IllegalStateException if there is none
     */
    public double high() {
        return sorted().get(values.size() - 1);
    }

    private List<Double> sorted() {
        if (values.isEmpty()) {
            throw new IllegalStateException("measurements=0: a figure needs one");
        }
        List<Double> sorted = new ArrayList<>(values);
        Collections.sort(sorted);
        return sorted;
    }
}
