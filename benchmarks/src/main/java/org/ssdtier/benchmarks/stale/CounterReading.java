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
public record CounterReading(Map<String, Long> values) {
    public CounterReading {
        values = new TreeMap<>(values);
    }

    /** Reads the counters by JMX. */
    public static CounterReading read(NodeJmx jmx) throws IOException {
        return new CounterReading(jmx.hasTier() ? jmx.tierStatistics() : Map.of());
    }

    /** Returns the difference from an earlier reading. */
    public CounterReading since(CounterReading earlier) {
        Map<String, Long> differences = new TreeMap<>();
        values.forEach((name, value) -> differences.put(name, value - earlier.values.getOrDefault(name, 0L)));
        return new CounterReading(differences);
    }

    /** Returns a counter by name; 0 if the node does not have it. */
    public long count(String name) {
        return values.getOrDefault(name, 0L);
    }
}
