package org.ssdtier.benchmarks.crash;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The results of one start.
 *
 * @param isCrash true if the node was killed before it, false if it was stopped as an operator would
 * @param start the start
 * @param entriesBefore number of entries of the SSD's index before the node ended
 * @param entriesAfter number of entries when the tier was online
 * @param asked number of rows read after the start, chosen at random
 * @param answered number of these rows that the tier answered
 * @param refused number of these rows not read from the SSD because too many look-ups were reading it, or answered too
 *     late
 */
record StartsRound(
        boolean isCrash,
        CrashRound.Start start,
        long entriesBefore,
        long entriesAfter,
        long asked,
        long answered,
        long refused) {
    String name() {
        return isCrash ? "kill" : CrashRound.CLEAN;
    }

    double answeredShare() {
        return (double) answered / asked;
    }

    /** Returns the entries for the result file. */
    Map<String, Object> toMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("after", name());
        map.put("serve_seconds", start.serveSeconds());
        start.indexSeconds().ifPresent(seconds -> map.put("index_seconds", seconds));
        map.put("entries_before", entriesBefore);
        map.put("entries_after", entriesAfter);
        map.put("asked", asked);
        map.put("answered", answered);
        map.put("refused_or_late", refused);
        return map;
    }
}
