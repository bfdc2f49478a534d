package org.ssdtier.benchmarks.top;

import java.util.HashMap;
import java.util.Map;

/** Readings and samples of nodes that these tests make up. */
final class Nodes {
    private static final long SECOND_NANOS = 1_000_000_000L;

    private Nodes() {}

    /** Returns a reading of a node that has worked at a steady rate for some seconds. */
    static Reading reading(String node, double seconds) {
        Map<String, Double> figures = new HashMap<>();
        figures.put("memoryHits", 600 * seconds);
        figures.put("pendingHits", 0.0);
        figures.put("ssdHits", 300 * seconds);
        figures.put("misses", 100 * seconds);
        figures.put("clientReads", 12_345 * seconds);
        figures.put("demotions", 50 * seconds);
        figures.put("bytesWritten", 3 * 1024 * 1024 * seconds);
        figures.put("capacityBytes", 64.0 * (1L << 30));
        figures.put("readLatencyP50Nanos", 95_000.0);
        figures.put("readLatencyP99Nanos", 1_230_000.0);
        figures.put("writeAmplification", 1.05);
        Map<String, Map<String, Double>> tables = Map.of(
                "shop.goods", Map.of("memoryHits", 500 * seconds, "ssdHits", 300 * seconds, "misses", 50 * seconds),
                "shop.people", Map.of("memoryHits", 100 * seconds, "ssdHits", 0.0, "misses", 50 * seconds));
        return new Reading(node, (long) (seconds * SECOND_NANOS), "ONLINE", "", figures, tables);
    }

    /** Returns the sample of two readings that are two seconds apart. */
    static NodeSample sample(String node) {
        return NodeSample.of(reading(node, 10), reading(node, 12));
    }
}
