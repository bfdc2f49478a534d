package org.ssdtier.benchmarks.crash;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * What one kill and start has shown.
 *
 * @param name of the moment, or {@code clean} for a stop
 * @param wasAmid whether what the moment is named after was still under way
 * @param loadSeconds of load before it
 * @param start of the node after it
 * @param entriesBefore entries of the SSD's index at the last look before it; dead ones of truncated tables count as well
 * @param answered rows that the SSD answered when every row was read once after the start
 * @param undecided rows of which it was not known whether their last write, deletion or TRUNCATE had happened
 * @param rows what was wrong, from the round before on until every row was read
 */
record CrashRound(
        String name,
        boolean wasAmid,
        double loadSeconds,
        Start start,
        long entriesBefore,
        long answered,
        long undecided,
        Rows rows) {
    /**
     * A start.
     *
     * @param serveSeconds from the process until it answers clients
     * @param indexSeconds from the process until the SSD tier is online; nothing if it did not get there
     */
    record Start(double serveSeconds, OptionalDouble indexSeconds) {
        /** Returns how much later than clients the SSD answers, or nothing if it never does. */
        OptionalDouble indexBehindSeconds() {
            return indexSeconds.isEmpty()
                    ? indexSeconds
                    : OptionalDouble.of(Math.max(0, indexSeconds.getAsDouble() - serveSeconds));
        }
    }

    /**
     * Rows that were judged.
     *
     * @param judged all
     * @param stale read older than one acknowledged before
     * @param lost missing though acknowledged
     * @param ghost found though deleted, never written, or settled otherwise
     * @param failed requests that failed while the node was up
     */
    record Rows(long judged, long stale, long lost, long ghost, long failed) {
        static final Rows NONE = new Rows(0, 0, 0, 0, 0);

        Rows plus(Rows other) {
            return new Rows(
                    judged + other.judged,
                    stale + other.stale,
                    lost + other.lost,
                    ghost + other.ghost,
                    failed + other.failed);
        }

        Rows minus(Rows other) {
            return new Rows(
                    judged - other.judged,
                    stale - other.stale,
                    lost - other.lost,
                    ghost - other.ghost,
                    failed - other.failed);
        }

        boolean areRight() {
            return stale + lost + ghost + failed == 0;
        }

        Map<String, Object> toMap() {
            Map<String, Object> map = new LinkedHashMap<>();
            map.put("rows_judged", judged);
            map.put("stale", stale);
            map.put("lost", lost);
            map.put("ghost", ghost);
            map.put("failed", failed);
            return map;
        }
    }

    /** For the result file. */
    Map<String, Object> toMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("moment", name);
        map.put("amid", wasAmid);
        map.put("load_seconds", loadSeconds);
        map.put("serve_seconds", start.serveSeconds());
        start.indexSeconds().ifPresent(seconds -> map.put("index_seconds", seconds));
        map.put("entries_before", entriesBefore);
        map.put("answered_by_ssd", answered);
        map.put("undecided_rows", undecided);
        map.putAll(rows.toMap());
        return map;
    }
}
