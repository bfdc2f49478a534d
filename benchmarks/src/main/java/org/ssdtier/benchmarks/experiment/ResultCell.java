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
 * @param rowsHeld the rows that its row cache held, if they were counted
 * @param figures the figures by name
 */
record ResultCell(Arm arm, int readPercent, Optional<RowsHeld> rowsHeld, JsonNode figures) {
    /**
     * Returns the cell of some figures.
     *
     * @param slots the slots as measured; none in results of earlier versions
     */
    static ResultCell of(Comparison slots, JsonNode figures) {
        Arm arm = slots.experiment().arm(Json.string(figures, "arm"));
        int readPercent = (int) Json.number(figures, "read_percent");
        Optional<RowsHeld> held = RowsHeld.read(figures).or(() -> RowsHeld.of(slots.of(arm, readPercent)));
        return new ResultCell(arm, readPercent, held, figures);
    }

    /** Returns whether the result has a figure: not all have all, and results of earlier versions have fewer. */
    boolean has(String figure) {
        return figures.has(figure);
    }

    /** Returns median and range of a figure over the rounds. */
    Spread spread(String figure) {
        return Ratio.spread(Json.field(figures, figure));
    }

    /** Returns a figure that is one number. */
    double number(String figure) {
        return Json.number(figures, figure);
    }

    /** Returns whether the result has a part of a figure that has several. */
    boolean hasPart(String figure, String part) {
        return figures.path(figure).has(part);
    }

    /** Returns the median of a part of a figure that has several. */
    double part(String figure, String part) {
        return Ratio.spread(Json.field(Json.field(figures, figure), part)).median();
    }

    double median(String figure) {
        return spread(figure).median();
    }

    /** Returns whether the memory of process and page cache was measured. */
    boolean hasMemory() {
        return has(CellFields.PROCESS_BYTES) && median(CellFields.PROCESS_BYTES) > 0 && has(CellFields.MEMORY_BYTES);
    }

    /** Returns whether the cores rather than the disks were the limit in most rounds. */
    boolean isCpuLimited() {
        return Json.field(figures, "cpu_limited").asBoolean();
    }

    /** Returns the ratio to another arm's figure, if the result has it. */
    Optional<Ratio> ratio(RatioFigure figure, Arm base) {
        return Ratio.read(figures, figure.fieldTo(base));
    }

    /** Returns the same at a fixed rate. */
    Optional<Ratio> ratio(RatioFigure figure, Arm base, int loadPercent) {
        return Ratio.read(figures, figure.fieldTo(base, loadPercent));
    }

    /** Returns the ratio of the requests per second that the drives allow to those of another arm, on emulated drives. */
    Optional<Ratio> drivesAllow(Arm base) {
        return Ratio.read(figures, CellFields.drivesAllowTo(base));
    }

    /** Returns the latencies of the reads of the slots whose clients wait, in µs, if the result has them. */
    Optional<Histogram> readMicros() {
        return has(CellFields.READ_HISTOGRAM)
                ? Optional.of(Latency.decode(Json.string(figures, CellFields.READ_HISTOGRAM)))
                : Optional.empty();
    }

    /** Returns the figures at fixed rates, the lowest first; empty if there were none. */
    List<LoadFigures> loads() {
        List<LoadFigures> loads = new ArrayList<>();
        figures.path(CellFields.LOADS).forEach(load -> loads.add(load(load)));
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
        if (has(CellFields.REQUESTS_BY_SECOND)) {
            Json.field(figures, CellFields.REQUESTS_BY_SECOND)
                    .forEach(round -> round.forEach(second -> requests.add(second.asDouble())));
        }
        return requests;
    }
}
