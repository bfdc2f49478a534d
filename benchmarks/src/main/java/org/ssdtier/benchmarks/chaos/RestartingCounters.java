package org.ssdtier.benchmarks.chaos;

import java.util.HashMap;
import java.util.Map;

/** A counter of each node that begins anew with each start of the node. Not thread-safe. */
final class RestartingCounters {
    private final Map<String, Long> last = new HashMap<>();

    /**
     * Returns how much a node has counted since its last reading; since its start if there is none, or if it has started since.
     *
     * @param now reading of the node's counter, 0 or more
     */
    long passed(String node, long now) {
        Long before = last.put(node, now);
        return before == null || before > now ? now : now - before;
    }
}
