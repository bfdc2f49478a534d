package org.ssdtier.benchmarks.ssdsize;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.ssdtier.benchmarks.brief.HitShares;
import org.ssdtier.benchmarks.load.Latency;

/**
 * All figures of a result: a row for each mix and setup; medians of the rounds.
 *
 * @param result the result
 */
record CellTable(SizeResult result) {
    static final List<String> HEADING = List.of(
            "Requests",
            "Memory",
            "Arm",
            "SSD",
            "Requests/s",
            "to ohc",
            "Allowed by drives",
            "p50",
            "p99",
            "p99 of hits",
            "Hits: memory + SSD",
            "Ideal",
            "Rows on the SSD; dropped; rejected",
            "Hits of the block cache (a model), of the reads below",
            "Reads/request: slow + SSD",
            "Process + page cache, MiB",
            "Cores busy");

    private static final double MICROS_PER_MILLI = 1_000;
    private static final double MEBIBYTE = 1 << 20;
    private static final String NO_FIGURE = "–";

    /** Returns the rows, each with as many cells as the heading. */
    List<List<String>> rows() {
        List<List<String>> rows = new ArrayList<>();
        for (Mix mix : result.mixes()) {
            for (Setup setup : result.setups()) {
                if (!result.of(setup, mix).isEmpty()) {
                    rows.add(row(setup, mix));
                }
            }
        }
        return rows;
    }

    private List<String> row(Setup setup, Mix mix) {
        Latency reads = result.reads(setup, mix);
        Setup stock = new Setup(SizeArm.OHC, setup.memoryPercent(), 0);
        double toStock =
                result.ratio(setup, stock, mix, CellResult::requestsPerSecond).median();
        double memory = result.median(setup, mix, cell -> cell.figures().hits().memory());
        double ssd = result.median(setup, mix, cell -> cell.figures().hits().ssd());
        double cache = result.median(
                setup, mix, cell -> cell.figures().devices().cache().reads());
        return List.of(
                mix.toString(),
                setup.memoryPercent() + " %",
                setup.arm().toString(),
                setup.arm().hasSize() ? setup.ssdPercent() + " %" : NO_FIGURE,
                text("%,.0f", result.median(setup, mix, CellResult::requestsPerSecond)),
                Double.isNaN(toStock) ? NO_FIGURE : text("%.2f", toStock),
                text("%,.0f", result.median(setup, mix, CellResult::allowedByDrives)),
                millis(reads.p50Micros()),
                millis(reads.p99Micros()),
                millis(result.median(setup, mix, CellResult::hitP99Micros)),
                setup.arm().hasRowCache()
                        ? text("%.3f + %.3f", memory, ssd)
                                + HitShares.outages(result.of(setup, mix).stream()
                                        .map(cell -> cell.figures().hits()))
                        : NO_FIGURE,
                setup.arm().hasRowCache() ? text("%.3f", new HitArithmetic(result).idealHits(setup)) : NO_FIGURE,
                setup.arm().hasTier() ? fill(setup, mix) : NO_FIGURE,
                setup.arm().hasBlocks()
                        ? text(
                                "%.3f",
                                result.median(setup, mix, cell -> cell.blocks().hits()))
                        : NO_FIGURE,
                text("%.3f + %.3f", result.median(setup, mix, CellResult::deviceReads), cache),
                text(
                        "%,.0f + %,.0f",
                        result.median(setup, mix, cell -> cell.figures().processBytes()) / MEBIBYTE,
                        result.median(setup, mix, cell -> cell.figures().pageCacheBytes()) / MEBIBYTE),
                text(
                                "%.0f %%",
                                100
                                        * result.median(setup, mix, cell -> cell.figures()
                                                .cpu()
                                                .machine()))
                        + (result.limitedByCpu(setup, mix) ? " (limit)" : ""));
    }

    private String fill(Setup setup, Mix mix) {
        return text(
                "%,.0f; %,.0f; %,.0f",
                result.median(setup, mix, cell -> cell.tier().rows()),
                result.median(setup, mix, cell -> cell.tier().dropped()),
                result.median(setup, mix, cell -> cell.tier().rejected()));
    }

    private static String millis(double micros) {
        return Double.isNaN(micros) ? NO_FIGURE : text("%.2f ms", micros / MICROS_PER_MILLI);
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
