package org.ssdtier.benchmarks.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.benchmarks.device.CalibratedDrives.Kind;

@Tag("unit")
final class ClusterPlanTest {
    private static final List<ClusterArm> ALL_ARMS = Arrays.asList(ClusterArm.values());
    private static final double RING = Math.pow(2, 64);

    @Test
    void drivesToCalibrate_areThoseOfTheArms_andOneOfTwoSsds() {
        Kind disks = new Kind("hdd-15k", 4);
        assertEquals(List.of(disks), ClusterArm.drives(List.of(ClusterArm.HDD)));
        assertEquals(List.of(disks, new Kind("ssd-sata", 1)), ClusterArm.drives(List.of(ClusterArm.TIER)));
        assertEquals(List.of(new Kind("ssd-sata", 1)), ClusterArm.drives(List.of(ClusterArm.SSD_2)));
    }

    @Test
    void memory_ofAllArms_isTheSame() {
        for (ClusterScale scale : ClusterScale.ALL) {
            ClusterPlan plan = new ClusterPlan(scale, 1);
            Set<Long> totals = new HashSet<>();
            for (ClusterArm arm : ALL_ARMS) {
                NodeMemory memory = plan.memory(arm);
                totals.add(
                        memory.rowCacheBytes() + memory.indexBytes() + memory.bufferBytes() + memory.pageCacheBytes());
                assertEquals(arm.hasTier(), memory.ssdBytes() > 0, arm.toString());
            }
            assertEquals(1, totals.size(), scale.name() + " " + totals);
            assertEquals(scale.pageCacheBytes(), plan.memory(ClusterArm.TIER).pageCacheBytes());
        }
    }

    /** A node is a replica of three quarters of the rows; its tier holds a tenth of these. */
    @Test
    void tier_hasItsShareOfTheRowsOfANode() {
        NodeMemory memory = new ClusterPlan(ClusterScale.named("full"), 1).memory(ClusterArm.TIER);
        assertEquals(0.10, memory.ssdBytes() / (225_000.0 * 1_366 * 1.06), 0.01);
        assertEquals(0, memory.ssdBytes() % memory.segmentBytes());
    }

    @Test
    void warmUp_fillsTheTiers_andLeavesRequestsForAllArms() {
        for (ClusterScale scale : ClusterScale.ALL) {
            ClusterPlan plan = new ClusterPlan(scale, 1);
            for (ClusterArm arm : ALL_ARMS) {
                assertTrue(plan.warmUpRequests() > plan.cachedRows(arm), arm.toString());
            }
            assertTrue(plan.restReads() > 0 && plan.restReads() <= scale.rows() / 2);
        }
    }

    /** The nodes have tokens in turn, so that all own about as much. */
    @Test
    void tokens_ofAllNodes_shareTheRing() {
        RingTokens tokens = RingTokens.of(1);
        TreeMap<Long, Integer> owners = new TreeMap<>();
        for (int node = 0; node < ClusterScale.NODES; node++) {
            List<String> own = tokens.ofNodes().get(node);
            assertEquals(RingTokens.VNODES, own.size());
            for (String token : own) {
                assertNull(owners.put(Long.parseLong(token), node), token);
            }
            assertEquals(
                    own.stream().map(Long::parseLong).sorted().toList(),
                    own.stream().map(Long::parseLong).toList());
        }
        List<Integer> order = List.copyOf(owners.values());
        for (int i = 0; i < order.size(); i += ClusterScale.NODES) {
            assertEquals(
                    ClusterScale.NODES,
                    Set.copyOf(order.subList(i, i + ClusterScale.NODES)).size(),
                    "group " + i);
        }
        double[] owned = ownership(owners);
        for (double share : owned) {
            assertEquals(0.75, share, 0.03, Arrays.toString(owned));
        }
        assertEquals(3, Arrays.stream(owned).sum(), 1e-9);
        assertEquals(tokens, RingTokens.of(1));
        assertNotEquals(tokens, RingTokens.of(2));
    }

    /** Returns the fraction of the ring of which each node is one of three replicas. */
    private static double[] ownership(TreeMap<Long, Integer> owners) {
        double[] owned = new double[ClusterScale.NODES];
        List<Long> tokens = List.copyOf(owners.keySet());
        for (int i = 0; i < tokens.size(); i++) {
            long previous = tokens.get((i + tokens.size() - 1) % tokens.size());
            double share = unsigned(tokens.get(i) - previous) / RING;
            Set<Integer> replicas = new HashSet<>();
            for (int j = i; replicas.size() < ClusterScale.REPLICAS; j++) {
                replicas.add(owners.get(tokens.get(j % tokens.size())));
            }
            replicas.forEach(node -> owned[node] += share);
        }
        return owned;
    }

    private static double unsigned(long value) {
        return value >= 0 ? value : value + RING;
    }

    @Test
    void visits_haveAllCells_ofOneArmAndRound() {
        ClusterSelection selection = new ClusterSelection(
                ClusterSelection.WORKLOADS, Arrays.asList(Consistency.values()), List.of(8, 32), ALL_ARMS, 2);
        List<ClusterSelection.Visit> visits = selection.visits();
        assertEquals(8, visits.size());
        Set<String> files = new HashSet<>();
        for (ClusterSelection.Visit visit : visits) {
            assertEquals(5 * 2 * 2, visit.cells().size());
            for (Cell cell : visit.cells()) {
                assertEquals(visit.arm(), cell.arm());
                assertEquals(visit.round(), cell.round());
                assertTrue(files.add(cell.fileName()), cell.fileName());
            }
        }
        assertEquals("a-one-8-hdd-1.json", visits.get(0).cells().get(0).fileName());
        assertEquals("f-quorum-32-tier-2.json", visits.get(7).cells().get(19).fileName());
        assertEquals(
                visits.get(0).cells().stream().map(Cell::seed).toList(),
                visits.get(3).cells().stream().map(Cell::seed).toList());
    }

    @Test
    void unknownNames_areRefused_withTheAllowedOnes() {
        assertMessage("arms=tape: allowed are hdd, ssd-1, ssd-2, tier", () -> ClusterArm.named("tape"));
        assertMessage("scale=huge: allowed are tiny, full", () -> ClusterScale.named("huge"));
        assertMessage("consistency=ALL: allowed are ONE, QUORUM", () -> Consistency.named("ALL"));
        assertEquals(Consistency.QUORUM, Consistency.named(" quorum"));
        assertEquals(ClusterArm.SSD_2, ClusterArm.named("ssd-2"));
    }

    private static void assertMessage(String message, Runnable call) {
        assertEquals(
                message, assertThrows(IllegalArgumentException.class, call::run).getMessage());
    }
}
