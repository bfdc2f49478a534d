package org.ssdtier.benchmarks.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.ssdtier.benchmarks.load.Spread;
import org.ssdtier.benchmarks.report.HtmlReport;

/** The report section that lists where nodes with the drop-in jar lose to stock on the same disks. */
final class LossSection {
    private final List<List<String>> losses = new ArrayList<>();
    private int compared;
    /** Number of comparisons that the result does not have. */
    private int unknown;

    LossSection(ExperimentResult result) {
        for (ResultCell cell : result.cells()) {
            for (Arm stock : result.experiment().arms()) {
                if (cell.arm().isOursBeside(stock)
                        && result.cell(stock, cell.readPercent()).isPresent()) {
                    compare(cell, stock);
                }
            }
        }
    }

    /**
     * Adds a table of the losses, or a sentence if there are none; adds nothing if no arm with the jar can be compared.
     */
    void addTo(HtmlReport report) {
        if (!losses.isEmpty()) {
            report.addTable("Where ours loses", List.of("Reads", "Arm", "To", "What"), losses);
        } else if (compared > 0 && unknown == 0) {
            report.addNote(
                    "In no mix has an arm with the drop-in jar fewer requests/s, a longer mean read or a longer 99th percentile "
                            + "of reads than a stock arm on the same disks.");
        }
        if (unknown > 0) {
            report.addMissing(
                    unknown + " of " + (compared + unknown) + " comparisons of ours with stock", "all ratios to stock");
        }
    }

    private void compare(ResultCell cell, Arm stock) {
        for (RatioFigure figure : RatioFigure.values()) {
            Optional<Spread> ratio = cell.ratio(figure, stock);
            if (ratio.isEmpty()) {
                unknown++;
                continue;
            }
            compared++;
            if (isLoss(figure, ratio.get())) {
                losses.add(List.of(
                        cell.readPercent() + " %", cell.arm().name(), stock.name(), words(figure, ratio.get())));
            }
        }
    }

    private static boolean isLoss(RatioFigure figure, Spread ratio) {
        return figure == RatioFigure.THROUGHPUT ? ratio.median() < 1 : ratio.median() > 1;
    }

    private static String words(RatioFigure figure, Spread ratio) {
        return String.format(
                Locale.ROOT,
                "%.2f %s its %s (%.2f to %.2f)",
                ratio.median(),
                figure == RatioFigure.THROUGHPUT ? "of" : "times",
                figure.words,
                ratio.minimum(),
                ratio.maximum());
    }
}
