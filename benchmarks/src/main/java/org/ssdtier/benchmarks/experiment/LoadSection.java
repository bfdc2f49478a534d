package org.ssdtier.benchmarks.experiment;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToIntFunction;
import org.ssdtier.benchmarks.report.HtmlReport;
import org.ssdtier.benchmarks.report.OrdinalLines;

/** The report section with the latencies at fixed rates of requests. */
final class LoadSection {
    private static final List<String> HEADING = List.of(
            "Reads",
            "Arm",
            "Load",
            "Offered/s",
            "Answered/s",
            "Mean read",
            "p50",
            "p99",
            "p99 of the rounds",
            "p99 to baseline",
            "p99 to best stock",
            "p99.9");
    private static final String NO_FIGURE = "–";
    private static final double MICROS_PER_MILLI = 1_000;

    private final ExperimentResult result;
    private final ToIntFunction<Arm> colors;

    /**
     * Creates the section.
     *
     * @param colors colour of each arm in all drawings
     */
    LoadSection(ExperimentResult result, ToIntFunction<Arm> colors) {
        this.result = result;
        this.colors = colors;
    }

    /** Adds drawings, a table and a note, if there were slots at fixed rates. */
    void addTo(HtmlReport report) throws IOException {
        List<List<String>> rows = rows();
        if (rows.isEmpty()) {
            return;
        }
        for (int readPercent : result.measuredMixes()) {
            addDrawing(report, readPercent);
        }
        report.addTable(
                "Latency of reads at a fixed rate of requests, from when they were due; ratios are medians of the rounds",
                HEADING,
                rows);
        report.addNote(
                "A load of 100 % is what the best stock arm on the baseline's disks answers as fast as it can, by "
                        + "this run. A request has a time at which it is due, and its latency counts from then: a stall is "
                        + "charged to every request that it delays. Where an arm does not keep up (answered less than 95 % of the "
                        + "offered), requests queue, and their latency grows with the length of a slot, so there is no ratio. The report has no "
                        + "other percentiles: clients that wait for an answer before they ask again leave out stalls.");
    }

    /** Returns the rows of the table. */
    List<List<String>> rows() {
        List<List<String>> rows = new ArrayList<>();
        for (ResultCell cell : result.cells()) {
            for (LoadFigures load : cell.loads()) {
                rows.add(List.of(
                        cell.readPercent() + " %",
                        cell.arm().name(),
                        load.percent() + " %",
                        text("%,.0f", load.offeredPerSecond()),
                        text("%,.0f", load.answeredPerSecond()) + (load.keepsUp() ? "" : " (does not keep up)"),
                        millis(load.meanMicros()),
                        millis(load.p50Micros()),
                        millis(load.p99Micros()),
                        millis(load.p99LeastMicros()) + " to " + millis(load.p99MostMicros()),
                        toBaseline(cell, load),
                        toBestStock(cell, load),
                        millis(load.p999Micros())));
            }
        }
        return rows;
    }

    private String toBaseline(ResultCell cell, LoadFigures load) {
        return result.baseline()
                .flatMap(baseline -> cell.ratio(RatioFigure.READ_P99, baseline, load.percent()))
                .map(Ratio::words)
                .orElse(NO_FIGURE);
    }

    private String toBestStock(ResultCell cell, LoadFigures load) {
        return result.bestStock(cell)
                .flatMap(stock -> cell.ratio(RatioFigure.READ_P99, stock, load.percent())
                        .map(ratio -> ratio.words() + " (" + stock.name() + ")"))
                .orElse(NO_FIGURE);
    }

    private void addDrawing(HtmlReport report, int readPercent) throws IOException {
        List<ResultCell> cells = result.ofMix(readPercent).stream()
                .filter(cell -> !cell.loads().isEmpty())
                .toList();
        List<Integer> percents = cells.stream()
                .flatMap(cell -> cell.loads().stream().map(LoadFigures::percent))
                .distinct()
                .sorted()
                .toList();
        if (percents.size() < 2) {
            return; // a table says as much
        }
        List<OrdinalLines.Line> lines = new ArrayList<>();
        for (ResultCell cell : cells) {
            List<Double> values = percents.stream()
                    .map(percent -> cell.loads().stream()
                            .filter(load -> load.percent() == percent)
                            .mapToDouble(load -> load.p99Micros() / MICROS_PER_MILLI)
                            .findFirst()
                            .orElse(Double.NaN))
                    .toList();
            lines.add(new OrdinalLines.Line(cell.arm().name(), colors.applyAsInt(cell.arm()), false, values));
        }
        report.addDrawing(
                new OrdinalLines(
                        text("99th percentile of reads by load, %d %% reads", readPercent),
                        "% of the requests/s of the best stock arm",
                        "ms",
                        true,
                        percents.stream().map(String::valueOf).toList(),
                        lines),
                "From when a read was due, all rounds together.");
    }

    private static String millis(double micros) {
        return text("%.2f ms", micros / MICROS_PER_MILLI);
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
