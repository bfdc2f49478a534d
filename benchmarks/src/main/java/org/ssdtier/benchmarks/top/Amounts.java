package org.ssdtier.benchmarks.top;

import java.util.Locale;

/** Static methods to write numbers in few columns. */
final class Amounts {
    private static final String[] THOUSANDS = {"", "k", "M", "G", "T"};
    private static final String[] BINARY = {"B", "K", "M", "G", "T"};
    private static final double NO_FRACTION = 100;
    private static final double UNSCALED = 10_000;

    private Amounts() {}

    /** Formats a rate: as it is below 10,000, then in thousands and so on. */
    static String rate(double perSecond) {
        if (Math.abs(perSecond) < UNSCALED) {
            boolean isSmall = perSecond != 0 && Math.abs(perSecond) < 10;
            return String.format(Locale.ROOT, isSmall ? "%.1f" : "%.0f", perSecond);
        }
        return scaled(perSecond, 1_000, THOUSANDS);
    }

    /** Formats bytes in the largest binary unit. */
    static String bytes(double bytes) {
        return Math.abs(bytes) < 1024 ? String.format(Locale.ROOT, "%.0fB", bytes) : scaled(bytes, 1024, BINARY);
    }

    /** Formats a time in µs, ms or s; a hyphen for none. */
    static String time(double nanos) {
        if (nanos <= 0) {
            return "-";
        }
        if (nanos < 1e6) {
            return String.format(Locale.ROOT, "%.0fus", nanos / 1e3);
        }
        return nanos < 1e9
                ? String.format(Locale.ROOT, nanos < 1e8 ? "%.1fms" : "%.0fms", nanos / 1e6)
                : String.format(Locale.ROOT, "%.1fs", nanos / 1e9);
    }

    /** Formats a share in percent, without the sign. */
    static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f", 100 * share);
    }

    private static String scaled(double value, int base, String[] units) {
        double number = value;
        int unit = 0;
        while (Math.abs(number) >= base && unit < units.length - 1) {
            number /= base;
            unit++;
        }
        return String.format(Locale.ROOT, number < NO_FRACTION ? "%.1f%s" : "%.0f%s", number, units[unit]);
    }
}
