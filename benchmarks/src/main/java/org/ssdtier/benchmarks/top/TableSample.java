package org.ssdtier.benchmarks.top;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The look-ups of a table per second.
 *
 * @param table keyspace and table
 * @param memoryHits look-ups answered by memory, or on the way to the SSD
 * @param ssdHits look-ups answered by the SSD
 * @param misses look-ups that no tier answered
 */
record TableSample(String table, double memoryHits, double ssdHits, double misses) {
    static TableSample of(String table, Map<String, Double> rates) {
        return new TableSample(
                table,
                rates.getOrDefault("memoryHits", 0.0) + rates.getOrDefault("pendingHits", 0.0),
                rates.getOrDefault("ssdHits", 0.0),
                rates.getOrDefault("misses", 0.0));
    }

    /** Returns all look-ups per second. */
    double lookups() {
        return memoryHits + ssdHits + misses;
    }

    /** Returns the share of a part of the look-ups; 0 without look-ups. */
    double share(double part) {
        return lookups() == 0 ? 0 : part / lookups();
    }

    /** Returns the tables of all nodes together, the hottest first. */
    static List<TableSample> hottest(List<NodeSample> nodes) {
        Map<String, TableSample> sums = new TreeMap<>();
        for (NodeSample node : nodes) {
            node.tables().forEach(table -> sums.merge(table.table(), table, TableSample::plus));
        }
        List<TableSample> hottest = new ArrayList<>(sums.values());
        hottest.sort(Comparator.comparingDouble(TableSample::lookups).reversed());
        return hottest;
    }

    private TableSample plus(TableSample other) {
        return new TableSample(
                table, memoryHits + other.memoryHits, ssdHits + other.ssdHits, misses + other.misses);
    }
}
