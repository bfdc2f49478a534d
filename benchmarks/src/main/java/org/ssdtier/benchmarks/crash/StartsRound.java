package org.ssdtier.benchmarks.crash;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What one start has shown.
 *
 * @param isCrash whether the node was killed before it, or stopped as an operator does
 * @param start the start
 * @param entriesBefore entries of the SSD's index before the node ended
 * @param entriesAfter entries when the tier was online
 * @param asked rows that were read after the start, drawn by chance
 * @param answered those of them that the tier answered
 * @param refused those that were not read from the SSD because too many look-ups were reading it, or that it answered too late
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
        return isCrash ? "kill" : CrashRun.CLEAN;
    }

    double answeredShare() {
        return (double) answered / asked;
    }

    /** For the result file. */
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
