package org.ssdtier.node.nodetool;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A formatter of the curve of hit rates by size: tables of numbers, and what each step would bring in words. */
final class CurveReport {
    private static final String[] UNITS = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB"};
    private static final long FEWEST_READS = 2_000;
    private static final double FILLED = 0.95;

    private final StringBuilder text = new StringBuilder();

    private CurveReport() {}

    /**
     * Returns the report.
     *
     * @param curve the curve, as the MBean returns it
     */
    static String text(Map<String, Object> curve) {
        CurveReport report = new CurveReport();
        report.sample(curve);
        report.curve("SSD", list(curve, "ssd"));
        report.curve("Memory", list(curve, "memory"));
        report.words(list(curve, "ssd"), "SSD");
        report.words(list(curve, "memory"), "memory");
        report.notFilled(list(curve, "ssd"));
        list(curve, "uncachedTables").forEach(report::uncached);
        return report.text.toString();
    }

    private void sample(Map<String, Object> curve) {
        double rate = number(curve, "sampleRate");
        line(
                "SSD row cache: hit rates at other sizes, estimated from %,d sampled reads, of one key in %,d",
                (long) number(curve, "sampledReads"), rate == 0 ? 0 : Math.round(1 / rate));
        line("reads per second of the cached tables: %,.0f", number(curve, "readsPerSecond"));
        if (number(curve, "sampledReads") < FEWEST_READS) {
            line("Too few reads for an estimate: at least %,d sampled ones are needed.", FEWEST_READS);
        }
        if (number(curve, "droppedSamples") > 0) {
            line(
                    "samples dropped since the start, because their queue was full: %,d",
                    (long) number(curve, "droppedSamples"));
        }
    }

    private void curve(String title, List<Map<String, Object>> points) {
        if (points.isEmpty()) {
            return;
        }
        line("");
        line("%-6s %14s %12s %12s %12s %12s", title, "size", "memory hits", "all hits", "misses/s", "SSD filled");
        for (Map<String, Object> point : points) {
            line(
                    "%-6s %14s %10.1f %% %10.1f %% %12s %10.0f %%",
                    factor(point),
                    size(number(point, "bytes")),
                    100 * number(point, "memoryHitRate"),
                    100 * number(point, "hitRate"),
                    String.format(Locale.ROOT, "%,.0f", number(point, "missesPerSecond")),
                    100 * number(point, "fill"));
        }
    }

    /** Adds a line for each other size: the gain or loss of hits and disk reads compared with today's size. */
    private void words(List<Map<String, Object>> points, String tier) {
        Map<String, Object> today = today(points);
        if (today == null) {
            return;
        }
        line("");
        for (Map<String, Object> point : points) {
            if (point != today) {
                double bytes = number(point, "bytes") - number(today, "bytes");
                double hits = 100 * (number(point, "hitRate") - number(today, "hitRate"));
                double misses = number(today, "missesPerSecond") - number(point, "missesPerSecond");
                line(
                        "%s%s of %s = %+.1f points of hits = %,.0f disk reads a second %s",
                        bytes < 0 ? "-" : "+",
                        size(Math.abs(bytes)),
                        tier,
                        hits,
                        Math.abs(misses),
                        misses < 0 ? "more" : "fewer");
            }
        }
    }

    private void notFilled(List<Map<String, Object>> points) {
        for (Map<String, Object> point : points) {
            if (number(point, "fill") < FILLED) {
                line("");
                line(
                        "An SSD of %s is filled to %.0f %% in the estimate: either all rows that are read fit, or its hit",
                        size(number(point, "bytes")), 100 * number(point, "fill"));
                line("rate still rises. Print the curve again later.");
                return;
            }
        }
    }

    private void uncached(Map<String, Object> table) {
        line("");
        line(
                "%s is not cached: %,.0f reads per second; %,d sampled reads. Cached, with today's memory:",
                table.get("table"), number(table, "readsPerSecond"), (long) number(table, "sampledReads"));
        if (number(table, "sampledReads") < FEWEST_READS) {
            line("Too few reads for an estimate: at least %,d sampled ones are needed.", FEWEST_READS);
        }
        curve("SSD", list(table, "ssd"));
    }

    private static @Nullable Map<String, Object> today(List<Map<String, Object>> points) {
        return points.stream()
                .filter(point -> number(point, "factor") == 1)
                .findFirst()
                .orElse(null);
    }

    private static String factor(Map<String, Object> point) {
        double factor = number(point, "factor");
        return factor < 1 ? "1/" + Math.round(1 / factor) + " ×" : Math.round(factor) + " ×";
    }

    private static String size(double bytes) {
        double number = bytes;
        int unit = 0;
        while (number >= 1024 && unit < UNITS.length - 1) {
            number /= 1024;
            unit++;
        }
        return String.format(Locale.ROOT, unit == 0 ? "%.0f %s" : "%.1f %s", number, UNITS[unit]);
    }

    private static double number(Map<String, Object> map, String key) {
        return ((Number) map.get(key)).doubleValue();
    }

    @SuppressWarnings("unchecked") // the MBean documents the types
    private static List<Map<String, Object>> list(Map<String, Object> map, String key) {
        return (List<Map<String, Object>>) map.get(key);
    }

    private void line(String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
