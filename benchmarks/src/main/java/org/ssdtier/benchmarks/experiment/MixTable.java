package org.ssdtier.benchmarks.experiment;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.ssdtier.benchmarks.brief.HitShares;

/**
 * The figures of a run as a printable table: one row for each arm and mix, medians of the rounds. A ratio has a star if it
 * differs from 1 beyond noise: {@link Ratio#differs}. Percentiles have tables of their own, by how they were measured.
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
            "to best stock",
            "Hits",
            "memory + SSD",
            "of ideal",
            "Time in misses",
            "Disk reads/request",
            "Cores busy",
            "Memory to baseline");
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
                toBestStock(cell, RatioFigure.THROUGHPUT),
                text("%.2f ms", cell.median("read_mean_us") / MICROS_PER_MILLI),
                toBaseline(cell, RatioFigure.READ_MEAN),
                toBestStock(cell, RatioFigure.READ_MEAN),
                text("%.3f", hits) + outages(cell),
                arm.hasSsd() ? text("%.3f + %.3f", cell.median("hit_ratio_memory"), cell.median("hit_ratio_ssd")) : "",
                hits == 0 ? "" : RowsSection.ofIdeal(cell, result.ideal(cell)),
                hits == 0 || !cell.has("miss_time_share") ? "" : text("%.0f %%", 100 * cell.median("miss_time_share")),
                text("%.3f", cell.median("disk_reads_per_request")),
                text("%.0f %%", 100 * cell.median("machine_cpu")) + (cell.isCpuLimited() ? " (limit)" : ""),
                memory(cell));
    }

    private String toBaseline(ResultCell cell, RatioFigure figure) {
        return result.ratioToBaseline(cell, figure).map(Ratio::words).orElse("");
    }

    private String toBestStock(ResultCell cell, RatioFigure figure) {
        return result.ratioToBestStock(cell, figure)
                .flatMap(ratio -> result.bestStock(cell).map(stock -> text("%s (%s)", ratio.words(), stock.name())))
                .orElse("");
    }

    private static String outages(ResultCell cell) {
        return cell.has(CellFields.OUTAGES) ? HitShares.remark((long) cell.number(CellFields.OUTAGES)) : "";
    }

    private String memory(ResultCell cell) {
        OptionalDouble ratio = result.memoryToBaseline(cell);
        return ratio.isPresent() ? MemorySection.words(ratio.getAsDouble()) : "–";
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
