package org.ssdtier.benchmarks.experiment;

import java.util.List;
import java.util.Locale;

/**
 * The figures of a run as a printable table: one row for each arm and mix, medians of the rounds. A ratio to the baseline
 * has a star if it differs from 1 beyond noise: {@link ResultCell#differs}.
 *
 * @param result figures of the run
 */
record MixTable(ExperimentResult result) {
    static final List<String> HEADING = List.of(
            "Reads",
            "Arm",
            "Requests/s",
            "to baseline",
            "to best stock",
            "Mean read",
            "to baseline",
            "p50",
            "p99",
            "Hits",
            "memory + SSD",
            "of ideal",
            "Time in misses",
            "Disk reads/request",
            "Cores busy");
    private static final double MICROS_PER_MILLI = 1_000;

    /** Returns the rows, each with as many cells as the heading. */
    List<List<String>> rows() {
        return result.cells().stream().map(this::row).toList();
    }

    private List<String> row(ResultCell cell) {
        Arm arm = cell.arm();
        double hits = cell.median("hit_ratio");
        return List.of(
                text("%d %%", cell.readPercent()),
                arm.name(),
                text("%,.0f", cell.median("requests_per_second")),
                toBaseline(cell, RatioFigure.THROUGHPUT),
                toBestStock(cell),
                text("%.2f ms", cell.median("read_mean_us") / MICROS_PER_MILLI),
                toBaseline(cell, RatioFigure.READ_MEAN),
                text("%.2f ms", cell.readP50Micros() / MICROS_PER_MILLI),
                text("%.2f ms", cell.readP99Micros() / MICROS_PER_MILLI),
                text("%.3f", hits),
                arm.hasSsd() ? text("%.3f + %.3f", cell.median("hit_ratio_memory"), cell.median("hit_ratio_ssd")) : "",
                hits == 0 ? "" : text("%.3f", hits / ideal(arm)),
                hits == 0 || !cell.has("miss_time_share") ? "" : text("%.0f %%", 100 * cell.median("miss_time_share")),
                text("%.3f", cell.median("disk_reads_per_request")),
                text("%.0f %%", 100 * cell.median("machine_cpu")) + (cell.isCpuLimited() ? " (limit)" : ""));
    }

    private String toBaseline(ResultCell cell, RatioFigure figure) {
        return result.ratioToBaseline(cell, figure)
                .map(ratio -> text("%.2f", ratio.median()) + (result.differsFromBaseline(cell, figure) ? " *" : ""))
                .orElse("");
    }

    private String toBestStock(ResultCell cell) {
        return result.bestStock(cell)
                .flatMap(stock -> cell.ratio(RatioFigure.THROUGHPUT, stock)
                        .map(ratio -> text("%.2f (%s)", ratio.median(), stock.name())))
                .orElse("");
    }

    /** Returns the hit ratio of a cache of the most popular rows, as many as the arm has bytes for. */
    private double ideal(Arm arm) {
        return Shares.idealOfRows(
                result.run().dataset().rows(), result.run().plan().budget().rowsHeld(arm));
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
