package org.ssdtier.benchmarks.stale;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.ssdtier.benchmarks.node.NodeJmx;

/**
 * The counters of the SSD row cache at one moment; empty on a node without it.
 *
 * @param values by name
 */
public record TierCounters(Map<String, Long> values) {
    public TierCounters {
        values = new TreeMap<>(values);
    }

    /** Reads them by JMX. */
    public static TierCounters read(NodeJmx jmx) throws IOException {
        return new TierCounters(jmx.hasTier() ? jmx.tierStatistics() : Map.of());
    }

    /** What was counted since an earlier moment. */
    public TierCounters since(TierCounters earlier) {
        Map<String, Long> differences = new TreeMap<>();
        values.forEach((name, value) -> differences.put(name, value - earlier.values.getOrDefault(name, 0L)));
        return new TierCounters(differences);
    }

    /** A counter by name; 0 if the node has none of that name. */
    public long count(String name) {
        return values.getOrDefault(name, 0L);
    }
}
