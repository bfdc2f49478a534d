package org.ssdtier.benchmarks.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.ssdtier.benchmarks.report.HtmlReport;

/** The report section with the internal activity of SSDs that have a translation layer. */
final class FlashSection {
    private static final double MEGABYTE = 1e6;

    private final Comparison comparison;

    FlashSection(Comparison comparison) {
        this.comparison = comparison;
    }

    /** Adds a table if the run had such an SSD. */
    void addTo(HtmlReport report) {
        List<List<String>> rows = new ArrayList<>();
        for (int readPercent : comparison.experiment().readPercents()) {
            for (Arm arm : comparison.experiment().arms()) {
                if (has(arm, readPercent)) {
                    rows.add(List.of(
                            readPercent + " %",
                            arm.name(),
                            text("%.1f MB/s", median(arm, readPercent, SlotResult.Flash::writtenBytes) / MEGABYTE),
                            text("%.2f", median(arm, readPercent, SlotResult.Flash::writeAmplification)),
                            text("%.2f %%", 100 * median(arm, readPercent, SlotResult.Flash::collectShare))));
                }
            }
        }
        if (!rows.isEmpty()) {
            report.addTable(
                    "Inside the SSDs: medians of the rounds",
                    List.of("Reads", "Arm", "Written", "Write amplification", "Dies busy with garbage collection"),
                    rows);
        }
    }

    /** Returns the figures of a cell; empty if its disk has no translation layer. */
    Map<String, Object> figures(Arm arm, int readPercent) {
        Map<String, Object> figures = new TreeMap<>();
        if (has(arm, readPercent)) {
            figures.put("written_bytes_per_second", spread(arm, readPercent, SlotResult.Flash::writtenBytes));
            figures.put("write_amplification", spread(arm, readPercent, SlotResult.Flash::writeAmplification));
            figures.put("collect_share", spread(arm, readPercent, SlotResult.Flash::collectShare));
        }
        return figures;
    }

    private boolean has(Arm arm, int readPercent) {
        return comparison.of(arm, readPercent).stream()
                .anyMatch(result -> result.disk().flash().writtenBytes() > 0);
    }

    private double median(Arm arm, int readPercent, ToDoubleFunction<SlotResult.Flash> figure) {
        return comparison
                .spread(
                        arm,
                        readPercent,
                        result -> figure.applyAsDouble(result.disk().flash()))
                .median();
    }

    private Map<String, Object> spread(Arm arm, int readPercent, ToDoubleFunction<SlotResult.Flash> figure) {
        return comparison
                .spread(
                        arm,
                        readPercent,
                        result -> figure.applyAsDouble(result.disk().flash()))
                .toMap();
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
