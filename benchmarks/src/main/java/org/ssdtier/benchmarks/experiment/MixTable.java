package org.ssdtier.benchmarks.experiment;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * The figures of a run as a printable table: one row for each arm and mix, medians of the rounds.
 *
 * @param run the run
 * @param comparison results of the run
 */
record MixTable(RunDirectory.Run run, Comparison comparison) {
    static final List<String> HEADING = List.of(
            "Reads",
            "Arm",
            "Requests/s",
            "to baseline",
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
        return comparison.cells().stream()
                .map(cell -> row(cell.arm(), cell.readPercent()))
                .toList();
    }

    private List<String> row(Arm arm, int readPercent) {
        Latency reads = comparison.reads(arm, readPercent);
        double hits = median(arm, readPercent, result -> result.hits().total());
        return List.of(
                text("%d %%", readPercent),
                arm.name(),
                text("%,.0f", median(arm, readPercent, SlotResult::requestsPerSecond)),
                toBaseline(arm, readPercent, SlotResult::requestsPerSecond),
                text("%.2f ms", median(arm, readPercent, SlotResult::meanReadMicros) / MICROS_PER_MILLI),
                toBaseline(arm, readPercent, SlotResult::meanReadMicros),
                text("%.2f ms", reads.p50Micros() / MICROS_PER_MILLI),
                text("%.2f ms", reads.p99Micros() / MICROS_PER_MILLI),
                text("%.3f", hits),
                arm.hasTier() ? byTier(arm, readPercent) : "",
                hits == 0 ? "" : text("%.3f", hits / ideal(arm)),
                hits == 0 ? "" : text("%.0f %%", 100 * median(arm, readPercent, SlotResult::missTimeShare)),
                text("%.3f", median(arm, readPercent, result -> result.disk().dataReads())),
                text("%.0f %%", 100 * median(arm, readPercent, SlotResult::machineCpu))
                        + (comparison.isCpuLimited(arm, readPercent) ? " (limit)" : ""));
    }

    private String byTier(Arm arm, int readPercent) {
        return text(
                "%.3f + %.3f",
                median(arm, readPercent, result -> result.hits().memory()),
                median(arm, readPercent, result -> result.hits().ssd()));
    }

    private double median(Arm arm, int readPercent, ToDoubleFunction<SlotResult> figure) {
        return comparison.spread(arm, readPercent, figure).median();
    }

    private String toBaseline(Arm arm, int readPercent, ToDoubleFunction<SlotResult> figure) {
        return comparison.hasRatio(arm, readPercent)
                ? text(
                        "%.2f",
                        comparison.ratioToBaseline(arm, readPercent, figure).median())
                : "";
    }

    private double ideal(Arm arm) {
        Shares shares = run.plan().shares();
        return Shares.ideal(run.dataset().rows(), arm.hasTier() ? shares.memory() + shares.ssd() : shares.memory());
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
