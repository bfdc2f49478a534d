package org.ssdtier.benchmarks.experiment;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.ssdtier.benchmarks.load.Spread;
import org.ssdtier.benchmarks.report.Json;

/**
 * The rows that a row cache held at the end of its slots: medians of the rounds. A row that is in both tiers counts twice, so
 * their sum is at least the number of different rows.
 *
 * @param memory rows in memory
 * @param ssd rows on the SSD; 0 without an SSD tier
 */
record RowsHeld(double memory, double ssd) {
    private static final String FIELD = "rows_held";

    /**
     * Returns the rows held in some slots of an arm; empty if they were not counted.
     *
     * @param slots its slots under one mix
     */
    static Optional<RowsHeld> of(List<SlotResult> slots) {
        boolean isCounted = !slots.isEmpty()
                && slots.stream().allMatch(slot -> slot.memory().cachedRows() > 0);
        return isCounted
                ? Optional.of(new RowsHeld(
                        median(slots, slot -> slot.memory().cachedRows()),
                        median(slots, slot -> slot.memory().ssdRows())))
                : Optional.empty();
    }

    /** Returns those that the figures of a cell have. */
    static Optional<RowsHeld> read(JsonNode figures) {
        JsonNode held = figures.path(FIELD);
        return held.isObject()
                ? Optional.of(new RowsHeld(Json.number(held, "memory"), Json.number(held, "ssd")))
                : Optional.empty();
    }

    /** Adds them to the figures of a cell. */
    void addTo(Map<String, Object> figures) {
        figures.put(FIELD, new TreeMap<>(Map.of("memory", memory, "ssd", ssd)));
    }

    /** Returns the rows of both tiers. */
    long both() {
        return Math.round(memory + ssd);
    }

    private static double median(List<SlotResult> slots, ToDoubleFunction<SlotResult> rows) {
        return Spread.of(slots.stream().map(rows::applyAsDouble).toList()).median();
    }
}
