package org.ssdtier.benchmarks.cluster;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.ssdtier.benchmarks.brief.BriefWorkload;
import org.ssdtier.benchmarks.brief.CpuUse;
import org.ssdtier.benchmarks.brief.DriveUse;
import org.ssdtier.benchmarks.brief.HitShares;
import org.ssdtier.benchmarks.brief.NodeDriveUse;
import org.ssdtier.benchmarks.load.Latency;
import org.ssdtier.ycsb.workload.OperationType;

/** Results of cells with given figures. */
final class SyntheticCells {
    static final ClusterPlan PLAN = new ClusterPlan(ClusterScale.named("full"), 1);
    static final ClusterDataset.Facts DATASET = new ClusterDataset.Facts(
            300_000,
            List.of(
                    new ClusterDataset.NodeFacts("127.0.0.1", 16, 0.76, 262_000_000, 3),
                    new ClusterDataset.NodeFacts("127.0.0.2", 16, 0.74, 255_000_000, 2)));

    private static final int THREADS = 16;

    private SyntheticCells() {}

    /** Returns the result of all cells. */
    static ClusterResult result(List<CellResult> cells) {
        return new ClusterResult(ClusterResult.MEASUREMENT, PLAN, DATASET, Map.of("commit", "none"), cells);
    }

    /** Returns a cell with the default number of threads. */
    static Cell cell(BriefWorkload workload, Consistency consistency, ClusterArm arm, int round) {
        return new Cell(workload, consistency, THREADS, arm, round);
    }

    /**
     * The figures of a cell.
     *
     * @param operations operations per second
     * @param deviceMicros device time of an operation on the busiest node
     * @param machine busy fraction of the cores
     * @param mismatches digests that differ under the requests
     * @param restMismatches the same at rest
     */
    record Figures(double operations, double deviceMicros, double machine, long mismatches, long restMismatches) {}

    /** Returns the result of a cell. */
    static CellResult measured(Cell cell, Figures figures) {
        long count = Math.round(figures.operations * PLAN.scale().slotSeconds());
        boolean isQuorum = cell.consistency() == Consistency.QUORUM;
        DriveUse idle = new DriveUse(0.1, 0.1, figures.deviceMicros / 2);
        DriveUse busy = new DriveUse(0.2, 0.1, figures.deviceMicros);
        DriveUse cache = cell.arm().hasTier() ? new DriveUse(0.05, 0, figures.deviceMicros / 10) : DriveUse.NONE;
        return new CellResult(
                cell,
                null,
                PLAN.scale().slotSeconds(),
                figures.operations,
                latencies(cell.workload(), count),
                cell.arm().hasTier() ? new HitShares(0.5, 0.25, 0, 1) : HitShares.NONE,
                List.of(new NodeDriveUse(idle, DriveUse.NONE, cache), new NodeDriveUse(busy, DriveUse.NONE, cache)),
                new CellResult.Replicas(count, isQuorum ? 2 * count : count, figures.mismatches, figures.mismatches, 0),
                new CellResult.Replicas(15_000, 45_000, figures.restMismatches, 0, 0),
                new CpuUse(1.2, figures.machine, 1.5),
                new CellResult.Memory(128 << 20, 1_200 << 20),
                40);
    }

    private static Map<String, Latency> latencies(BriefWorkload workload, long count) {
        Histogram micros = new Histogram(3);
        micros.recordValueWithCount(2_000, count - count / 50);
        micros.recordValueWithCount(51_200, count / 50);
        Map<String, Latency> latencies = new TreeMap<>();
        latencies.put(OperationType.READ.label(), Latency.of(micros));
        if (List.of(BriefWorkload.A, BriefWorkload.B, BriefWorkload.F).contains(workload)) {
            latencies.put(OperationType.UPDATE.label(), Latency.of(micros));
        }
        if (workload == BriefWorkload.F) {
            latencies.put(OperationType.READ_MODIFY_WRITE.label(), Latency.of(micros));
        }
        return latencies;
    }

    /**
     * Returns the results of all arms under a workload: one SSD has five times the operations of the hard disks, two have
     * six times, the tier twice; the device time falls to a tenth, a twentieth, a half.
     */
    static List<CellResult> arms(BriefWorkload workload, Consistency consistency, int round) {
        return List.of(
                measured(cell(workload, consistency, ClusterArm.HDD, round), new Figures(1_000, 800, 0.3, 0, 0)),
                measured(cell(workload, consistency, ClusterArm.SSD_1, round), new Figures(5_000, 80, 0.95, 0, 0)),
                measured(cell(workload, consistency, ClusterArm.SSD_2, round), new Figures(6_000, 40, 0.95, 0, 0)),
                measured(cell(workload, consistency, ClusterArm.TIER, round), new Figures(2_000, 400, 0.5, 0, 0)));
    }

    /** Returns the results of all workloads and consistency levels. */
    static List<CellResult> all() {
        List<CellResult> cells = new ArrayList<>();
        for (BriefWorkload workload : ClusterSelection.WORKLOADS) {
            for (Consistency consistency : Consistency.values()) {
                cells.addAll(arms(workload, consistency, 1));
            }
        }
        Collections.reverse(cells);
        return cells;
    }
}
