package org.ssdtier.benchmarks.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.ssdtier.benchmarks.report.HtmlReport;

/** The report section that lists where nodes with the drop-in jar lose, or may lose, to others on the same disks: to stock or a block cache. */
final class LossSection {
    private final ExperimentResult result;
    private final List<List<String>> rows = new ArrayList<>();
    private int compared;
    /** Number of comparisons that the result does not have. */
    private int unknown;

    LossSection(ExperimentResult result) {
        this.result = result;
        for (ResultCell cell : result.cells()) {
            for (Arm stock : result.experiment().arms()) {
                Optional<ResultCell> other = result.cell(stock, cell.readPercent());
                if (cell.arm().isOursBeside(stock) && other.isPresent()) {
                    compare(cell, other.get());
                }
            }
        }
    }

    /**
     * Adds a table of the losses and of what may be one, or a sentence if there are none; adds nothing if no arm with the jar
     * can be compared.
     */
    void addTo(HtmlReport report) {
        if (!rows.isEmpty()) {
            report.addTable(
                    "Where ours loses to stock or a block cache, or may lose",
                    List.of("Reads", "Arm", "To", "What", "Verdict"),
                    rows);
        } else if (compared > 0 && unknown == 0) {
            report.addNote(
                    "In no mix has an arm with the drop-in jar, by the median of the rounds, fewer requests/s, a longer "
                            + "mean read or a longer 99th percentile of reads ("
                            + (result.hasLoads() ? "at a fixed rate" : ClosedLoopSection.LABEL)
                            + ") than another arm on the same disks.");
        }
        if (unknown > 0) {
            report.addMissing(
                    unknown + " of " + (compared + unknown) + " comparisons of ours with others",
                    "all ratios to others");
        }
    }

    private void compare(ResultCell cell, ResultCell stock) {
        for (RatioFigure figure : RatioFigure.values()) {
            if (!figure.isPercentile()) {
                add(new Compared(cell, stock.arm(), figure, ""), cell.ratio(figure, stock.arm()));
            } else if (!result.hasLoads()) {
                String where = " (" + ClosedLoopSection.LABEL + ")";
                add(new Compared(cell, stock.arm(), figure, where), cell.ratio(figure, stock.arm()));
            } else {
                compareLoads(cell, stock, figure);
            }
        }
    }

    private void compareLoads(ResultCell cell, ResultCell stock, RatioFigure figure) {
        // Of all loads of the plan: one without figures is a comparison that is missing.
        for (int percent : result.run().plan().loads()) {
            String where = " at " + percent + " % load";
            add(new Compared(cell, stock.arm(), figure, where), cell.ratio(figure, stock.arm(), percent));
        }
    }

    /** A comparison with another arm; {@code where} follows the name of the figure in the table. */
    private record Compared(ResultCell cell, Arm stock, RatioFigure figure, String where) {}

    private void add(Compared what, Optional<Ratio> found) {
        if (found.isEmpty()) {
            unknown++;
            return;
        }
        compared++;
        Ratio ratio = found.get();
        boolean isMoreBetter = what.figure == RatioFigure.THROUGHPUT;
        if (isMoreBetter ? ratio.median() < 1 : ratio.median() > 1) {
            String words = text(
                    "%.2f %s its %s%s (%.2f to %.2f)",
                    ratio.median(),
                    isMoreBetter ? "of" : "times",
                    what.figure.words,
                    what.where,
                    ratio.spread().minimum(),
                    ratio.spread().maximum());
            rows.add(List.of(
                    what.cell.readPercent() + " %", what.cell.arm().name(), what.stock.name(), words, verdict(ratio)));
        }
    }

    /** Returns the verdict on a ratio with its median on the wrong side of 1: a loss is one beyond noise. */
    private static String verdict(Ratio ratio) {
        if (ratio.differs()) {
            return "loss";
        }
        if (ratio.isWithheld()) {
            return "undecided: neighbouring rounds are alike";
        }
        return ratio.hasInterval()
                ? text(
                        "undecided: the 95 %% interval, %.2f to %.2f, includes 1",
                        ratio.interval().low(), ratio.interval().high())
                : text(
                        "undecided: median %s 1, %d rounds",
                        ratio.median() < 1 ? "below" : "above", ratio.spread().runs());
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
