package org.ssdtier.benchmarks.cluster;

import java.util.ArrayList;
import java.util.List;
import org.ssdtier.benchmarks.load.Latency;
import org.ssdtier.ycsb.workload.OperationType;

/**
 * All figures of a result: a row for each cell.
 *
 * @param result the result
 */
record CellTable(ClusterResult result) {
    static final List<String> HEADING = List.of(
            "Workload",
            "Consistency",
            "Threads",
            "Arm",
            "Round",
            "Operations/s",
            "Device time",
            "Reads: p50",
            "p99",
            "Hits: memory + SSD",
            "Reads/operation: data + SSD tier",
            "Processes and page cache of all nodes",
            "Cores busy");

    private static final double MICROS_PER_MILLI = 1_000;
    private static final double MEBIBYTE = 1 << 20;

    /** Returns the rows, each with as many cells as the heading. */
    List<List<String>> rows() {
        List<List<String>> rows = new ArrayList<>();
        for (ClusterResult.Row row : result.rows()) {
            for (ClusterArm arm : result.arms()) {
                result.of(row, arm).forEach(cell -> rows.add(row(cell)));
            }
        }
        return rows;
    }

    private static List<String> row(CellResult result) {
        Cell cell = result.cell();
        boolean hasTier = cell.arm().hasTier();
        Latency reads = result.latency(OperationType.READ);
        return List.of(
                cell.workload().name(),
                cell.consistency().name(),
                Integer.toString(cell.threads()),
                cell.arm().toString(),
                Integer.toString(cell.round()),
                Words.text("%,.0f", result.operationsPerSecond()),
                Words.text("%.3f ms", result.deviceMicros() / MICROS_PER_MILLI),
                Words.text("%.2f ms", reads.p50Micros() / MICROS_PER_MILLI),
                Words.p99(reads),
                hasTier
                        ? Words.text(
                                        "%.3f + %.3f",
                                        result.hits().memory(), result.hits().ssd())
                                + result.hits().remark()
                        : Words.NO_FIGURE,
                hasTier
                        ? Words.text("%.3f + %.3f", result.dataReads(), result.cacheReads())
                        : Words.text("%.3f", result.dataReads()),
                Words.text(
                        "%,.0f + %,.0f MiB",
                        result.memory().processBytes() / MEBIBYTE,
                        result.memory().pageCacheBytes() / MEBIBYTE),
                Words.text("%.0f %%", 100 * result.cpu().machine()) + (result.isCpuLimited() ? " (limit)" : ""));
    }
}
