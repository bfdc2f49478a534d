package org.ssdtier.benchmarks.tier;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/** Static methods to print the figures of probes as a table: median, spread, target, note. */
public final class ProbeTable {
    private ProbeTable() {}

    /**
     * Prints figures.
     *
     * @param figures figures in the format written by the probes
     */
    public static void print(PrintWriter out, List<JsonNode> figures) {
        out.printf("%-50s %14s %27s %10s %-6s %s%n", "figure", "median", "low … high", "target", "", "note");
        for (JsonNode figure : figures) {
            boolean hasTarget = figure.hasNonNull("target");
            out.printf(
                    Locale.ROOT,
                    "%-50s %14s %27s %10s %-6s %s%n",
                    figure.get("name").asText(),
                    number(figure.get("value").asDouble()),
                    number(figure.get("low").asDouble()) + " … "
                            + number(figure.get("high").asDouble()),
                    hasTarget ? figure.get("target").asText() : "",
                    hasTarget ? (figure.get("met").asBoolean() ? "met" : "MISSED") : "",
                    figure.get("note").asText());
        }
        out.flush();
    }

    private static String number(double value) {
        if (value != 0 && Math.abs(value) < 0.01) {
            return String.format(Locale.ROOT, "%.2e", value);
        }
        return String.format(Locale.ROOT, Math.abs(value) >= 1000 ? "%,.0f" : "%.3f", value);
    }
}
