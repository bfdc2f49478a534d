package org.ssdtier.benchmarks.threads;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.ssdtier.benchmarks.brief.HitShares;
import org.ssdtier.benchmarks.load.Latency;
import org.ssdtier.benchmarks.load.Spread;

/**
 * All figures of a result: a row for each workload, number of threads and arm; medians of the rounds.
 *
 * @param result the result
 */
record CellTable(ThreadsResult result) {
    static final List<String> HEADING = List.of(
            "Workload",
            "Threads",
            "Arm",
            "Requests/s",
            "to hdd",
            "Device time",
            "to hdd",
            "p50",
            "p99",
            "p99.9",
            "Hits: memory + SSD",
            "Reads/request: data + SSD tier",
            "Process + page cache, MiB",
            "Cores busy");

    /** The number of values beyond a percentile below which it says nothing. */
    private static final int LEAST_BEYOND = 10;

    private static final double MICROS_PER_MILLI = 1_000;
    private static final double MEBIBYTE = 1 << 20;
    private static final String NO_FIGURE = "–";

    /** Returns the rows, each with as many cells as the heading. */
    List<List<String>> rows() {
        List<List<String>> rows = new ArrayList<>();
        for (ThreadsResult.Row row : result.rows()) {
            for (ThreadsArm arm : result.arms()) {
                if (!result.of(row, arm).isEmpty()) {
                    rows.add(row(row, arm));
                }
            }
        }
        return rows;
    }

    private List<String> row(ThreadsResult.Row row, ThreadsArm arm) {
        Latency latency = result.latency(row, arm);
        double memory = median(row, arm, cell -> cell.hits().memory());
        double ssd = median(row, arm, cell -> cell.hits().ssd());
        double data = median(row, arm, cell -> cell.devices().data().reads());
        double cache = median(row, arm, cell -> cell.devices().cache().reads());
        return List.of(
                row.workload().name(),
                Integer.toString(row.threads()),
                arm.toString(),
                text("%,.0f", median(row, arm, CellResult::requestsPerSecond)),
                toHdd(row, arm, CellResult::requestsPerSecond),
                text("%.3f ms", median(row, arm, CellResult::deviceMicros) / MICROS_PER_MILLI),
                toHdd(row, arm, CellResult::deviceMicros),
                percentile(latency, 50, latency.p50Micros()),
                percentile(latency, 99, latency.p99Micros()),
                percentile(latency, 99.9, latency.p999Micros()),
                arm.hasRowCache()
                        ? text("%.3f + %.3f", memory, ssd)
                                + HitShares.outages(result.of(row, arm).stream().map(CellResult::hits))
                        : NO_FIGURE,
                arm.hasTier() ? text("%.3f + %.3f", data, cache) : text("%.3f", data),
                text(
                        "%,.0f + %,.0f",
                        median(row, arm, CellResult::processBytes) / MEBIBYTE,
                        median(row, arm, CellResult::pageCacheBytes) / MEBIBYTE),
                text("%.0f %%", 100 * median(row, arm, cell -> cell.cpu().machine()))
                        + (result.limitedByCpu(row, arm) ? " (limit)" : ""));
    }

    private String toHdd(ThreadsResult.Row row, ThreadsArm arm, ToDoubleFunction<CellResult> figure) {
        Spread ratio = result.ratio(row, arm, ThreadsArm.HDD, figure);
        return ratio.runs() == 0 ? NO_FIGURE : text("%.2f", ratio.median());
    }

    private double median(ThreadsResult.Row row, ThreadsArm arm, ToDoubleFunction<CellResult> figure) {
        return result.spread(row, arm, figure).median();
    }

    /** Returns a percentile, or no figure if too few values lie beyond it. */
    static String percentile(Latency latency, double percent, long micros) {
        boolean isKnown = latency.count() * (100 - percent) / 100 >= LEAST_BEYOND - 1e-6;
        return isKnown ? text("%.2f ms", micros / MICROS_PER_MILLI) : NO_FIGURE;
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
