package org.ssdtier.benchmarks.experiment;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToIntFunction;
import org.ssdtier.benchmarks.report.HtmlReport;
import org.ssdtier.benchmarks.report.Json;
import org.ssdtier.benchmarks.report.Percentiles;

/**
 * The report section with the percentiles of reads of clients that wait for an answer before they ask again. A stall delays
 * one request of each client, and those that they would have sent meanwhile are left out; so it is empty if the run has
 * slots at fixed rates, whose percentiles have no such gap.
 */
final class ClosedLoopSection {
    /** The label of these percentiles wherever they are shown. */
    static final String LABEL = "closed loop: waits of the clients leave out stalls";

    private static final double MICROS_PER_MILLI = 1_000;

    private final ExperimentResult result;
    private final ToIntFunction<Arm> colors;

    /**
     * Creates the section.
     *
     * @param colors colour of each arm in all drawings
     */
    ClosedLoopSection(ExperimentResult result, ToIntFunction<Arm> colors) {
        this.result = result;
        this.colors = colors;
    }

    /** Adds a drawing for each of some mixes, or a sentence if the result lacks what is drawn. */
    void addDrawings(HtmlReport report, List<Integer> mixes) throws IOException {
        if (!result.hasLoads()) {
            for (int mix : mixes) {
                addDrawing(report, mix);
            }
        }
    }

    private void addDrawing(HtmlReport report, int readPercent) throws IOException {
        List<Percentiles.Line> lines = new ArrayList<>();
        for (ResultCell cell : result.ofMix(readPercent)) {
            cell.readMicros()
                    .ifPresent(micros ->
                            lines.add(new Percentiles.Line(cell.arm().name(), colors.applyAsInt(cell.arm()), micros)));
        }
        String title = text("Latency of reads, %d %% reads", readPercent);
        if (lines.isEmpty()) {
            report.addMissing(title + ", by percentile", "histograms");
        } else {
            report.addDrawing(
                    new Percentiles(title + ", closed loop", lines),
                    text(
                            "Latency of reads by percentile at %d %% reads, all rounds together; %s.",
                            readPercent, LABEL));
        }
    }

    /** Adds the table. */
    void addTable(HtmlReport report) {
        List<List<String>> rows = rows();
        if (!rows.isEmpty()) {
            report.addTable(
                    "Percentiles of reads, all rounds together; " + LABEL,
                    List.of("Reads", "Arm", "p50", "p99", "p99 to baseline"),
                    rows);
        }
    }

    /** Returns the rows of the table; none if the run has slots at fixed rates. */
    List<List<String>> rows() {
        List<List<String>> rows = new ArrayList<>();
        for (ResultCell cell : result.cells()) {
            if (!result.hasLoads() && cell.has(CellFields.READ_P50)) {
                rows.add(List.of(
                        cell.readPercent() + " %",
                        cell.arm().name(),
                        millis(Json.number(cell.figures(), CellFields.READ_P50)),
                        millis(Json.number(cell.figures(), CellFields.READ_P99)),
                        result.ratioToBaseline(cell, RatioFigure.READ_P99)
                                .map(Ratio::words)
                                .orElse("–")));
            }
        }
        return rows;
    }

    private static String millis(double micros) {
        return text("%.2f ms", micros / MICROS_PER_MILLI);
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
