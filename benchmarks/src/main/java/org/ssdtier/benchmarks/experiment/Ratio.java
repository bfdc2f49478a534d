package org.ssdtier.benchmarks.experiment;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.ssdtier.benchmarks.load.MedianInterval;
import org.ssdtier.benchmarks.load.Spread;
import org.ssdtier.benchmarks.report.Json;

/**
 * A ratio of a figure between two arms, taken round by round.
 *
 * @param spread median and range of the rounds
 * @param interval 95 % interval of the median; infinite if there are too few rounds
 */
record Ratio(Spread spread, MedianInterval interval) {
    private static final String INTERVAL = "_interval";

    /**
     * Returns the ratio of some rounds.
     *
     * @param ratios the ratio of each round; at least one
     */
    static Ratio of(List<Double> ratios) {
        return new Ratio(Spread.of(ratios), MedianInterval.of(ratios));
    }

    /** Returns a ratio from the figures of a cell; empty if they do not have it. */
    static Optional<Ratio> read(JsonNode figures, String field) {
        if (!figures.has(field)) {
            return Optional.empty();
        }
        JsonNode interval = figures.path(field + INTERVAL);
        MedianInterval none = MedianInterval.of(List.of());
        MedianInterval read = new MedianInterval(
                number(interval, "low", none.low()),
                number(interval, "high", none.high()),
                number(interval, "confidence", none.confidence()),
                number(interval, "autocorrelation", Double.NaN));
        return Optional.of(new Ratio(spread(Json.field(figures, field)), read));
    }

    private static double number(JsonNode from, String name, double otherwise) {
        return from.has(name) ? Json.number(from, name) : otherwise;
    }

    /** Returns median and range as a result file has them. */
    static Spread spread(JsonNode spread) {
        return new Spread(Json.number(spread, "median"), Json.number(spread, "min"), Json.number(spread, "max"), (int)
                Json.number(spread, "runs"));
    }

    /** Adds it to the figures of a cell, with its interval in a field of its own. */
    void addTo(Map<String, Object> figures, String field) {
        figures.put(field, spread.toMap());
        figures.put(field + INTERVAL, interval.toMap());
    }

    double median() {
        return spread.median();
    }

    /** Returns whether the interval is withheld because neighbouring rounds are alike. */
    boolean isWithheld() {
        return !hasInterval() && Double.isFinite(interval.autocorrelation());
    }

    /** Returns whether there is an interval: at least six rounds, and neighbouring ones that are not alike. */
    boolean hasInterval() {
        return Double.isFinite(interval.low());
    }

    /** Returns whether it differs from 1 beyond noise: the interval does not include 1. */
    boolean differs() {
        return interval.low() > 1 || interval.high() < 1;
    }

    /** Returns the median as text, with a star if it differs from 1 beyond noise. */
    String words() {
        return String.format(Locale.ROOT, "%.2f", median()) + (differs() ? " *" : "");
    }
}
