package org.ssdtier.benchmarks.experiment;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.ssdtier.benchmarks.load.Spread;
import org.ssdtier.benchmarks.report.Json;

/**
 * A result file of an experiment, as {@link FigureCells} has written it.
 *
 * @param experiment the experiment, with the arms of the run
 * @param run the run
 * @param cells figures of the pairs of arm and mix with successful slots, grouped by mix
 * @param failures failed slots, one line each
 */
record ExperimentResult(Experiment experiment, RunDirectory.Run run, List<ResultCell> cells, List<String> failures) {
    ExperimentResult {
        cells = List.copyOf(cells);
        failures = List.copyOf(failures);
    }

    static ExperimentResult of(JsonNode json) throws IOException {
        RunDirectory.Run run = Json.convert(Json.field(json, "run"), RunDirectory.Run.class);
        Experiment experiment = run.plan().toExperiment();
        List<ResultCell> cells = new ArrayList<>();
        Json.field(json, "cells").forEach(cell -> cells.add(ResultCell.of(experiment, cell)));
        List<String> failures = new ArrayList<>();
        Json.field(json, "failures").forEach(failure -> failures.add(failure.asText()));
        return new ExperimentResult(experiment, run, cells, failures);
    }

    /** Returns the figures of an arm under a mix; empty if none of its slots succeeded. */
    Optional<ResultCell> cell(Arm arm, int readPercent) {
        return cells.stream()
                .filter(cell -> cell.arm().equals(arm) && cell.readPercent() == readPercent)
                .findFirst();
    }

    /** Returns the cells of a mix, in the order of the arms. */
    List<ResultCell> ofMix(int readPercent) {
        return cells.stream().filter(cell -> cell.readPercent() == readPercent).toList();
    }

    /** Returns the mixes with results. */
    List<Integer> measuredMixes() {
        return cells.stream().map(ResultCell::readPercent).distinct().toList();
    }

    /** Returns the ratio of a cell's figure to that of the experiment's baseline; empty without the baseline. */
    Optional<Spread> ratioToBaseline(ResultCell cell, RatioFigure figure) {
        return baseline().flatMap(baseline -> cell.ratio(figure, baseline));
    }

    /** Returns whether a cell's figure differs from that of the experiment's baseline beyond noise. */
    boolean differsFromBaseline(ResultCell cell, RatioFigure figure) {
        return baseline().filter(baseline -> cell.differs(figure, baseline)).isPresent();
    }

    /**
     * Returns the best stock arm on the same disks under the same mix, by the median of its requests per second; empty
     * for a stock arm. It is what an operator would otherwise choose, and may be another than the baseline.
     */
    Optional<Arm> bestStock(ResultCell cell) {
        return ofMix(cell.readPercent()).stream()
                .filter(other -> cell.arm().isOursBeside(other.arm()))
                .max(Comparator.comparingDouble(other -> other.median("requests_per_second")))
                .map(ResultCell::arm);
    }

    private Optional<Arm> baseline() {
        return experiment.arms().stream()
                .filter(arm -> arm.name().equals(experiment.baseline()))
                .findFirst();
    }
}
