package org.ssdtier.benchmarks.cluster;

import java.util.Locale;
import java.util.OptionalDouble;
import org.ssdtier.benchmarks.load.Latency;
import org.ssdtier.benchmarks.load.Spread;

/** Static methods to print figures in the tables of a result. */
final class Words {
    static final String NO_FIGURE = "–";

    private static final double MICROS_PER_MILLI = 1_000;

    /** The number of values beyond a percentile below which it says nothing. */
    private static final int LEAST_BEYOND = 10;

    private Words() {}

    static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    static String number(String format, OptionalDouble value) {
        return value.isPresent() ? text(format, value.getAsDouble()) : NO_FIGURE;
    }

    static String ratio(Spread ratio) {
        return ratio.runs() == 0 ? NO_FIGURE : text("%.2f", ratio.median());
    }

    /** Returns whether enough values lie beyond the 99th percentile. */
    static boolean hasP99(Latency latency) {
        return latency.count() * 0.01 >= LEAST_BEYOND - 1e-6;
    }

    /** Returns the 99th percentile, or no figure if too few values lie beyond it. */
    static String p99(Latency latency) {
        return hasP99(latency) ? text("%.2f ms", latency.p99Micros() / MICROS_PER_MILLI) : NO_FIGURE;
    }

    /** Returns the 99th percentile in ms for a drawing; not a number if too few values lie beyond it. */
    static double p99Millis(Latency latency) {
        return hasP99(latency) ? latency.p99Micros() / MICROS_PER_MILLI : Double.NaN;
    }
}
