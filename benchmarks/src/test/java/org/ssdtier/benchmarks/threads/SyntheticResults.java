package org.ssdtier.benchmarks.threads;

import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.ssdtier.benchmarks.brief.BriefDataset;
import org.ssdtier.benchmarks.brief.BriefWorkload;
import org.ssdtier.benchmarks.brief.CpuUse;
import org.ssdtier.benchmarks.brief.DriveUse;
import org.ssdtier.benchmarks.brief.HitShares;
import org.ssdtier.benchmarks.brief.NodeDriveUse;
import org.ssdtier.benchmarks.load.Latency;

/** Results of cells with given figures. */
final class SyntheticResults {
    static final ThreadsPlan PLAN = new ThreadsPlan(ThreadsScale.named("small"), 1);
    static final BriefDataset.Facts DATASET = new BriefDataset.Facts(250_000, 287_000_000, 3);

    private SyntheticResults() {}

    /** Returns the result of all cells. */
    static ThreadsResult result(List<CellResult> cells) {
        return new ThreadsResult(ThreadsResult.MEASUREMENT, PLAN, DATASET, Map.of("commit", "none"), cells);
    }

    /**
     * Returns the result of a cell.
     *
     * @param deviceMicros device time of a request
     * @param machine busy fraction of the cores
     */
    static CellResult cell(Cell cell, double requestsPerSecond, double deviceMicros, double machine) {
        long count = Math.round(requestsPerSecond * PLAN.scale().slotSeconds());
        Histogram micros = new Histogram(3);
        micros.recordValueWithCount(2_000, count - count / 100);
        micros.recordValueWithCount(51_200, count / 100);
        DriveUse data = new DriveUse(0.8, 0.1, deviceMicros);
        DriveUse unused = new DriveUse(0, 0.2, deviceMicros / 2);
        return new CellResult(
                cell,
                null,
                PLAN.scale().slotSeconds(),
                requestsPerSecond,
                Map.of(cell.workload().operation.label(), Latency.of(micros)),
                cell.arm().hasTier() ? new HitShares(0.5, 0.25, 0, 0) : HitShares.NONE,
                new NodeDriveUse(data, unused, DriveUse.NONE),
                new CpuUse(1.2, machine, 1.5),
                32 << 20,
                800 << 20,
                14);
    }

    /**
     * Returns the results of all arms under a workload: SSDs have six times the requests, the tiers two and three
     * times.
     */
    static List<CellResult> arms(BriefWorkload workload, int threads, int round) {
        double requests = 1_000 + threads;
        return List.of(
                cell(new Cell(workload, threads, ThreadsArm.HDD, round), requests, 900, 0.3),
                cell(new Cell(workload, threads, ThreadsArm.SSD, round), 6 * requests, 30, 0.95),
                cell(new Cell(workload, threads, ThreadsArm.TIER_10, round), 2 * requests, 400, 0.5),
                cell(new Cell(workload, threads, ThreadsArm.TIER_25, round), 3 * requests, 250, 0.6),
                cell(new Cell(workload, threads, ThreadsArm.OHC, round), 1.1 * requests, 800, 0.3));
    }
}
