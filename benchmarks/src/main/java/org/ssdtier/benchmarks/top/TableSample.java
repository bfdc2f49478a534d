package org.ssdtier.benchmarks.top;

import java.util.Map;

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

    /** Returns the look-ups of the table on two nodes. */
    TableSample plus(TableSample other) {
        return new TableSample(table, memoryHits + other.memoryHits, ssdHits + other.ssdHits, misses + other.misses);
    }
}
