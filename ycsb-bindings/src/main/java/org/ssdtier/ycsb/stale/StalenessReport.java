package org.ssdtier.ycsb.stale;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a {@link StalenessChecker} has seen.
 *
 * @param seconds since reading began
 * @param reads requests answered and judged
 * @param rowsChecked rows judged, absent ones included
 * @param writes rows written and acknowledged
 * @param deletes rows deleted and acknowledged
 * @param stale rows read with a version older than one acknowledged before the read began
 * @param lost rows not found although acknowledged before the read began
 * @param ghost rows found that were never written, or had been deleted or erased before the read began
 * @param failures reads, writes, deletes and disturbances that failed
 * @param toleratedFailures requests that failed while the table was being created again or the store was away
 * @param disturbances how often each disturbance was completed
 * @param violations the first few different stale, lost and ghost rows and failures, in words
 */
public record StalenessReport(
        double seconds,
        long reads,
        long rowsChecked,
        long writes,
        long deletes,
        long stale,
        long lost,
        long ghost,
        long failures,
        long toleratedFailures,
        Map<String, Long> disturbances,
        List<String> violations) {
    public StalenessReport {
        disturbances = Map.copyOf(disturbances);
        violations = List.copyOf(violations);
    }

    /** Returns what was done, and what was wrong, since an earlier report of the same checker. */
    public StalenessReport since(StalenessReport earlier) {
        Map<String, Long> differences = new HashMap<>();
        disturbances.forEach(
                (name, count) -> differences.put(name, count - earlier.disturbances.getOrDefault(name, 0L)));
        return new StalenessReport(
                seconds - earlier.seconds,
                reads - earlier.reads,
                rowsChecked - earlier.rowsChecked,
                writes - earlier.writes,
                deletes - earlier.deletes,
                stale - earlier.stale,
                lost - earlier.lost,
                ghost - earlier.ghost,
                failures - earlier.failures,
                toleratedFailures - earlier.toleratedFailures,
                differences,
                violations.subList(earlier.violations.size(), violations.size()));
    }

    /** True if every read was right; failures say nothing about that. */
    public boolean correct() {
        return stale == 0 && lost == 0 && ghost == 0;
    }
}
