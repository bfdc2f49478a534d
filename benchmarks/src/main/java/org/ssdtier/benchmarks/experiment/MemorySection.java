package org.ssdtier.benchmarks.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.ssdtier.benchmarks.report.HtmlReport;

/**
 * The report section with the memory that each arm has really used: the plan gives all arms the same, and an arm that
 * used more has an advantage that is not its own.
 */
final class MemorySection {
    /** The largest difference from the baseline that is not marked. */
    static final double TOLERANCE = 0.03;

    private static final double MEBIBYTE = 1 << 20;

    private final ExperimentResult result;

    MemorySection(ExperimentResult result) {
        this.result = result;
    }

    /** Adds a table if the memory was measured. */
    void addTo(HtmlReport report) {
        List<List<String>> rows = new ArrayList<>();
        for (ResultCell cell : result.cells()) {
            if (isMeasured(cell)) {
                rows.add(List.of(
                        cell.readPercent() + " %",
                        cell.arm().name(),
                        mebibytes(cell, FigureCells.PROCESS_BYTES),
                        mebibytes(cell, FigureCells.HEAP_BYTES),
                        mebibytes(cell, FigureCells.USED_HEAP_BYTES),
                        mebibytes(cell, FigureCells.OFF_HEAP_BYTES),
                        mebibytes(cell, FigureCells.PAGE_CACHE_BYTES),
                        mebibytes(cell, FigureCells.MEMORY_BYTES),
                        toBaseline(cell)));
            }
        }
        if (!rows.isEmpty()) {
            report.addTable(
                    "Memory in use at the end of the slots: medians of the rounds, MiB",
                    List.of(
                            "Reads",
                            "Arm",
                            "Process",
                            "its heap",
                            "in use",
                            "off heap",
                            "Page cache",
                            "Both",
                            "To baseline"),
                    rows);
        }
    }

    private static boolean isMeasured(ResultCell cell) {
        return cell.has(FigureCells.MEMORY_BYTES) && cell.median(FigureCells.MEMORY_BYTES) > 0;
    }

    private String toBaseline(ResultCell cell) {
        Optional<ResultCell> baseline = result.cells().stream()
                .filter(other -> other.readPercent() == cell.readPercent()
                        && other.arm().name().equals(result.experiment().baseline())
                        && isMeasured(other))
                .findFirst();
        if (baseline.isEmpty()) {
            return "";
        }
        double ratio = cell.median(FigureCells.MEMORY_BYTES) / baseline.get().median(FigureCells.MEMORY_BYTES);
        return text("%.3f", ratio) + (Math.abs(ratio - 1) > TOLERANCE ? " (not equal)" : "");
    }

    private static String mebibytes(ResultCell cell, String figure) {
        return cell.has(figure) ? text("%,.0f", cell.median(figure) / MEBIBYTE) : "–";
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
