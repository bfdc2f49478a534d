package org.ssdtier.benchmarks.ssdsize;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.ssdtier.benchmarks.brief.BlockUse;
import org.ssdtier.benchmarks.brief.BriefDataset;
import org.ssdtier.benchmarks.brief.CpuUse;
import org.ssdtier.benchmarks.brief.DriveUse;
import org.ssdtier.benchmarks.brief.HitShares;
import org.ssdtier.benchmarks.brief.NodeDriveUse;
import org.ssdtier.benchmarks.brief.NodeFigures;
import org.ssdtier.benchmarks.load.Latency;

/** Results of cells on drives that take 5 ms for a read, with 1.2 reads a miss. */
final class SyntheticResults {
    static final SizePlan PLAN = new SizePlan(SizeScale.named("small"), SizeWorld.HDD, 32, 1);
    static final BriefDataset.Facts DATASET = new BriefDataset.Facts(400_000, 460_000_000, 3);
    static final Prices PRICES = new Prices(3, 0.1, 0.02, 0.005, 2_000);
    static final Mix MIX = new Mix(Distribution.LATEST, 95);

    static final double READ_MICROS = 5_000;
    static final double READS_PER_MISS = 1.2;

    private SyntheticResults() {}

    /** Returns the result of all cells. */
    static SizeResult result(SizePlan plan, List<CellResult> cells) {
        return new SizeResult(SizeResult.MEASUREMENT, plan, PRICES, DATASET, Map.of("commit", "none"), cells);
    }

    /**
     * Returns the result of a cell whose drives are always busy.
     *
     * @param hits hit ratio, two thirds of it in memory
     * @param machine busy fraction of the cores
     */
    static CellResult cell(Setup setup, double hits, double machine) {
        double reads = MIX.readShare() * (1 - hits) * READS_PER_MISS;
        double requests = 1e6 / (reads * READ_MICROS);
        long count = Math.round(requests * PLAN.scale().slotSeconds());
        Histogram micros = new Histogram(3);
        micros.recordValueWithCount(400, Math.max(1, Math.round(count * hits)));
        micros.recordValueWithCount(51_200, Math.max(1, Math.round(count * (1 - hits))));
        return new CellResult(
                new Cell(setup, MIX, 1),
                null,
                new NodeFigures(
                        PLAN.scale().slotSeconds(),
                        requests,
                        Map.of("READ", Latency.of(micros)),
                        new HitShares(hits * 2 / 3, hits / 3, 0, 0),
                        new NodeDriveUse(
                                new DriveUse(reads, 0, reads * READ_MICROS),
                                DriveUse.NONE,
                                new DriveUse(hits / 3, 0.01, 20)),
                        new CpuUse(1, machine, 1),
                        48 << 20,
                        700 << 20),
                BlockUse.NONE,
                new CellResult.TierFill(40_000, 12, 3),
                20);
    }

    /** Returns cells of stock, of tiers with 0.95 of the ideal hits, and of all-SSD. */
    static List<CellResult> cells(List<Integer> memories, List<Integer> ssds) {
        HitArithmetic arithmetic = new HitArithmetic(result(PLAN, List.of()));
        List<CellResult> cells = new ArrayList<>();
        for (int memory : memories) {
            for (int ssd : ssds) {
                Setup setup = Setup.of(SizeArm.TIER, memory, ssd);
                cells.add(cell(setup, 0.95 * arithmetic.idealHits(setup), 0.4));
            }
            cells.add(cell(new Setup(SizeArm.ALL_SSD, memory, 0), 0.98, 0.95));
        }
        return cells;
    }
}
