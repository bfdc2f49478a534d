package org.ssdtier.benchmarks.tier;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.ssdtier.benchmarks.load.Spread;

/**
 * The bytes of memory that a row takes in each cache, measured in several JVMs each. One sample is not enough, since a
 * JVM's own memory and the allocator's arenas differ from start to start.
 */
final class RowBytes {
    private static final double TARGET_TO_OHC = 1.0;

    private final Map<Allocator, Map<TierProbe, List<Double>>> samples = new EnumMap<>(Allocator.class);

    /** Adds the measurement of one JVM. */
    void add(Allocator allocator, TierProbe cache, double bytes) {
        samples.computeIfAbsent(allocator, absent -> new EnumMap<>(TierProbe.class))
                .computeIfAbsent(cache, absent -> new ArrayList<>())
                .add(bytes);
    }

    /** Returns a figure for each allocator and cache, and the ratio of ours to OHC if both were measured. */
    List<JsonNode> figures() {
        List<JsonNode> figures = new ArrayList<>();
        samples.forEach((allocator, caches) -> {
            caches.forEach((cache, bytes) -> figures.add(bytesFigure(allocator, cache, bytes)));
            List<Double> ours = caches.get(TierProbe.BYTES_OURS);
            List<Double> ohc = caches.get(TierProbe.BYTES_OHC);
            if (ours != null && ohc != null) {
                figures.add(ratioFigure(allocator, Spread.of(ours), Spread.of(ohc)));
            }
        });
        return figures;
    }

    private static ObjectNode bytesFigure(Allocator allocator, TierProbe cache, List<Double> bytes) {
        String name = cache.toString().substring("bytes-".length());
        Spread spread = Spread.of(bytes);
        ObjectNode figure = figure(
                        "memory_bytes_per_row_" + name + "_" + allocator,
                        spread.median(),
                        spread.minimum(),
                        spread.maximum())
                .putNull("target")
                .put("met", true)
                .put("note", spread.runs() + " JVMs, heap and off-heap, 25-byte key, 5 × 75 bytes");
        ArrayNode samples = figure.putArray("samples");
        bytes.forEach(samples::add);
        return figure;
    }

    /**
     * Returns the ratio of the medians; its range is the range of ratios of any of our JVMs to any of OHC's. It has no
     * samples of its own: those of both figures are beside it.
     */
    private static ObjectNode ratioFigure(Allocator allocator, Spread ours, Spread ohc) {
        double ratio = ours.median() / ohc.median();
        return figure(
                        "memory_bytes_per_row_to_ohc_" + allocator,
                        ratio,
                        ours.minimum() / ohc.maximum(),
                        ours.maximum() / ohc.minimum())
                .put("target", "≤ " + TARGET_TO_OHC)
                .put("met", ratio <= TARGET_TO_OHC)
                .put("note", "medians; each JVM has one cache");
    }

    private static ObjectNode figure(String name, double value, double low, double high) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("name", name)
                .put("value", value)
                .put("low", low)
                .put("high", high);
    }
}
