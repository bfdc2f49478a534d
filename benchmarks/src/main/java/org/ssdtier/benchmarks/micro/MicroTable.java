package org.ssdtier.benchmarks.micro;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.load.TextTable;
import org.ssdtier.benchmarks.report.Json;

/**
 * Static methods to print the results of JMH as a table. Where a benchmark ran on our cache and on another, the other's
 * line ends with the ratio of our operations per second to its.
 */
final class MicroTable {
    /** The parameter that selects the cache. */
    private static final String CACHE = "cache";

    private static final String OURS = "OURS";
    private static final String NOTHING = "";

    private MicroTable() {}

    /**
     * Prints results.
     *
     * @param results results in the format of the process that runs JMH
     * @param gc whether allocation was measured
     */
    static void print(PrintWriter out, List<JsonNode> results, boolean gc) {
        Map<String, Double> ours = new HashMap<>();
        for (JsonNode result : results) {
            if (cache(result).equals(OURS)) {
                ours.put(pair(result), Json.number(result, "score"));
            }
        }
        List<String> heading = new ArrayList<>(List.of("benchmark", "parameters", "score", "±", "unit"));
        if (gc) {
            heading.add("allocated B/op");
        }
        heading.add("ours : it");
        List<List<String>> rows = new ArrayList<>();
        for (JsonNode result : results) {
            List<String> row = new ArrayList<>();
            row.add(Json.string(result, "benchmark"));
            row.add(params(result));
            row.add(number(Json.field(result, "score")));
            row.add(number(Json.field(result, "error")));
            row.add(Json.string(result, "unit"));
            if (gc) {
                row.add(number(Json.field(result, "allocatedBytesPerOp")));
            }
            row.add(ratio(result, ours.get(pair(result))));
            rows.add(row);
        }
        TextTable.print(out, heading, rows);
    }

    private static String cache(JsonNode result) {
        return Json.field(result, "params").path(CACHE).asText(NOTHING);
    }

    /** Returns the name under which a result has the same benchmark and parameters on another cache. */
    private static String pair(JsonNode result) {
        ObjectNode others = Json.field(result, "params").deepCopy();
        others.remove(CACHE);
        return Json.string(result, "benchmark") + " " + others;
    }

    private static String params(JsonNode result) {
        StringJoiner params = new StringJoiner(" ");
        for (Map.Entry<String, JsonNode> param : Json.field(result, "params").properties()) {
            params.add(param.getKey() + "=" + param.getValue().asText());
        }
        return params.toString();
    }

    private static String ratio(JsonNode result, @Nullable Double ours) {
        return ours == null || cache(result).isEmpty() || cache(result).equals(OURS)
                ? NOTHING
                : String.format(Locale.ROOT, "%.2f", Json.number(result, "score") / ours);
    }

    private static String number(JsonNode value) {
        return value.isNull() ? NOTHING : String.format(Locale.ROOT, "%,.1f", value.asDouble());
    }
}
