package org.ssdtier.benchmarks.experiment;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.ssdtier.benchmarks.load.Latency;
import org.ssdtier.benchmarks.load.Spread;
import org.ssdtier.benchmarks.report.Json;

/**
 * The figures of one arm under one mix, as {@link FigureCells} has written them.
 *
 * @param arm the arm
 * @param readPercent the mix, as a percentage of reads
 * @param figures the figures by name
 */
record ResultCell(Arm arm, int readPercent, JsonNode figures) {
    static ResultCell of(Experiment experiment, JsonNode figures) {
        return new ResultCell(
                experiment.arm(Json.string(figures, "arm")), (int) Json.number(figures, "read_percent"), figures);
    }

    /** Returns whether the result has a figure: not all have all, and results of earlier versions have fewer. */
    boolean has(String figure) {
        return figures.has(figure);
    }

    /** Returns median and range of a figure over the rounds. */
    Spread spread(String figure) {
        JsonNode spread = Json.field(figures, figure);
        return new Spread(Json.number(spread, "median"), Json.number(spread, "min"), Json.number(spread, "max"), (int)
                Json.number(spread, "runs"));
    }

    double median(String figure) {
        return spread(figure).median();
    }

    /** Returns the median latency of the reads of all rounds, in µs. */
    double readP50Micros() {
        return Json.number(figures, "read_p50_us");
    }

    /** Returns the 99th percentile of the latency of the reads of all rounds, in µs. */
    double readP99Micros() {
        return Json.number(figures, "read_p99_us");
    }

    /** Returns whether the cores rather than the disks were the limit in most rounds. */
    boolean isCpuLimited() {
        return Json.field(figures, "cpu_limited").asBoolean();
    }

    /** Returns the ratio to another arm's figure, if the result has it. */
    Optional<Spread> ratio(RatioFigure figure, Arm base) {
        String field = figure.fieldTo(base);
        return has(field) ? Optional.of(spread(field)) : Optional.empty();
    }

    /**
     * Returns whether the figure differs from another arm's beyond noise: the 95 % interval of the median of the ratios
     * does not include 1. Fewer than six rounds have no such interval.
     */
    boolean differs(RatioFigure figure, Arm base) {
        JsonNode interval = figures.path(figure.intervalTo(base));
        return interval.has("low") && (Json.number(interval, "low") > 1 || Json.number(interval, "high") < 1);
    }

    /** Returns the latencies of the reads of all rounds, in µs, if the result has them. */
    Optional<Histogram> readMicros() {
        return has(FigureCells.READ_HISTOGRAM)
                ? Optional.of(Latency.decode(Json.string(figures, FigureCells.READ_HISTOGRAM)))
                : Optional.empty();
    }

    /** Returns the figures at fixed rates, the lowest first; empty if there were none. */
    List<LoadFigures> loads() {
        List<LoadFigures> loads = new ArrayList<>();
        figures.path(FigureCells.LOADS).forEach(load -> loads.add(load(load)));
        return loads;
    }

    private static LoadFigures load(JsonNode figures) {
        try {
            return Json.convert(figures, LoadFigures.class);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the requests of every second, the rounds one after the other; empty if the result does not have them. */
    List<Double> requestsBySecond() {
        List<Double> requests = new ArrayList<>();
        if (has(FigureCells.REQUESTS_BY_SECOND)) {
            Json.field(figures, FigureCells.REQUESTS_BY_SECOND)
                    .forEach(round -> round.forEach(second -> requests.add(second.asDouble())));
        }
        return requests;
    }
}
