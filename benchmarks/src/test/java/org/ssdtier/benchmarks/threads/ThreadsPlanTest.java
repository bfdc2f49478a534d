package org.ssdtier.benchmarks.threads;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.benchmarks.brief.BriefWorkload;
import org.ssdtier.benchmarks.device.CalibratedDrives.Kind;

@Tag("unit")
final class ThreadsPlanTest {
    private static final long MEBIBYTE = 1 << 20;
    private static final List<ThreadsArm> ALL_ARMS = ThreadsArm.ofEqualMemory();

    @Test
    void memory_ofAllArms_isTheSame() {
        for (ThreadsScale scale : ThreadsScale.ALL) {
            ThreadsBudget budget = new ThreadsBudget(scale);
            Set<Long> totals = new HashSet<>();
            for (ThreadsArm arm : ALL_ARMS) {
                totals.add(budget.rowCacheBytes(arm)
                        + budget.indexBytes(arm)
                        + budget.bufferBytes(arm)
                        + budget.pageCacheBytes(arm));
            }
            assertEquals(1, totals.size(), scale.name() + " " + totals);
            assertEquals(scale.pageCacheBytes(), budget.pageCacheBytes(ThreadsArm.TIER_25));
            assertEquals(scale.pageCacheBytes(), budget.pageCacheBytes(ThreadsArm.HDD_LESS));
            assertEquals(0, budget.rowCacheBytes(ThreadsArm.HDD_LESS) + budget.ssdBytes(ThreadsArm.HDD_LESS));
            assertEquals(0, budget.ssdBytes(ThreadsArm.OHC) + budget.rowCacheBytes(ThreadsArm.SSD));
        }
    }

    @Test
    void tiers_haveTheirShareOfTheRows_inWholeSegments() {
        ThreadsBudget budget = new ThreadsBudget(ThreadsScale.named("small"));
        for (ThreadsArm arm : List.of(ThreadsArm.TIER_10, ThreadsArm.TIER_25)) {
            long segment = budget.segmentBytes(arm);
            assertEquals(0, budget.ssdBytes(arm) % segment);
            assertEquals(1, Long.bitCount(segment));
            assertTrue(segment >= MEBIBYTE && segment <= 8 * MEBIBYTE, "segment=" + segment);
            assertTrue(budget.ssdBytes(arm) >= 16 * segment, arm.toString());
        }
        double rows = 250_000;
        assertEquals(0.10, budget.ssdBytes(ThreadsArm.TIER_10) / (rows * 1_366 * 1.06), 0.01);
        assertEquals(0.25, budget.ssdBytes(ThreadsArm.TIER_25) / (rows * 1_366 * 1.06), 0.02);
        assertEquals(67_500, budget.cachedRows(ThreadsArm.TIER_25));
        ThreadsBudget large = new ThreadsBudget(ThreadsScale.named("brief-1/170"));
        assertEquals(8 * MEBIBYTE, large.segmentBytes(ThreadsArm.TIER_10));
        assertEquals(16 * MEBIBYTE, new ThreadsBudget(ThreadsScale.named("tiny")).ssdBytes(ThreadsArm.TIER_10));
    }

    /** The rows that are read once are at most half of the table's, which the workload requires. */
    @Test
    void warmUp_fillsTheCaches_andLeavesRequestsForAllArms() {
        for (ThreadsScale scale : ThreadsScale.ALL) {
            ThreadsPlan plan = new ThreadsPlan(scale, 1);
            for (ThreadsArm arm : ALL_ARMS) {
                assertTrue(plan.budget().cachedRows(arm) <= scale.rows() / 2);
                assertTrue(plan.warmUpRequests() > plan.budget().cachedRows(arm));
            }
        }
    }

