package org.ssdtier.benchmarks.streams;

import java.util.Locale;

/** Static methods for the figures of tables. */
final class StreamsFormat {
    private static final double SECTORS_PER_MEBIBYTE = 256;

    private StreamsFormat() {}

    static String format(String form, Object... values) {
        return String.format(Locale.ROOT, form, values);
    }

    static double mebibytes(long sectors) {
        return sectors / SECTORS_PER_MEBIBYTE;
    }

    /**
     * Returns the bytes that wear a drive out, as a multiple of those in the arm with one stream; NaN if nothing is erased.
     *
     * @param erasures units erased for each sector written
     * @param normal the same in the arm with one stream
     */
    static double lifetime(double erasures, double normal) {
        return erasures > 0 && normal > 0 ? normal / erasures : Double.NaN;
    }

    static String formatLifetime(double lifetime) {
        return Double.isNaN(lifetime) ? "–" : format("%.2f", lifetime);
    }
}
