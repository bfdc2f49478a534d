package org.ssdtier.benchmarks.curves;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;

/** A Markdown table with one line per case. */
final class CurveTable {
    /** The heading: the names of the columns and the line below them. */
    static final String HEADER =
            "| rows | memory + SSD | writes | admission | ideal | ours | memory | SSD | ours/ideal | last tenth"
                    + " | SSD of misses | perfect LFU | LRU | write amp. | copies | admitted | rejected |\n"
                    + "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|";

    private CurveTable() {}

    /** Returns the line of a case. */
    static String line(JsonNode one) {
        double rows = one.get("rows").asDouble();
        JsonNode windows = one.get("windows");
        double last = windows.get(windows.size() - 1).asDouble();
        return String.format(
                Locale.ROOT,
                "| %s | %s + %s | %s %s | %s | %.3f | %.3f | %.3f | %.3f | %.3f | %.3f | %.3f | %.3f | %.3f | %.2f | %.2f | %,d"
                        + " | %,d |",
                rows(rows),
                percent(one.get("memory_rows").asDouble() / rows),
                percent(one.get("ssd_rows").asDouble() / rows),
                percent(one.get("write_share").asDouble()),
                one.get("policy").asText(),
                one.get("admission").asText(),
                one.get("ideal").asDouble(),
                one.get("ours").asDouble(),
                one.get("ours_memory").asDouble(),
                one.get("ours_ssd").asDouble(),
                one.get("ours_to_ideal").asDouble(),
                last,
                one.get("ssd_share_of_misses").asDouble(),
                one.get("frequency").asDouble(),
                one.get("lru").asDouble(),
                one.get("write_amplification").asDouble(),
                one.get("copies_to_writes").asDouble(),
                one.get("admitted").asLong(),
                one.get("rejected_first_sight").asLong());
    }

    private static String rows(double rows) {
        return rows >= 1_000_000
                ? String.format(Locale.ROOT, "%.4g M", rows / 1_000_000).replaceAll("\\.?0+ M", " M")
                : String.format(Locale.ROOT, "%,.0f", rows);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.2f", share * 100).replaceAll("\\.?0+$", "") + " %";
    }
}
