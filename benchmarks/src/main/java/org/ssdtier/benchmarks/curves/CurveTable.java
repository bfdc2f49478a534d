package org.ssdtier.benchmarks.curves;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;
import org.ssdtier.benchmarks.report.Json;

/** A Markdown table with one line per case. */
final class CurveTable {
    /** The heading: the names of the columns and the line below them. */
    static final String HEADER =
            "| rows | memory + SSD | shift | writes | admission | ideal | ours | memory | SSD | ours/ideal | last tenth"
                    + " | SSD of misses | perfect LFU | W-TinyLFU | LRU | write amp. | copies | admitted | rejected |\n"
                    + "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|";

    private CurveTable() {}

    /** Returns the line of a case. */
    static String line(JsonNode one) {
        double rows = Json.number(one, "rows");
        JsonNode windows = Json.field(one, "windows");
        double last = windows.get(windows.size() - 1).asDouble();
        return String.format(
                Locale.ROOT,
                "| %s | %s + %s | %s | %s %s | %s | %.3f | %.3f | %.3f | %.3f | %.3f | %.3f | %.3f | %.3f | %.3f | %.3f | %.2f | %.2f | %,d"
                        + " | %,d |",
                rows(rows),
                percent(Json.number(one, "memory_rows") / rows),
                percent(Json.number(one, "ssd_rows") / rows),
                shift(Json.number(one, "shift_requests") / rows),
                percent(Json.number(one, "write_share")),
                Json.string(one, "policy"),
                Json.string(one, "admission"),
                Json.number(one, "ideal"),
                Json.number(one, "ours"),
                Json.number(one, "ours_memory"),
                Json.number(one, "ours_ssd"),
                Json.number(one, "ours_to_ideal"),
                last,
                Json.number(one, "ssd_share_of_misses"),
                Json.number(one, "frequency"),
                Json.number(one, "tiny_lfu"),
                Json.number(one, "lru"),
                Json.number(one, "write_amplification"),
                Json.number(one, "copies_to_writes"),
                (long) Json.number(one, "admitted"),
                (long) Json.number(one, "rejected_first_sight"));
    }

    private static String rows(double rows) {
        return rows >= 1_000_000
                ? String.format(Locale.ROOT, "%.4g M", rows / 1_000_000).replaceAll("\\.?0+ M", " M")
                : String.format(Locale.ROOT, "%,.0f", rows);
    }

    private static String shift(double requestsPerRow) {
        return requestsPerRow == 0
                ? "–"
                : String.format(Locale.ROOT, "%.3f", requestsPerRow).replaceAll("\\.?0+$", "");
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.2f", share * 100).replaceAll("\\.?0+$", "") + " %";
    }
}
