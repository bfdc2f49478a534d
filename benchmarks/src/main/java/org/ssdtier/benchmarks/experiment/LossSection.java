package org.ssdtier.benchmarks.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.ssdtier.benchmarks.load.Spread;
import org.ssdtier.benchmarks.report.HtmlReport;

/** The report section that lists where nodes with the drop-in jar lose to stock on the same disks. */
final class LossSection {
    private final Comparison comparison;

    LossSection(Comparison comparison) {
        this.comparison = comparison;
    }

    /**
     * Adds a table of the losses, or a sentence if there are none; adds nothing if no arm with the jar can be compared.
     */
    void addTo(HtmlReport report) {
        List<List<String>> losses = new ArrayList<>();
        int compared = 0;
        for (Comparison.Cell cell : comparison.cells()) {
            for (Arm stock : comparison.experiment().arms()) {
                if (isComparable(cell.arm(), stock) && comparison.hasRatio(cell.arm(), stock, cell.readPercent())) {
                    compared++;
                    losses.addAll(losses(cell, stock));
                }
            }
        }
        if (!losses.isEmpty()) {
            report.addTable("Where ours loses", List.of("Reads", "Arm", "To", "What"), losses);
        } else if (compared > 0) {
            report.addNote(
                    "In no mix has an arm with the drop-in jar fewer requests/s, a longer mean read or a longer 99th percentile "
                            + "of reads than a stock arm on the same disks.");
        }
    }

    private static boolean isComparable(Arm ours, Arm stock) {
        return ours.hasJar() && !stock.hasJar() && ours.data() == stock.data() && ours.log() == stock.log();
    }

    private List<List<String>> losses(Comparison.Cell cell, Arm stock) {
        List<String> what = new ArrayList<>();
        Spread requests = ratio(cell, stock, SlotResult::requestsPerSecond);
        if (requests.median() < 1) {
            what.add(text("%.2f of its requests/s (%.2f to %.2f)", requests));
        }
        Spread mean = ratio(cell, stock, SlotResult::meanReadMicros);
        if (mean.median() > 1) {
            what.add(text("%.2f times its mean read (%.2f to %.2f)", mean));
        }
        Spread tail = ratio(cell, stock, result -> result.reads().p99Micros());
        if (tail.median() > 1) {
            what.add(text("%.2f times its 99th percentile of reads (%.2f to %.2f)", tail));
        }
        return what.stream()
                .map(loss -> List.of(cell.readPercent() + " %", cell.arm().name(), stock.name(), loss))
                .toList();
    }

    private Spread ratio(Comparison.Cell cell, Arm stock, ToDoubleFunction<SlotResult> figure) {
        return comparison.ratio(cell.arm(), stock, cell.readPercent(), figure);
    }

    private static String text(String format, Spread spread) {
        return String.format(Locale.ROOT, format, spread.median(), spread.minimum(), spread.maximum());
    }
}
