package org.ssdtier.benchmarks.cluster;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.ssdtier.benchmarks.brief.BriefWorkload;
import org.ssdtier.benchmarks.load.Latency;
import org.ssdtier.benchmarks.load.Spread;
import org.ssdtier.ycsb.workload.OperationType;

/**
 * A result file of the experiment.
 *
 * @param measurement {@link #MEASUREMENT}
 * @param plan the sizes
 * @param dataset size of the snapshot
 * @param facts facts about software and machine
 * @param results the results of all cells, also of failed ones, in any order
 */
record ClusterResult(
        String measurement,
        ClusterPlan plan,
        ClusterDataset.Facts dataset,
        Map<String, Object> facts,
        List<CellResult> results) {
    /** The kind of result, as its file names it. */
    static final String MEASUREMENT = "cluster";

    ClusterResult {
        results = List.copyOf(results);
    }

    /** A workload at a consistency level. */
    record Row(BriefWorkload workload, Consistency consistency) {
        /** Returns a short name, for drawings. */
        String label() {
            return workload + (consistency == Consistency.ONE ? " one" : " quorum");
        }
    }

    private Stream<CellResult> good() {
        return results.stream().filter(CellResult::isGood);
    }

    /** Returns the successful results of an arm, by threads and rounds. */
    List<CellResult> of(Row row, ClusterArm arm) {
        return good().filter(result -> result.cell().workload() == row.workload
                        && result.cell().consistency() == row.consistency
                        && result.cell().arm() == arm)
                .sorted(Comparator.<CellResult>comparingInt(
                                result -> result.cell().threads())
                        .thenComparingInt(result -> result.cell().round()))
                .toList();
    }

    /** Returns the arms with successful results. */
    List<ClusterArm> arms() {
        return Arrays.stream(ClusterArm.values())
                .filter(arm -> good().anyMatch(result -> result.cell().arm() == arm))
                .toList();
    }

    /** Returns all workloads and consistency levels with successful results. */
    List<Row> rows() {
        return good().map(result ->
                        new Row(result.cell().workload(), result.cell().consistency()))
                .distinct()
                .sorted(Comparator.comparing(Row::workload).thenComparing(Row::consistency))
                .toList();
    }

    /** Returns the rows whose workload has an operation. */
    List<Row> rowsWith(OperationType operation) {
        return rows().stream()
                .filter(row -> arms().stream()
                        .anyMatch(arm -> latency(row, arm, operation).count() > 0))
                .toList();
    }

    /** Returns the numbers of client threads of the successful results, ascending. */
    List<Integer> threads() {
        return good().map(result -> result.cell().threads()).distinct().sorted().toList();
    }

    /**
     * Returns the average of a figure over the numbers of threads and rounds that all arms of a row have; empty without
     * such a result. The brief's table has averages too.
     */
    OptionalDouble average(Row row, ClusterArm arm, ToDoubleFunction<CellResult> figure) {
        return compared(row, arm).stream().mapToDouble(figure).average();
    }

    /** Returns the results of an arm in a row, without those whose number of threads and round another arm does not have. */
    private List<CellResult> compared(Row row, ClusterArm arm) {
        List<List<CellResult>> all = arms().stream()
                .map(other -> of(row, other))
                .filter(results -> !results.isEmpty())
                .toList();
        return of(row, arm).stream()
                .filter(result -> all.stream().allMatch(others -> others.stream()
                        .anyMatch(other -> other.cell().round() == result.cell().round()
                                && other.cell().threads() == result.cell().threads())))
                .toList();
    }

    /**
     * Returns the ratios of an arm's figure to another arm's in cells with the same number of threads in the same round;
     * without runs if there is none.
     */
    Spread ratio(Row row, ClusterArm arm, ClusterArm base, ToDoubleFunction<CellResult> figure) {
        List<CellResult> others = of(row, base);
        return Spread.of(of(row, arm).stream()
                .flatMap(result -> others.stream()
                        .filter(other -> other.cell().round() == result.cell().round()
                                && other.cell().threads() == result.cell().threads())
                        .map(other -> figure.applyAsDouble(result) / figure.applyAsDouble(other)))
                .filter(Double::isFinite)
                .toList());
    }

    /** Returns the latencies of an operation, of all numbers of threads and rounds together that all arms of the row have. */
    Latency latency(Row row, ClusterArm arm, OperationType operation) {
        return Latency.merged(compared(row, arm).stream()
                .map(result -> result.latency(operation))
                .toList());
    }

    /** Returns whether the cores rather than the drives were the limit in half of the cells or more. */
    boolean isLimitedByCpu(Row row, ClusterArm arm) {
        List<CellResult> all = of(row, arm);
        return !all.isEmpty()
                && 2 * all.stream().filter(CellResult::isCpuLimited).count() >= all.size();
    }

    /** Returns the failed cells, one line each. */
    List<String> failures() {
        return results.stream()
                .filter(result -> !result.isGood())
                .map(result -> result.cell() + ": " + result.failure())
                .toList();
    }
}
