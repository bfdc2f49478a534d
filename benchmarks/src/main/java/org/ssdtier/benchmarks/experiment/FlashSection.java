package org.ssdtier.benchmarks.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.ssdtier.benchmarks.report.HtmlReport;

/** The report section with the internal activity of SSDs that have a translation layer. */
final class FlashSection {
    private static final double MEGABYTE = 1e6;

    private final ExperimentResult result;

    FlashSection(ExperimentResult result) {
        this.result = result;
    }

    /** Adds a table if the run had such an SSD. */
    void addTo(HtmlReport report) {
        List<List<String>> rows = new ArrayList<>();
        for (ResultCell cell : result.cells()) {
            if (cell.has("write_amplification")) {
                rows.add(List.of(
                        cell.readPercent() + " %",
                        cell.arm().name(),
                        text("%.1f MB/s", cell.median("written_bytes_per_second") / MEGABYTE),
                        text("%.2f", cell.median("write_amplification")),
                        text("%.2f %%", 100 * cell.median("collect_share"))));
            }
        }
        if (!rows.isEmpty()) {
            report.addTable(
                    "Inside the SSDs: medians of the rounds",
                    List.of("Reads", "Arm", "Written", "Write amplification", "Dies busy with garbage collection"),
                    rows);
        }
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
