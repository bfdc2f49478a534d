package org.ssdtier.benchmarks.threads;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.ssdtier.benchmarks.load.Spread;

/**
 * A target of the arm with the larger tier for one workload and number of threads, as a ratio of its requests per
 * second to those of the hard disks alone. Where the CPU limits one of them, the requests per second that the drives allow
 * count instead.
 *
 * @param row workload and number of threads
 * @param ratio ratio reached, over the rounds
 * @param least least ratio
 * @param isByDrives whether it is that of what the drives allow
 */
record ThreadsTarget(ThreadsResult.Row row, Spread ratio, double least, boolean isByDrives) {
    static final List<String> HEADING = List.of("Workload", "Threads", "tier-25 to hdd", "Of", "Target", "Outcome");

    private static final double LEAST_GAIN = 2;
    private static final double LEAST_OF_SCANS = 0.98;

    /** Returns the targets of a result: those of workloads B, C, D and E that have both arms. */
    static List<ThreadsTarget> of(ThreadsResult result) {
        List<ThreadsTarget> targets = new ArrayList<>();
        for (ThreadsResult.Row row : result.rows()) {
            double least =
                    switch (row.workload()) {
                        case B, C, D -> LEAST_GAIN;
                        case E -> LEAST_OF_SCANS;
                        case A, F -> 0;
                    };
            boolean isCpuLimited =
                    result.limitedByCpu(row, ThreadsArm.TIER_25) || result.limitedByCpu(row, ThreadsArm.HDD);
            Spread ratio = isCpuLimited
                    ? result.ratio(row, ThreadsArm.HDD, ThreadsArm.TIER_25, CellResult::deviceMicros)
                    : result.ratio(row, ThreadsArm.TIER_25, ThreadsArm.HDD, CellResult::requestsPerSecond);
            if (least > 0 && ratio.runs() > 0) {
                targets.add(new ThreadsTarget(row, ratio, least, isCpuLimited));
            }
        }
        return targets;
    }

    /** Returns whether no target of a result is missed. */
    static boolean areReached(ThreadsResult result) {
        return of(result).stream().noneMatch(ThreadsTarget::isMissed);
    }

    /** Returns whether the target is missed. */
    boolean isMissed() {
        return ratio.median() < least;
    }

    private String reached() {
        return ratio.runs() == 1
                ? String.format(Locale.ROOT, "%.2f", ratio.median())
                : String.format(Locale.ROOT, "%.2f (%.2f to %.2f)", ratio.median(), ratio.minimum(), ratio.maximum());
    }

    /** Returns the rows of a table of all targets of a result. */
    static List<List<String>> rows(ThreadsResult result) {
        return of(result).stream().map(ThreadsTarget::cells).toList();
    }

    private List<String> cells() {
        return List.of(
                row.workload().name(),
                Integer.toString(row.threads()),
                reached(),
                isByDrives ? "device time: the CPU is the limit" : "requests/s",
                String.format(Locale.ROOT, "≥ %.2f", least),
                isMissed() ? "missed" : "reached");
    }
}
