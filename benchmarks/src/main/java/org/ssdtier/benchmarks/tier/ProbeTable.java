package org.ssdtier.benchmarks.tier;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import org.ssdtier.benchmarks.report.Json;

/** Static methods to print the figures of probes as a table: median, spread, target, note. */
public final class ProbeTable {
    private ProbeTable() {}

    /** Returns whether there are figures and all their targets are met; if not, the command exits with 1. */
    public static boolean areMet(List<JsonNode> figures) {
        return !figures.isEmpty() && figures.stream().allMatch(ProbeTable::isMet);
    }

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
                    Json.string(figure, "name"),
                    number(Json.number(figure, "value")),
                    number(Json.number(figure, "low")) + " … " + number(Json.number(figure, "high")),
                    hasTarget ? Json.string(figure, "target") : "",
                    hasTarget ? (isMet(figure) ? "met" : "MISSED") : "",
                    Json.string(figure, "note"));
        }
        out.flush();
    }

    private static boolean isMet(JsonNode figure) {
        return !figure.hasNonNull("target") || Json.field(figure, "met").asBoolean();
    }

    private static String number(double value) {
        if (value != 0 && Math.abs(value) < 0.01) {
            return String.format(Locale.ROOT, "%.2e", value);
        }
        return String.format(Locale.ROOT, Math.abs(value) >= 1000 ? "%,.0f" : "%.3f", value);
    }
}
