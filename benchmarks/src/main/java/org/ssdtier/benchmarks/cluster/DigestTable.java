package org.ssdtier.benchmarks.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToLongFunction;

/**
 * Digest reads and read repairs by the metrics of the nodes. At QUORUM a second replica sends a digest of its row; if it
 * differs, the read waits for a repair. A tier that answered with an old row would cause such repairs, also when nothing
 * is written.
 *
 * @param result the result
 */
record DigestTable(ClusterResult result) {
    static final List<String> HEADING = List.of(
            "Workload",
            "Consistency",
            "Arm",
            "Replicas read for a read",
            "Hits of these, memory + SSD",
            "Digests that differ, per 1,000 reads",
            "Repairs written, per 1,000 reads",
            "At rest: digests that differ, of reads");

    private static final double THOUSAND = 1_000;

    /** Returns the rows, each with as many cells as the heading. */
    List<List<String>> rows() {
        List<List<String>> rows = new ArrayList<>();
        for (ClusterResult.Row row : result.rows()) {
            for (ClusterArm arm : result.arms()) {
                if (!result.of(row, arm).isEmpty()) {
                    rows.add(row(row, arm));
                }
            }
        }
        return rows;
    }

    private List<String> row(ClusterResult.Row row, ClusterArm arm) {
        List<CellResult> cells = result.of(row, arm);
        OptionalDouble memory = result.average(row, arm, cell -> cell.hits().memory());
        OptionalDouble ssd = result.average(row, arm, cell -> cell.hits().ssd());
        return List.of(
                row.workload().name(),
                row.consistency().name(),
                arm.toString(),
                Words.text("%.3f", perRead(cells, CellResult.Replicas::replicaReads)),
                arm.hasTier() ? Words.number("%.3f", memory) + " + " + Words.number("%.3f", ssd) : Words.NO_FIGURE,
                Words.text("%.3f", THOUSAND * perRead(cells, CellResult.Replicas::mismatches)),
                Words.text("%.3f", THOUSAND * perRead(cells, CellResult.Replicas::repairs)),
                Words.text(
                        "%d of %,d",
                        cells.stream()
                                .mapToLong(cell -> cell.rest().mismatches())
                                .sum(),
                        cells.stream().mapToLong(cell -> cell.rest().reads()).sum()));
    }

    private static double perRead(List<CellResult> cells, ToLongFunction<CellResult.Replicas> count) {
        long counted = cells.stream()
                .mapToLong(cell -> count.applyAsLong(cell.replicas()))
                .sum();
        long reads = cells.stream().mapToLong(cell -> cell.replicas().reads()).sum();
        return reads == 0 ? 0 : (double) counted / reads;
    }
}
