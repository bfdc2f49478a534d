package org.ssdtier.node.doctor;

import java.util.Locale;

/** Static methods to read and write amounts as operators do. */
final class Amounts {
    private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB"};

    private Amounts() {}

    /** Formats bytes in the largest unit that leaves a number of at least 1. */
    static String bytes(long bytes) {
        double number = (double) bytes;
        int unit = 0;
        while (Math.abs(number) >= 1024 && unit < UNITS.length - 1) {
            number /= 1024;
            unit++;
        }
        return String.format(Locale.ROOT, unit == 0 || number >= 100 ? "%.0f %s" : "%.1f %s", number, UNITS[unit]);
    }

    /** Formats a share in percent. */
    static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }

    /** Formats a number with one decimal. */
    static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}
