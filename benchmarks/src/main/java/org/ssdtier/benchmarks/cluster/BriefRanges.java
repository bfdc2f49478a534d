package org.ssdtier.benchmarks.cluster;

import java.util.ArrayList;
import java.util.List;
import org.ssdtier.benchmarks.load.Spread;

/**
 * The brief's figures with ours beside them. The brief prints only the ranges over its workloads; the tables and
 * drawings of single workloads are pictures of which no text is left.
 *
 * @param result the result
 */
record BriefRanges(ClusterResult result) {
    static final List<String> HEADING =
            List.of("Ratio to hard disks", "The brief's", "Here, operations/s", "Here, device time");

    private static final List<Brief> BRIEF = List.of(
            new Brief(ClusterArm.SSD_1, "1.7 to 7.5"),
            new Brief(ClusterArm.SSD_2, "2.2 to 10.7; its headline: up to 31"),
            new Brief(ClusterArm.TIER, "no such cluster"));

    private record Brief(ClusterArm arm, String range) {}

    /** Returns the rows of the arms that have a ratio. */
    List<List<String>> rows() {
        RelativeTable table = new RelativeTable(result);
        List<List<String>> rows = new ArrayList<>();
        for (Brief brief : BRIEF) {
            Spread operations = table.range(brief.arm, CellResult::operationsPerSecond);
            if (operations.runs() > 0) {
                rows.add(List.of(
                        brief.arm.toString(),
                        brief.range,
                        words(operations) + limited(brief.arm),
                        words(table.range(brief.arm, RelativeTable::allowed))));
            }
        }
        return rows;
    }

    private static String words(Spread range) {
        return range.runs() == 0 ? Words.NO_FIGURE : Words.text("%.1f to %.1f", range.minimum(), range.maximum());
    }

    private String limited(ClusterArm arm) {
        List<ClusterResult.Row> rows = result.rows();
        long limited = rows.stream()
                .filter(row -> result.isLimitedByCpu(row, arm) || result.isLimitedByCpu(row, ClusterArm.HDD))
                .count();
        return limited == 0 ? "" : Words.text(" (%d of %d limited by the CPU)", limited, rows.size());
    }
}
