package org.ssdtier.benchmarks.cluster;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.ssdtier.benchmarks.brief.BriefWorkload;

/**
 * A target of the arm with the tier.
 *
 * @param what the figure
 * @param found its value
 * @param wanted the allowed values
 * @param isMissed whether it is missed
 */
record ClusterTarget(String what, String found, String wanted, boolean isMissed) {
    static final List<String> HEADING = List.of("Figure", "Found", "Target", "Outcome");

    private static final double LEAST_RATIO = 1;

    /** Returns the targets for which a result has figures. */
    static List<ClusterTarget> of(ClusterResult result) {
        List<ClusterTarget> targets = new ArrayList<>();
        addRatio(
                targets,
                "tier to hdd, operations/s, the smallest of the workloads that the CPU does not limit",
                ratios(result, CellResult::operationsPerSecond, true));
        addRatio(
                targets,
                "hdd to tier, device time, the smallest of all workloads",
                ratios(result, RelativeTable::allowed, false));
        List<CellResult> tier = result.results().stream()
                .filter(cell -> cell.isGood() && cell.cell().arm().hasTier())
                .toList();
        addCount(targets, "with the tier, digests that differ at rest", tier, cell -> cell.rest()
                .mismatches());
        addCount(
                targets,
                "with the tier, digests that differ in C, without writes",
                tier.stream()
                        .filter(cell -> cell.cell().workload() == BriefWorkload.C)
                        .toList(),
                cell -> cell.replicas().mismatches());
        return targets;
    }

    /** A workload with the ratio of the tier to the hard disks. */
    private record Ratio(ClusterResult.Row row, double value) {}

    private static List<Ratio> ratios(
            ClusterResult result, ToDoubleFunction<CellResult> figure, boolean leavesOutLimited) {
        return result.rows().stream()
                .filter(row -> result.ratio(row, ClusterArm.TIER, ClusterArm.HDD, figure)
                                .runs()
                        > 0)
                .filter(row -> !leavesOutLimited
                        || !(result.isLimitedByCpu(row, ClusterArm.TIER) || result.isLimitedByCpu(row, ClusterArm.HDD)))
                .map(row -> new Ratio(
                        row,
                        result.ratio(row, ClusterArm.TIER, ClusterArm.HDD, figure)
                                .median()))
                .toList();
    }

    private static void addRatio(List<ClusterTarget> targets, String what, List<Ratio> ratios) {
        ratios.stream()
                .min(Comparator.comparingDouble(Ratio::value))
                .ifPresent(least -> targets.add(new ClusterTarget(
                        what,
                        Words.text("%.2f (%s)", least.value, least.row.label()),
                        Words.text("≥ %.2f", LEAST_RATIO),
                        least.value < LEAST_RATIO)));
    }

    private static void addCount(
            List<ClusterTarget> targets, String what, List<CellResult> cells, ToLongFunction<CellResult> count) {
        if (!cells.isEmpty()) {
            long found = cells.stream().mapToLong(count).sum();
            targets.add(new ClusterTarget(what, Long.toString(found), "0", found > 0));
        }
    }

    /** Returns whether no target of a result is missed. */
    static boolean areReached(ClusterResult result) {
        return of(result).stream().noneMatch(ClusterTarget::isMissed);
    }

    /** Returns the rows of a table of all targets of a result. */
    static List<List<String>> rows(ClusterResult result) {
        return of(result).stream()
                .map(target ->
                        List.of(target.what, target.found, target.wanted, target.isMissed ? "missed" : "reached"))
                .toList();
    }
}
