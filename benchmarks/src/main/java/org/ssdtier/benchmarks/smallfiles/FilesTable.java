package org.ssdtier.benchmarks.smallfiles;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.ssdtier.benchmarks.load.Spread;
import org.ssdtier.benchmarks.smallfiles.FilesResult.Cell;

/** The tables of a result: reads, and traversals. */
final class FilesTable {
    static final List<String> READS_HEADING = List.of(
            "Arm",
            "Reads",
            "Clients",
            "Reads/s",
            "Range",
            "Mean ms",
            "p50 ms",
            "p99 ms",
            "p99.9 ms",
            "Hits",
            "Disk reads",
            "Cores busy");

    static final List<String> TRAVERSALS_HEADING =
            List.of("Arm", "Traversal", "Threads", "Files read", "MB/s", "All files, s", "Cores busy");

    private static final double MICROS_PER_MILLI = 1_000;
    private static final double BYTES_PER_MEGABYTE = 1e6;

    private final FilesResult result;

    FilesTable(FilesResult result) {
        this.result = result;
    }

    /** Returns a row for each cell with reads: medians over rounds and passes. */
    List<List<String>> reads() {
        List<List<String>> rows = new ArrayList<>();
        for (Cell cell : result.cells()) {
            if (cell.phase().hasReads()) {
                rows.add(reads(cell));
            }
        }
        return rows;
    }

    private List<String> reads(Cell cell) {
        Spread rate = result.spread(cell, FilesSlotResult::readsPerSecond);
        boolean isCpuLimited = result.isLimitedByCpu(cell);
        return List.of(
                cell.arm().label,
                cell.phase().words,
                Integer.toString(cell.clients()),
                text("%,.0f", rate.median()) + (isCpuLimited ? " (CPU)" : ""),
                text("%,.0f–%,.0f", rate.minimum(), rate.maximum()),
                text("%.2f", millis(cell, one -> one.reads().meanMicros())),
                text("%.2f", millis(cell, one -> one.reads().p50Micros())),
                text("%.1f", millis(cell, one -> one.reads().p99Micros())),
                text("%.1f", millis(cell, one -> one.reads().p999Micros())),
                cell.arm().hasTier
                        ? text(
                                "%.3f",
                                result.spread(cell, FilesSlotResult::hits).median())
                        : "–",
                diskReads(cell),
                busy(cell));
    }

    /** Returns the disk reads per read of a client; none where a traversal reads the same drive. */
    private String diskReads(Cell cell) {
        return cell.phase() == FilesPhase.BOTH && !cell.arm().isStore()
                ? "–"
                : text("%.2f", result.spread(cell, FilesSlotResult::diskReads).median());
    }

    private double millis(Cell cell, ToDoubleFunction<FilesSlotResult> micros) {
        return result.spread(cell, micros).median() / MICROS_PER_MILLI;
    }

    /** Returns a row for each cell with a traversal: medians over rounds and passes. */
    List<List<String>> traversals() {
        List<List<String>> rows = new ArrayList<>();
        for (Cell cell : result.cells()) {
            if (cell.phase().hasTraversal()) {
                rows.add(traversal(cell));
            }
        }
        return rows;
    }

    private List<String> traversal(Cell cell) {
        long all = result.plan().scale().files();
        int threads = result.of(cell).get(0).traversed().threads();
        return List.of(
                cell.arm().label,
                cell.phase() == FilesPhase.BOTH ? "beside reads" : "alone",
                Integer.toString(threads),
                text(
                        "%,.0f",
                        result.spread(cell, one -> one.traversed().files()).median()),
                text(
                        "%.1f",
                        result.spread(
                                        cell,
                                        one -> one.traversed().bytes()
                                                / one.traversed().seconds()
                                                / BYTES_PER_MEGABYTE)
                                .median()),
                text(
                        "%.1f",
                        result.spread(cell, one -> one.traversed().secondsFor(all))
                                .median()),
                busy(cell));
    }

    private String busy(Cell cell) {
        return text(
                "%.0f %%",
                100 * result.spread(cell, FilesSlotResult::machineCpu).median());
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
