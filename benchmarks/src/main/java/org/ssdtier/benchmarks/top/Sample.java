package org.ssdtier.benchmarks.top;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A sample of all nodes.
 *
 * @param time time of the sample, in ISO 8601
 * @param nodes the nodes, in the order of the command line
 */
record Sample(String time, List<NodeSample> nodes) {
    /**
     * Returns the sample of two readings of each node.
     *
     * @param before the readings before; null if there are none
     */
    static Sample of(String time, @Nullable List<Reading> before, List<Reading> after) {
        Map<String, Reading> earlier = new HashMap<>();
        if (before != null) {
            before.forEach(reading -> earlier.put(reading.node(), reading));
        }
        List<NodeSample> nodes = new ArrayList<>();
        for (Reading reading : after) {
            nodes.add(NodeSample.of(earlier.get(reading.node()), reading));
        }
        return new Sample(time, nodes);
    }

    /** Returns the tables of nodes together, the hottest first. */
    static List<TableSample> hottest(List<NodeSample> nodes) {
        Map<String, TableSample> sums = new TreeMap<>();
        for (NodeSample node : nodes) {
            node.tables().forEach(table -> sums.merge(table.table(), table, TableSample::plus));
        }
        List<TableSample> hottest = new ArrayList<>(sums.values());
        hottest.sort(Comparator.comparingDouble(TableSample::lookups).reversed());
        return hottest;
    }

    /** Returns whether any node answered. */
    boolean isReached() {
        return nodes.stream().anyMatch(NodeSample::isReached);
    }
}
