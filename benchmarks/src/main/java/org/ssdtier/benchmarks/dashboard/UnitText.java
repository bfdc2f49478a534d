package org.ssdtier.benchmarks.dashboard;

import java.util.Locale;

/** Static methods to write a value with a unit of Grafana. */
final class UnitText {
    private static final String[] BYTES = {"B", "KiB", "MiB", "GiB", "TiB"};
    private static final String[] SECONDS = {"ns", "µs", "ms", "s"};

    private UnitText() {}

    /** Returns the text of a value, with few digits. */
    static String of(double value, String unit) {
        return switch (unit) {
            case "bytes" -> scaled(value, 1024, BYTES);
            case "Bps" -> scaled(value, 1024, BYTES) + "/s";
            case "ns" -> scaled(value, 1000, SECONDS);
            case "s" -> scaled(value * 1e9, 1000, SECONDS);
            case "percentunit" -> digits(100 * value) + " %";
            case "rps", "ops", "rowsps" -> plain(value) + "/s";
            default -> plain(value);
        };
    }

    private static String scaled(double value, int base, String[] names) {
        double left = value;
        int name = 0;
        while (Math.abs(left) >= base && name < names.length - 1) {
            left /= base;
            name++;
        }
        return digits(left) + " " + names[name];
    }

    private static String plain(double value) {
        return Math.abs(value) >= 10_000 ? digits(value / 1000) + " k" : digits(value);
    }

    private static String digits(double value) {
        double size = Math.abs(value);
        String text =
                String.format(Locale.ROOT, size >= 100 || size == 0 ? "%.0f" : size >= 10 ? "%.1f" : "%.2f", value);
        return text.contains(".") ? text.replaceFirst("\\.?0+$", "") : text;
    }
}
