package org.ssdtier.benchmarks.stale;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.ssdtier.benchmarks.node.NodeJmx;

/**
 * A reading of the counters of the SSD row cache; empty on a node without it.
 *
 * @param values values by name
 */
public record TierCounters(Map<String, Long> values) {
    public TierCounters {
        values = new TreeMap<>(values);
    }

    /** Reads the counters by JMX. */
    public static TierCounters read(NodeJmx jmx) throws IOException {
        return new TierCounters(jmx.hasTier() ? jmx.tierStatistics() : Map.of());
    }

    /** Returns the difference from an earlier reading. */
    public TierCounters since(TierCounters earlier) {
        Map<String, Long> differences = new TreeMap<>();
        values.forEach((name, value) -> differences.put(name, value - earlier.values.getOrDefault(name, 0L)));
        return new TierCounters(differences);
    }

    /** Returns a counter by name; 0 if the node does not have it. */
    public long count(String name) {
        return values.getOrDefault(name, 0L);
    }
}
