package org.ssdtier.benchmarks.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.ssdtier.benchmarks.report.HtmlReport;

/**
 * The report section with the memory that each arm has really used: the plan gives all arms the same, and an arm that
 * used more has an advantage that is not its own.
 */
final class MemorySection {
    /** The largest difference from the baseline that is not marked. */
    private static final double TOLERANCE = 0.03;

    private static final double MEBIBYTE = 1 << 20;

    private final ExperimentResult result;

    MemorySection(ExperimentResult result) {
        this.result = result;
    }

    /** Adds a table if the memory was measured. */
    void addTo(HtmlReport report) {
        List<List<String>> rows = new ArrayList<>();
        for (ResultCell cell : result.cells()) {
            if (cell.hasMemory()) {
                rows.add(List.of(
                        cell.readPercent() + " %",
                        cell.arm().name(),
                        mebibytes(cell, CellFields.PROCESS_BYTES),
                        mebibytes(cell, CellFields.HEAP_BYTES),
                        mebibytes(cell, CellFields.USED_HEAP_BYTES),
                        mebibytes(cell, CellFields.OFF_HEAP_BYTES),
                        mebibytes(cell, CellFields.PAGE_CACHE_BYTES_BEFORE),
                        mebibytes(cell, CellFields.PAGE_CACHE_BYTES),
                        mebibytes(cell, CellFields.MEMORY_BYTES),
                        toBaseline(cell),
                        cell.has(CellFields.SECOND_HALF_TO_FIRST)
                                ? text("%.2f", cell.median(CellFields.SECOND_HALF_TO_FIRST))
                                : "–",
                        mebibytes(cell, CellFields.SSD_BYTES)));
            }
        }
        if (!rows.isEmpty()) {
            report.addTable(
                    "Memory in use at the end of the slots, and bytes on the SSD: medians of the rounds, MiB",
                    List.of(
                            "Reads",
                            "Arm",
                            "Process",
                            "its heap",
                            "in use",
                            "off heap",
                            "Page cache before",
                            "Page cache",
                            "Process and page cache",
                            "to baseline",
                            "Second half to first",
                            "On the SSD"),
                    rows);
            report.addNote(
                    "Before: at the beginning of a slot, after requests that refill what the kernel took from a node that "
                            + "waited. Second half to first: requests of a slot; far from 1 if its state was not steady. On the "
                            + "SSD: all files of tier and key indexes, with the index's checkpoints and the journal.");
        }
    }

    private String toBaseline(ResultCell cell) {
        OptionalDouble ratio = result.memoryToBaseline(cell);
        return ratio.isPresent() ? words(ratio.getAsDouble()) : "";
    }

    /** Returns a ratio of memory as text, with a remark if the arms had not the same. */
    static String words(double ratio) {
        return text("%.3f", ratio) + (Math.abs(ratio - 1) > TOLERANCE ? " (not equal)" : "");
    }

    private static String mebibytes(ResultCell cell, String figure) {
        return cell.has(figure) ? text("%,.0f", cell.median(figure) / MEBIBYTE) : "–";
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
