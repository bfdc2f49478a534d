package org.ssdtier.benchmarks.ssdsize;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.benchmarks.brief.CacheSize;
import org.ssdtier.benchmarks.device.CalibratedDrives.Kind;

@Tag("unit")
final class SizePlanTest {
    private static final List<Integer> SSDS = List.of(0, 1, 2, 5, 10, 25, 50, 100);
    private static final List<Mix> MIXES = List.of(new Mix(Distribution.LATEST, 95), new Mix(Distribution.ZIPFIAN, 75));
    private static final List<SizeArm> DEFAULT_ARMS = List.of(SizeArm.TIER, SizeArm.OHC, SizeArm.ALL_SSD);

    @Test
    void memory_ofSetupsWithTheSamePercentage_isTheSame() {
        for (SizeScale scale : SizeScale.ALL) {
            SizeBudget budget = new SizeBudget(scale);
            for (int percent : List.of(1, 2, 5)) {
                Set<Long> totals = new HashSet<>();
                for (SizeArm arm : SizeArm.values()) {
                    for (int ssd : SSDS) {
                        Setup setup = Setup.of(arm, percent, ssd);
                        totals.add(budget.cache(setup).memoryBytes() + budget.pageCacheBytes(setup));
                        assertTrue(budget.pageCacheBytes(setup) >= scale.pageCacheBytes(), setup.toString());
                    }
                }
                assertEquals(Set.of(budget.memoryBytes(percent)), totals);
            }
        }
    }

    @Test
    void tiers_haveTheirShareOfTheRows_andThreeSegments() {
        SizeBudget budget = new SizeBudget(SizeScale.named("small"));
        for (int percent : List.of(1, 2, 5, 10, 25, 50, 100)) {
            CacheSize size = budget.cache(new Setup(SizeArm.TIER, 2, percent));
            double rows = 400_000 * (2 + percent) / 100.0;
            double rowsOfASegment = size.segmentBytes() / 1_366.0;
            assertTrue(size.heldRows() >= rows && size.heldRows() < rows + rowsOfASegment, "percent=" + percent);
            assertEquals(0, size.ssdBytes() % size.segmentBytes());
        }
        assertEquals(400_000, budget.heldRows(new Setup(SizeArm.TIER, 2, 100)));
        assertEquals(0, budget.heldRows(new Setup(SizeArm.ALL_SSD, 2, 0)));
        assertEquals(
                4 << 20,
                new SizeBudget(SizeScale.named("tiny"))
                        .cache(new Setup(SizeArm.TIER, 1, 1))
                        .ssdBytes());
    }

    /** Key indexes take the place of rows: a key takes about six bytes, and a row is in one to two SSTables. */
    @Test
    void keyIndexes_takeTheirBytesFromTheRows() {
        for (SizeScale scale : SizeScale.ALL) {
            SizeBudget budget = new SizeBudget(scale);
            for (int percent : List.of(1, 2, 5, 10, 25, 50, 100)) {
                Setup keys = new Setup(SizeArm.TIER_KEYS, 2, percent);
                long rowsAndKeys = budget.cache(keys).ssdBytes() + budget.keyIndexBytes(keys);
                assertEquals(budget.ssdBytes(new Setup(SizeArm.TIER, 2, percent)), rowsAndKeys, keys.toString());
                assertTrue(budget.cache(keys).segmentBytes() > 0 && budget.keyIndexBytes(keys) >= 0, keys.toString());
            }
        }
        SizeBudget small = new SizeBudget(SizeScale.named("small"));
        assertTrue(small.keyIndexBytes(new Setup(SizeArm.TIER_KEYS, 2, 10)) >= 12 * 400_000);
    }

    /** Otherwise one setup's key cache would spare it more index reads than another's. */
    @Test
    void warmUp_hasTheSameReadsForAllSetups_ofUpToHalfOfTheRows() {
        SizePlan plan = new SizePlan(SizeScale.named("small"), SizeWorld.HDD, 32, 1);
        for (SizeArm arm : SizeArm.values()) {
            for (int percent : List.of(1, 10, 25)) {
                Setup setup = Setup.of(arm, 2, percent);
                assertEquals(300_000, plan.budget().filledRows(setup) + plan.warmUpRequests(setup), setup.toString());
            }
        }
        assertEquals(100_000, plan.warmUpRequests(Setup.of(SizeArm.TIER, 2, 100)));
    }

    /** A tier of 0 % is stock's row cache; arms without a size appear once for each memory. */
    @Test
    void setups_areEachOnce_andTheirCellsFollowEachOther() {
        SizeSelection selection = new SizeSelection(DEFAULT_ARMS, List.of(1, 2, 5), SSDS, MIXES, 2);
        assertEquals(3 * (8 + 1), selection.setups().size());
        List<Cell> cells = selection.cells();
        assertEquals(2 * 27 * 2, cells.size());
        assertEquals(cells.size(), cells.stream().map(Cell::fileName).distinct().count());
        assertEquals(2 * 2, cells.stream().map(Cell::seed).distinct().count());
        assertEquals(cells.get(0).setup(), cells.get(1).setup());
        assertEquals("ohc-memory-1-ssd-0-latest-95-1.json", cells.get(0).fileName());
        assertEquals(
                List.of(Setup.of(SizeArm.OHC, 2, 0)),
                new SizeSelection(List.of(SizeArm.TIER), List.of(2), List.of(0), MIXES, 1).setups());
    }

    @Test
    void drives_areTheSlowOnes_andTheSsdsOfTierAndBlockCache() {
        Kind ssd = new Kind("ssd-sata", 1);
        Kind volume = new Kind("gp3-3000", 1);
        SizeWorld world = SizeWorld.named("gp3-3000");
        assertEquals(List.of(volume), SizeDrives.kinds(List.of(Setup.of(SizeArm.OHC, 2, 0)), world));
        assertEquals(List.of(volume, ssd), SizeDrives.kinds(List.of(Setup.of(SizeArm.TIER, 2, 10)), world));
        assertEquals(List.of(volume, ssd), SizeDrives.kinds(List.of(Setup.of(SizeArm.BLOCK_4_LRU, 2, 10)), world));
        assertEquals(List.of(ssd), SizeDrives.kinds(List.of(Setup.of(SizeArm.ALL_SSD, 2, 0)), world));
    }

    @Test
    void prices_ofVolumesAndHardDisks_differ() {
        assertEquals(0.08, new PriceOptions().prices(true).dataPerGb());
        assertEquals(0.02, new PriceOptions().prices(false).dataPerGb());
    }

    @Test
    void unknownNames_areRefused_withTheAllowedOnes() {
        assertMessage(
                "arms=tape: allowed are tier, tier-keys, ohc, page-cache, all-ssd, block-4-lru, "
                        + "block-4-smq, block-64-lru, block-64-smq, both",
                () -> SizeArm.named("tape"));
        assertMessage("scale=huge: allowed are tiny, small", () -> SizeScale.named("huge"));
        assertMessage("drives=tape: allowed are hdd, gp3-3000, gp3-16000", () -> SizeWorld.named("tape"));
        assertMessage("distributions=uniform: allowed are latest, zipfian", () -> Distribution.named("uniform"));
        assertEquals(SizeArm.PAGE_CACHE, SizeArm.named("page-cache"));
    }

    private static void assertMessage(String message, Runnable call) {
        assertEquals(
                message, assertThrows(IllegalArgumentException.class, call::run).getMessage());
    }
}
