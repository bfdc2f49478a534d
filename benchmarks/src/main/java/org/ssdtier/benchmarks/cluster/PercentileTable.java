package org.ssdtier.benchmarks.cluster;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ssdtier.benchmarks.report.Bars;
import org.ssdtier.ycsb.workload.OperationType;

/**
 * The 99th percentiles of one operation, of the workloads that have it.
 *
 * @param result the result
 * @param operation the operation
 * @param title words for the operation
 * @param figure number of the brief's drawing
 */
record PercentileTable(ClusterResult result, OperationType operation, String title, int figure) {
    /** Returns the brief's three drawings: reads of all workloads, updates of A, B and F, read-modify-writes of F. */
    static List<PercentileTable> all(ClusterResult result) {
        return List.of(
                new PercentileTable(result, OperationType.READ, "Reads", 3),
                new PercentileTable(result, OperationType.UPDATE, "Updates", 4),
                new PercentileTable(result, OperationType.READ_MODIFY_WRITE, "Read-modify-writes", 5));
    }

    /** Returns whether there is anything to show. */
    boolean isEmpty() {
        return result.rowsWith(operation).isEmpty();
    }

    /** Returns whether any arm has enough values beyond the percentile. */
    boolean isDrawable() {
        return result.rows().stream().anyMatch(row -> result.arms().stream()
                .anyMatch(arm -> Words.hasP99(result.latency(row, arm, operation))));
    }

    String caption() {
        return title + ": 99th percentile";
    }

    List<String> heading() {
        List<String> heading = new ArrayList<>(List.of("Workload", "Consistency"));
        result.arms().forEach(arm -> heading.add(arm.toString()));
        return heading;
    }

    /** Returns the rows, each with as many cells as the heading. */
    List<List<String>> rows() {
        List<List<String>> rows = new ArrayList<>();
        for (ClusterResult.Row row : result.rowsWith(operation)) {
            List<String> cells = new ArrayList<>(
                    List.of(row.workload().name(), row.consistency().name()));
            for (ClusterArm arm : result.arms()) {
                String mark = result.isLimitedByCpu(row, arm) ? " (CPU)" : "";
                cells.add(Words.p99(result.latency(row, arm, operation)) + mark);
            }
            rows.add(cells);
        }
        return rows;
    }

    /** Returns the drawing; {@link #isDrawable} must be true. */
    Bars bars() {
        List<ClusterResult.Row> rows = result.rowsWith(operation);
        List<Bars.Row> bars = new ArrayList<>();
        for (ClusterArm arm : result.arms()) {
            List<Double> values = rows.stream()
                    .map(row -> Words.p99Millis(result.latency(row, arm, operation)))
                    .toList();
            bars.add(new Bars.Row(
                    arm.toString(),
                    color(arm),
                    values,
                    values.stream().map(value -> 0.0).toList()));
        }
        return new Bars(
                caption(), "ms", rows.stream().map(ClusterResult.Row::label).toList(), bars);
    }

    /** Returns an arm's colour, which is the same in all drawings. */
    static int color(ClusterArm arm) {
        return Arrays.asList(ClusterArm.values()).indexOf(arm);
    }
}
