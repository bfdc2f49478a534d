package org.ssdtier.benchmarks.cluster;

import java.util.ArrayList;
import java.util.List;
import org.ssdtier.benchmarks.brief.BriefWorkload;

/**
 * The cells of one invocation; a directory may hold those of several.
 *
 * @param workloads the workloads, in the order in which they run
 * @param consistencies the consistency levels
 * @param threads the numbers of client threads
 * @param arms the arms
 * @param rounds number of rounds
 */
record ClusterSelection(
        List<BriefWorkload> workloads,
        List<Consistency> consistencies,
        List<Integer> threads,
        List<ClusterArm> arms,
        int rounds) {
    /** The brief's workloads: all of YCSB's but E. */
    static final List<BriefWorkload> WORKLOADS =
            List.of(BriefWorkload.A, BriefWorkload.B, BriefWorkload.C, BriefWorkload.D, BriefWorkload.F);

    ClusterSelection {
        workloads = List.copyOf(workloads);
        consistencies = List.copyOf(consistencies);
        threads = List.copyOf(threads);
        arms = List.copyOf(arms);
    }

    /** The cells of an arm in a round, which the same nodes measure. */
    record Visit(ClusterArm arm, int round, List<Cell> cells) {}

    /**
     * Returns the visits. Only one arm's nodes run at a time, because the machine has no memory for those of all; rounds
     * repeat all arms.
     */
    List<Visit> visits() {
        List<Visit> visits = new ArrayList<>();
        for (int round = 1; round <= rounds; round++) {
            for (ClusterArm arm : arms) {
                visits.add(new Visit(arm, round, cells(arm, round)));
            }
        }
        return visits;
    }

    private List<Cell> cells(ClusterArm arm, int round) {
        List<Cell> cells = new ArrayList<>();
        for (BriefWorkload workload : workloads) {
            for (Consistency consistency : consistencies) {
                for (int count : threads) {
                    cells.add(new Cell(workload, consistency, count, arm, round));
                }
            }
        }
        return cells;
    }
}
