package org.ssdtier.benchmarks.top;

import java.util.Map;

/**
 * A reading of a node's counters and gauges.
 *
 * @param node the node
 * @param nanos time of the reading
 * @param state state of the SSD tier; {@link #UNREACHED} or {@link #WITHOUT_TIER} if there is none to be read
 * @param cause reason of an outage or failure; empty if there is none
 * @param figures counters and gauges by name
 * @param tables look-ups of the cached tables by name
 */
record Reading(
        String node,
        long nanos,
        String state,
        String cause,
        Map<String, Double> figures,
        Map<String, Map<String, Double>> tables) {
    /** State of a node that does not answer. */
    static final String UNREACHED = "NO ANSWER";
    /** State of a node that runs without the row cache. */
    static final String WITHOUT_TIER = "NO TIER";

    static Reading unreached(String node, long nanos, String cause) {
        return new Reading(node, nanos, UNREACHED, cause, Map.of(), Map.of());
    }

    /** Returns whether the node answered. */
    boolean isReached() {
        return !state.equals(UNREACHED);
    }
}
