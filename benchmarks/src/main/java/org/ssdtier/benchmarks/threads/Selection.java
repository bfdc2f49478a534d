package org.ssdtier.benchmarks.threads;

import java.util.ArrayList;
import java.util.List;
import org.ssdtier.benchmarks.brief.BriefWorkload;

/**
 * The cells of one invocation; a directory may hold those of several.
 *
 * @param workloads the workloads, in the order in which they run
 * @param threads the numbers of client threads
 * @param arms the arms
 * @param rounds number of rounds
 */
record Selection(List<BriefWorkload> workloads, List<Integer> threads, List<ThreadsArm> arms, int rounds) {
    Selection {
        workloads = List.copyOf(workloads);
        threads = List.copyOf(threads);
        arms = List.copyOf(arms);
    }

    /**
     * Returns the cells. Arms run directly one after the other under the same requests, so that disturbances hit all.
     */
    List<Cell> cells() {
        List<Cell> cells = new ArrayList<>();
        for (int round = 1; round <= rounds; round++) {
            for (BriefWorkload workload : workloads) {
                for (int count : threads) {
                    for (ThreadsArm arm : arms) {
                        cells.add(new Cell(workload, count, arm, round));
                    }
                }
            }
        }
        return cells;
    }
}
