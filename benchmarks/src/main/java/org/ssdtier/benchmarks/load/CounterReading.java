package org.ssdtier.benchmarks.load;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.ssdtier.benchmarks.node.NodeJmx;

/**
 * A reading of the counters and gauges of the SSD row cache. It is empty on a node without the cache, where all of them
 * are 0.
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

    /** Returns the difference from an earlier reading of the same node. */
    public CounterReading since(CounterReading earlier) {
        Map<String, Long> differences = new TreeMap<>();
        values.forEach((name, value) -> differences.put(name, value - earlier.count(name)));
        return new CounterReading(differences);
    }

    /**
     * Returns a counter by name; 0 on a node without the SSD row cache.
     *
     * @throws IllegalStateException if the cache has no such counter; the message names those it has
     */
    public long count(String name) {
        if (values.isEmpty()) {
            return 0;
        }
        Long value = values.get(name);
        if (value == null) {
            throw new IllegalStateException("counter=" + name + ": missing; the node has " + values.keySet());
        }
        return value;
    }
}
