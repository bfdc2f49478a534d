package org.ssdtier.benchmarks.threads;

import java.util.Locale;
import org.ssdtier.benchmarks.brief.BriefWorkload;
import org.ssdtier.benchmarks.report.CellDirectory;

/**
 * A measurement of one arm under one workload with one number of threads.
 *
 * @param workload the workload
 * @param threads number of client threads
 * @param arm the arm
 * @param round number of the round, from 1
 */
record Cell(BriefWorkload workload, int threads, ThreadsArm arm, int round) implements CellDirectory.Cell {
    private static final long WORKLOAD_SEEDS = 1_000_000;
    private static final long THREADS_SEEDS = 1_000;

    /** Returns the file name of the cell's result. */
    @Override
    public String fileName() {
        return workload.name().toLowerCase(Locale.ROOT) + "-" + threads + "-" + arm + "-" + round + ".json";
    }

    /** Returns the seed of the requests, which is the same for all arms. */
    long seed() {
        return workload.name().charAt(0) * WORKLOAD_SEEDS + threads * THREADS_SEEDS + round;
    }

    @Override
    public String toString() {
        return workload + ", " + threads + " threads, " + arm + ", round " + round;
    }
}
