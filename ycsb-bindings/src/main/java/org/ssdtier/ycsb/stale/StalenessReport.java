package org.ssdtier.ycsb.stale;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The results of a {@link StalenessChecker}.
 *
 * @param seconds time since reading began, in seconds
 * @param reads number of requests answered and judged
 * @param rows rows judged
 * @param writes number of rows written and acknowledged
 * @param deletes number of rows deleted and acknowledged
 * @param stale number of rows read with a version older than one acknowledged before the read began
 * @param lost number of rows not found although acknowledged before the read began
 * @param ghost number of rows found that were never written, or had been deleted or erased before the read began
 * @param failures number of reads, writes, deletes and disturbances that failed
 * @param toleratedFailures number of requests that failed while the table was being recreated or the store was down
 * @param disturbances number of completed executions of each disturbance
 * @param violations the first few distinct stale, lost and ghost rows and failures, as text
 */
public record StalenessReport(
        double seconds,
        long reads,
        Rows rows,
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

    /**
     * Numbers of rows.
     *
     * @param checked rows judged, absent ones included
     * @param alone of these, rows that were read by a request of their own: judged by the times of that one read
     */
    public record Rows(long checked, long alone) {
        /** Returns the number of rows that were read by a request for several: judged by the times of all of it. */
        public long together() {
            return checked - alone;
        }
    }

    /** Returns the number of rows judged, absent ones included. */
    public long rowsChecked() {
        return rows.checked;
    }

    /** Returns the difference from an earlier report of the same checker: the counts and violations since then. */
    public StalenessReport since(StalenessReport earlier) {
        Map<String, Long> differences = new HashMap<>();
        disturbances.forEach(
                (name, count) -> differences.put(name, count - earlier.disturbances.getOrDefault(name, 0L)));
        return new StalenessReport(
                seconds - earlier.seconds,
                reads - earlier.reads,
                new Rows(rows.checked - earlier.rows.checked, rows.alone - earlier.rows.alone),
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

    /** Returns true if every read was right, regardless of failures. */
    public boolean correct() {
        return stale == 0 && lost == 0 && ghost == 0;
    }
}
