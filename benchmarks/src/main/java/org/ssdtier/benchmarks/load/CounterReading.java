package org.ssdtier.benchmarks.load;

import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.ssdtier.benchmarks.node.NodeJmx;

/**
 * A reading of the counters and gauges of the SSD row cache. It is empty on a node without the cache, where all of them
 * are 0.
 *
 * @param values values by name
 */
public record CounterReading(Map<String, Long> values) {
    /** The gauges, which may fall; all other values only grow. */
    private static final Set<String> GAUGES = Set.of(
            "memoryEntries",
            "memoryBytes",
            "memoryCapacityBytes",
            "memoryHeapBytes",
            "memoryHeapLimitBytes",
            "dictionaries",
            "capacityBytes",
            "segments",
            "freeSegments",
            "pendingEntries",
            "pendingBytes",
            "journalKept",
            "entries",
            "indexBytes",
            "indexCapacity");

    /** The statistics of a latency without its count, behind the name of the latency. */
    private static final Pattern LATENCY = Pattern.compile("\\w+Latency(Mean|P50|P99|P999|Max)Nanos");

    public CounterReading {
        values = new TreeMap<>(values);
    }

    /** Reads the counters by JMX. */
    public static CounterReading read(NodeJmx jmx) throws IOException {
        return new CounterReading(jmx.hasTier() ? jmx.tierStatistics() : Map.of());
    }

    /**
     * Returns how much the counters have grown since an earlier reading of the same node. Gauges stay as they are: the
     * difference of two says nothing.
     */
    public CounterReading since(CounterReading earlier) {
        Map<String, Long> passed = new TreeMap<>();
        values.forEach((name, value) -> passed.put(name, isGauge(name) ? value : value - earlier.count(name)));
        return new CounterReading(passed);
    }

    /** Returns whether a value may fall, so that differences of it mean nothing. */
    static boolean isGauge(String name) {
        return GAUGES.contains(name) || LATENCY.matcher(name).matches();
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
