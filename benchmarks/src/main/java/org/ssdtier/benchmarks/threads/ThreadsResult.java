package org.ssdtier.benchmarks.threads;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.ssdtier.benchmarks.brief.BriefDataset;
import org.ssdtier.benchmarks.brief.BriefWorkload;
import org.ssdtier.benchmarks.load.Latency;
import org.ssdtier.benchmarks.load.Spread;

/**
 * A result file of the experiment.
 *
 * @param measurement {@link #MEASUREMENT}
 * @param plan the sizes
 * @param dataset size of the snapshot
 * @param facts facts about software and machine
 * @param results the results of all cells, also of failed ones, in any order
 */
record ThreadsResult(
        String measurement,
        ThreadsPlan plan,
        BriefDataset.Facts dataset,
        Map<String, Object> facts,
        List<CellResult> results) {
    /** The kind of result, as its file names it. */
    static final String MEASUREMENT = "threads";

    ThreadsResult {
        results = List.copyOf(results);
    }

    /** A workload with a number of threads. */
    record Row(BriefWorkload workload, int threads) {}

    /** Returns the successful results of an arm, in the order of their rounds. */
    List<CellResult> of(Row row, ThreadsArm arm) {
        return results.stream()
                .filter(result -> result.isGood()
                        && result.cell().workload() == row.workload
                        && result.cell().threads() == row.threads
                        && result.cell().arm() == arm)
                .sorted((left, right) ->
                        Integer.compare(left.cell().round(), right.cell().round()))
                .toList();
    }

    /** Returns the workloads with successful results. */
    List<BriefWorkload> workloads() {
        return Arrays.stream(BriefWorkload.values())
                .filter(workload -> results.stream()
                        .anyMatch(result -> result.isGood() && result.cell().workload() == workload))
                .toList();
    }

    /** Returns the arms with successful results. */
    List<ThreadsArm> arms() {
        return Arrays.stream(ThreadsArm.values())
                .filter(arm -> results.stream()
                        .anyMatch(result -> result.isGood() && result.cell().arm() == arm))
                .toList();
    }

    /** Returns the numbers of threads of a workload's successful results, ascending. */
    List<Row> rows(BriefWorkload workload) {
        return results.stream()
                .filter(result -> result.isGood() && result.cell().workload() == workload)
                .map(result -> result.cell().threads())
                .distinct()
                .sorted()
                .map(threads -> new Row(workload, threads))
                .toList();
    }

    /** Returns all workloads and numbers of threads with successful results. */
    List<Row> rows() {
        return workloads().stream().flatMap(workload -> rows(workload).stream()).toList();
    }

    /** Returns median and range of a figure over the rounds; without runs if there is no result. */
    Spread spread(Row row, ThreadsArm arm, ToDoubleFunction<CellResult> figure) {
        return Spread.of(of(row, arm).stream().map(figure::applyAsDouble).toList());
    }

    /**
     * Returns the ratio of an arm's figure to another arm's in the same round; without runs if one of them is missing.
     */
    Spread ratio(Row row, ThreadsArm arm, ThreadsArm base, ToDoubleFunction<CellResult> figure) {
        List<CellResult> others = of(row, base);
        return Spread.of(of(row, arm).stream()
                .flatMap(result -> others.stream()
                        .filter(other -> other.cell().round() == result.cell().round())
                        .map(other -> figure.applyAsDouble(result) / figure.applyAsDouble(other)))
                .filter(Double::isFinite)
                .toList());
    }

    /** Returns the latencies of the workload's main operation, of all rounds together. */
    Latency latency(Row row, ThreadsArm arm) {
        return Latency.merged(of(row, arm).stream().map(CellResult::latency).toList());
    }

    /** Returns whether the cores rather than the drives were the limit in half of the rounds or more. */
    boolean limitedByCpu(Row row, ThreadsArm arm) {
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
