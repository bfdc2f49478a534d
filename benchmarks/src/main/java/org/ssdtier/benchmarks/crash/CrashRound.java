package org.ssdtier.benchmarks.crash;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import org.ssdtier.benchmarks.load.KeyIndexReading;

/**
 * The results of one kill, or clean stop, and restart.
 *
 * @param name name of the moment, or {@code clean} for a stop
 * @param wasAmid whether the operation that names the moment was still in progress
 * @param loadSeconds duration of the load before it in seconds
 * @param start start of the node after it
 * @param entriesBefore entries of the SSD's index, read just before it; includes dead ones of truncated tables
 * @param answered number of rows that the SSD answered when every row was read once after the start
 * @param undecided number of rows for which it was unknown whether their last write, deletion or TRUNCATE had happened
 * @param dictionaries number of dictionaries of compressed rows, found after the start or made since
 * @param keyIndex counters of the key indexes since the start, if the node has any
 * @param rows rows judged from the previous round until every row was read
 */
record CrashRound(
        String name,
        boolean wasAmid,
        double loadSeconds,
        Start start,
        long entriesBefore,
        long answered,
        long undecided,
        long dictionaries,
        KeyIndexReading keyIndex,
        Rows rows) {
    /** The name of a clean stop. */
    static final String CLEAN = "clean";

    /**
     * A start of the node.
     *
     * @param serveSeconds time from the start of the process until it responds to clients
     * @param indexSeconds time from the start of the process until the SSD tier is online; empty if it never was
     */
    record Start(double serveSeconds, OptionalDouble indexSeconds) {
        /** Returns the time from serving clients until the SSD tier is online, at least 0; empty if it never was. */
        OptionalDouble indexBehindSeconds() {
            return indexSeconds.isEmpty()
                    ? indexSeconds
                    : OptionalDouble.of(Math.max(0, indexSeconds.getAsDouble() - serveSeconds));
        }
    }

    /**
     * The counts of judged rows.
     *
     * @param judged number of all rows judged
     * @param stale number of rows read with a version older than one acknowledged before
     * @param lost number of rows missing although acknowledged
     * @param ghost number of rows found although deleted, never written, or settled differently
     * @param failed number of requests that failed while the node was up
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

    /** Returns the entries for the result file. */
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
        map.put("dictionaries", dictionaries);
        map.put("key_index_found", keyIndex.found());
        map.putAll(rows.toMap());
        return map;
    }
}
