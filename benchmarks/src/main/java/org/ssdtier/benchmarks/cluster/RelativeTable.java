package org.ssdtier.benchmarks.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import org.ssdtier.benchmarks.load.Spread;

/**
 * The brief's first table: average operations per second of each arm and their ratios to the hard disks, which are the
 * brief's columns 5 (two SSDs) and 6 (one SSD); by operations per second, and by the device time of an operation, which
 * the cores of this machine cannot limit.
 *
 * @param result the result
 */
record RelativeTable(ClusterResult result) {
    static final List<String> HEADING = List.of(
            "Workload",
            "Consistency",
            "2 SSDs",
            "1 SSD",
            "Hard disks",
            "Hard disks + tier",
            "2 SSDs to hard disks (column 5)",
            "1 SSD to hard disks (column 6)",
            "Tier to hard disks");

    /** The columns with averages, then the ratios; the base of the ratios is {@link ClusterArm#HDD}. */
    private static final List<ClusterArm> AVERAGES =
            List.of(ClusterArm.SSD_2, ClusterArm.SSD_1, ClusterArm.HDD, ClusterArm.TIER);

    private static final List<ClusterArm> RATIOS = List.of(ClusterArm.SSD_2, ClusterArm.SSD_1, ClusterArm.TIER);

    private static final double MICROS_PER_SECOND = 1e6;

    /** Returns the operations per second that an arm's drives allow if nothing else is the limit. */
    static double allowed(CellResult cell) {
        return MICROS_PER_SECOND / cell.deviceMicros();
    }

    /** Returns the rows by operations per second; cells limited by the cores are marked. */
    List<List<String>> operations() {
        return rows(CellResult::operationsPerSecond, true);
    }

    /** Returns the rows by the operations per second that the drives allow. */
    List<List<String>> device() {
        return rows(RelativeTable::allowed, false);
    }

    private List<List<String>> rows(ToDoubleFunction<CellResult> figure, boolean isMarked) {
        List<List<String>> rows = new ArrayList<>();
        for (ClusterResult.Row row : result.rows()) {
            List<String> cells = new ArrayList<>(List.of(
                    row.workload() + ": " + row.workload().words,
                    row.consistency().name()));
            for (ClusterArm arm : AVERAGES) {
                OptionalDouble average = result.average(row, arm, figure);
                boolean isLimited = isMarked && result.isLimitedByCpu(row, arm);
                cells.add(Words.number("%,.0f", average) + (isLimited ? " (CPU)" : ""));
            }
            for (ClusterArm arm : RATIOS) {
                cells.add(Words.ratio(result.ratio(row, arm, ClusterArm.HDD, figure)));
            }
            rows.add(cells);
        }
        return rows;
    }

    /** Returns the smallest and the largest ratio of an arm to the hard disks; without runs if there is none. */
    Spread range(ClusterArm arm, ToDoubleFunction<CellResult> figure) {
        return Spread.of(result.rows().stream()
                .map(row -> result.ratio(row, arm, ClusterArm.HDD, figure))
                .filter(ratio -> ratio.runs() > 0)
                .map(Spread::median)
                .toList());
    }
}
