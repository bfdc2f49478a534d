package org.ssdtier.node.doctor;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.ssdtier.rowcache.cassandra.SsdRowCacheMBean;

/**
 * The figures of a node's row cache at one time.
 *
 * @param state state of the SSD tier
 * @param outageReason why it is offline; empty if it is not
 * @param statistics counters and gauges by name
 * @param ratios ratios by name
 * @param settings options in effect by key
 */
record TierFigures(
        String state,
        String outageReason,
        Map<String, Long> statistics,
        Map<String, Double> ratios,
        Map<String, String> settings) {
    /** Returns whether a node has a row cache of ours. */
    static boolean areAt(NodeConnection node) throws IOException {
        return node.has(SsdRowCacheMBean.NAME);
    }

    static TierFigures read(NodeConnection node) throws IOException {
        Map<String, Long> statistics = new TreeMap<>();
        numbers(node, "Statistics").forEach((name, number) -> statistics.put(name, number.longValue()));
        Map<String, Double> ratios = new TreeMap<>();
        numbers(node, "Ratios").forEach((name, number) -> ratios.put(name, number.doubleValue()));
        Map<String, String> settings = new TreeMap<>();
        if (node.attribute(SsdRowCacheMBean.NAME, "Settings") instanceof Map<?, ?> map) {
            map.forEach((key, value) -> settings.put(String.valueOf(key), String.valueOf(value)));
        }
        Object reason = node.attribute(SsdRowCacheMBean.NAME, "OutageReason");
        return new TierFigures(
                String.valueOf(node.attribute(SsdRowCacheMBean.NAME, "State")),
                reason == null ? "" : reason.toString(),
                statistics,
                ratios,
                settings);
    }

    private static Map<String, Number> numbers(NodeConnection node, String attribute) throws IOException {
        Map<String, Number> numbers = new TreeMap<>();
        if (node.attribute(SsdRowCacheMBean.NAME, attribute) instanceof Map<?, ?> map) {
            map.forEach((key, value) -> {
                if (value instanceof Number number) {
                    numbers.put(String.valueOf(key), number);
                }
            });
        }
        return numbers;
    }

    /** Returns a counter or gauge; 0 if the node does not have it. */
    long statistic(String name) {
        return statistics.getOrDefault(name, 0L);
    }

    /** Returns a ratio; 0 if the node does not have it. */
    double ratio(String name) {
        return ratios.getOrDefault(name, 0.0);
    }

    /** Returns the look-ups of all tiers. */
    long lookups() {
        return statistic("memoryHits") + statistic("pendingHits") + statistic("ssdHits") + statistic("misses");
    }
}
