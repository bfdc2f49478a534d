package org.ssdtier.benchmarks.scaling;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The growth of a figure with the number of rows in the index: a line through the two largest sizes.
 *
 * @param name name of the figure
 * @param perMillion growth with each million rows
 * @param atLargest figure of the largest size
 * @param largest the largest size, rows
 * @param error how much a line through the other sizes deviates at the largest one, as a fraction of what was seen there;
 *     not a number with fewer than three sizes
 */
record Growth(String name, double perMillion, double atLargest, long largest, double error) {
    private static final double MILLION = 1e6;

    /** Returns the growth of a figure over at least two sizes in ascending order. */
    static Growth of(String name, List<ScalingPoint> points, ToDoubleFunction<ScalingPoint> figure) {
        int last = points.size() - 1;
        ScalingPoint largest = points.get(last);
        double seen = figure.applyAsDouble(largest);
        double error = Double.NaN;
        if (last >= 2) {
            double slope = slope(points.get(last - 2), points.get(last - 1), figure);
            ScalingPoint before = points.get(last - 1);
            double predicted = figure.applyAsDouble(before) + slope * (largest.entries() - before.entries());
            error = predicted / seen - 1;
        }
        double slope = slope(points.get(last - 1), largest, figure);
        return new Growth(name, slope * MILLION, seen, largest.entries(), error);
    }

    private static double slope(ScalingPoint small, ScalingPoint large, ToDoubleFunction<ScalingPoint> figure) {
        return (figure.applyAsDouble(large) - figure.applyAsDouble(small)) / (large.entries() - small.entries());
    }

    /** Returns the figure at another number of rows. */
    double at(double rows) {
        return atLargest + perMillion * (rows - largest) / MILLION;
    }
}