    @Test
    void cells_runArmsDirectlyOneAfterTheOther_withTheSameRequests() {
        List<BriefWorkload> workloads = Arrays.asList(BriefWorkload.values());
        List<Cell> cells = new Selection(workloads, BriefWorkload.THREADS, ALL_ARMS, 2).cells();
        assertEquals(6 * 5 * 5 * 2, cells.size());
        assertEquals(cells.size(), cells.stream().map(Cell::fileName).distinct().count());
        for (int i = 0; i < cells.size(); i += ALL_ARMS.size()) {
            List<Cell> group = cells.subList(i, i + ALL_ARMS.size());
            assertEquals(ALL_ARMS, group.stream().map(Cell::arm).toList());
            assertEquals(1, group.stream().map(Cell::seed).distinct().count());
        }
        assertEquals(6 * 5 * 2, cells.stream().map(Cell::seed).distinct().count());
        assertEquals("a-12-hdd-1.json", cells.get(0).fileName());
        assertEquals("f-120-ohc-2.json", cells.get(cells.size() - 1).fileName());
    }

    /** The averages that the brief prints beside its figures. */
    @Test
    void brief_hasItsFigures() {
        Map<BriefWorkload, Double> averages = Map.of(
                BriefWorkload.A, 4.8,
                BriefWorkload.B, 5.7,
                BriefWorkload.C, 6.1,
                BriefWorkload.D, 6.5,
                BriefWorkload.F, 6.4);
        for (BriefWorkload workload : BriefWorkload.values()) {
            double average = BriefWorkload.THREADS.stream()
                    .flatMapToDouble(threads -> workload.advantage(threads).stream())
                    .average()
                    .orElse(0);
            assertEquals(averages.getOrDefault(workload, 0.0), average, 0.07, workload.name());
        }
        assertEquals(6.9, BriefWorkload.D.advantage(12).orElseThrow());
        assertEquals(5.5, BriefWorkload.B.advantage(120).orElseThrow());
        assertTrue(BriefWorkload.A.advantage(13).isEmpty());
        assertTrue(BriefWorkload.E.advantage(12).isEmpty());
    }

    @Test
    void workloads_haveTheirProportions() throws IOException {
        for (BriefWorkload workload : BriefWorkload.values()) {
            Properties properties = workload.properties();
            double all = DoubleStream.of(
                            share(properties, "read"),
                            share(properties, "update"),
                            share(properties, "insert"),
                            share(properties, "scan"),
                            share(properties, "readmodifywrite"))
                    .sum();
            assertEquals(1, all, 1e-9, workload.name());
            assertEquals("10", properties.getProperty("fieldcount"));
        }
        assertEquals(0.95, share(BriefWorkload.E.properties(), "scan"));
        assertEquals(0.5, share(BriefWorkload.F.properties(), "readmodifywrite"));
        assertEquals("latest", BriefWorkload.D.properties().getProperty("requestdistribution"));
    }

    private static double share(Properties properties, String operation) {
        return Double.parseDouble(properties.getProperty(operation + "proportion", "0"));
    }

    @Test
    void unknownNames_areRefused_withTheAllowedOnes() {
        assertMessage("workloads=G: allowed are A, B, C, D, E, F", () -> BriefWorkload.named("G"));
        assertMessage(
                "arms=tape: allowed are hdd, ssd, tier-10, tier-25, ohc, hdd-less", () -> ThreadsArm.named("tape"));
        assertMessage("scale=huge: allowed are tiny, small, brief-1/170", () -> ThreadsScale.named("huge"));
        assertEquals(BriefWorkload.D, BriefWorkload.named(" d"));
        assertEquals(ThreadsArm.TIER_25, ThreadsArm.named("tier-25"));
    }

    @Test
    void drivesToCalibrate_areThoseOfTheArms_andOneOfTwoSsds() {
        assertEquals(List.of(new Kind("hdd-10k", 6)), DriveSet.kinds(List.of(ThreadsArm.HDD)));
        assertEquals(List.of(new Kind("ssd-sata", 1)), DriveSet.kinds(List.of(ThreadsArm.SSD)));
        assertEquals(
                List.of(new Kind("hdd-10k", 6), new Kind("ssd-sata", 1)), DriveSet.kinds(List.of(ThreadsArm.TIER_25)));
    }

    private static void assertMessage(String message, Runnable call) {
        assertEquals(
                message, assertThrows(IllegalArgumentException.class, call::run).getMessage());
    }
}
