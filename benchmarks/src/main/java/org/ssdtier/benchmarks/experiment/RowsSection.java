package org.ssdtier.benchmarks.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.ssdtier.benchmarks.report.HtmlReport;

/** The report section with the rows that the row caches held, and what the best choice of as many rows would hit. */
final class RowsSection {
    private static final String NO_FIGURE = "–";

    private final ExperimentResult result;

    RowsSection(ExperimentResult result) {
        this.result = result;
    }

    /** Adds a table and a note if any arm had hits. */
    void addTo(HtmlReport report) {
        List<List<String>> rows = new ArrayList<>();
        for (ResultCell cell : result.cells()) {
            if (cell.median("hit_ratio") > 0) {
                rows.add(row(cell));
            }
        }
        if (rows.isEmpty()) {
            return;
        }
        report.addTable(
                "Rows held at the end of the slots: medians of the rounds",
                List.of(
                        "Reads",
                        "Arm",
                        "In memory",
                        "On the SSD",
                        "Both",
                        "By nominal bytes",
                        "Ideal hits",
                        "Hits",
                        "Of ideal",
                        "Of the ideal of nominal bytes"),
                rows);
        report.addNote(
                "Ideal: a cache of the most popular rows, as many as the arm held. A row in both tiers counts twice, so "
                        + "the ideal is not too low. An arm that holds fewer rows in its bytes has a lower ideal: \"of ideal\" is "
                        + "about the choice of rows, and \"by nominal bytes\" (" + Budget.USED_MEMORY_BYTES_PER_ROW
                        + " B of memory, "
                        + Budget.SSD_BYTES_PER_ROW
                        + " B of the SSD for a row, no free space) shows what the rest costs.");
    }

    private List<String> row(ResultCell cell) {
        IdealHits ideal = result.ideal(cell);
        return List.of(
                cell.readPercent() + " %",
                cell.arm().name(),
                cell.rowsHeld().map(held -> rows(held.memory())).orElse(NO_FIGURE),
                cell.rowsHeld().map(held -> rows(held.ssd())).orElse(NO_FIGURE),
                cell.rowsHeld().map(held -> rows(held.both())).orElse(NO_FIGURE),
                rows(result.run().plan().budget().nominalRows(cell.arm())),
                text("%.3f", ideal.ratio()) + ideal.remark(),
                text("%.3f", cell.median("hit_ratio")),
                ofIdeal(cell, ideal),
                text(
                        "%.3f",
                        cell.median("hit_ratio") / result.idealOfBytes(cell).ratio()));
    }

    /** Returns the hit ratio of a cell as a part of its ideal, with a remark if that is nominal. */
    static String ofIdeal(ResultCell cell, IdealHits ideal) {
        return text("%.3f", cell.median("hit_ratio") / ideal.ratio()) + ideal.remark();
    }

    private static String rows(double rows) {
        return text("%,.0f", rows);
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
