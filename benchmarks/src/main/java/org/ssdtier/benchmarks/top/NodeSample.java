package org.ssdtier.benchmarks.top;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The rates and gauges of a node, of two readings.
 *
 * @param node the node
 * @param state state of the SSD tier
 * @param cause reason of an outage or failure; empty if there is none
 * @param seconds time between the readings; 0 if there are not two readings of one run of the node, and then all rates are 0
 * @param perSecond increase of each figure per second
 * @param now the last value of each figure
 * @param tables the cached tables
 */
record NodeSample(
        String node,
        String state,
        String cause,
        double seconds,
        Map<String, Double> perSecond,
        Map<String, Double> now,
        List<TableSample> tables) {
    private static final List<String> LOOKUPS = List.of("memoryHits", "pendingHits", "ssdHits", "misses");
    /** Counters that only a restart of the node decreases. */
    private static final List<String> GROWING = List.of("misses", "bytesWritten", "clientReads");

    /**
     * Returns the sample of two readings.
     *
     * @param before the reading before; null if there is none
     */
    static NodeSample of(@Nullable Reading before, Reading after) {
        double seconds = before == null || isAnotherRun(before, after) ? 0 : (after.nanos() - before.nanos()) / 1e9;
        Map<String, Double> rates = new TreeMap<>();
        List<TableSample> tables = new ArrayList<>();
        if (before != null && seconds > 0) {
            rates.putAll(rates(before.figures(), after.figures(), seconds));
            after.tables().forEach((name, lookups) -> {
                Map<String, Double> earlier = before.tables().getOrDefault(name, Map.of());
                tables.add(TableSample.of(name, rates(earlier, lookups, seconds)));
            });
        }
        return new NodeSample(
                after.node(), after.state(), after.cause(), seconds, rates, new TreeMap<>(after.figures()), tables);
    }

    private static boolean isAnotherRun(Reading before, Reading after) {
        return !before.isReached()
                || !after.isReached()
                || GROWING.stream().anyMatch(name -> number(after.figures(), name) < number(before.figures(), name));
    }

    private static Map<String, Double> rates(Map<String, Double> before, Map<String, Double> after, double seconds) {
        Map<String, Double> rates = new TreeMap<>();
        after.forEach((name, value) -> rates.put(name, (value - number(before, name)) / seconds));
        return rates;
    }

    private static double number(Map<String, Double> figures, String name) {
        return figures.getOrDefault(name, 0.0);
    }

    /** Returns whether the node answered. */
    boolean isReached() {
        return !state.equals(Reading.UNREACHED);
    }

    /** Returns the increase of a figure per second. */
    double rate(String name) {
        return number(perSecond, name);
    }

    /** Returns the last value of a figure. */
    double value(String name) {
        return number(now, name);
    }

    /** Returns the look-ups per second. */
    double lookups() {
        return LOOKUPS.stream().mapToDouble(this::rate).sum();
    }

    /** Returns the share of the look-ups that some of the outcomes have; 0 without look-ups. */
    double share(String... outcomes) {
        double part = List.of(outcomes).stream().mapToDouble(this::rate).sum();
        double all = lookups();
        return all == 0 ? 0 : part / all;
    }
}
