package org.ssdtier.benchmarks.experiment;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.ssdtier.benchmarks.report.Json;

/**
 * A result file of an experiment, as {@link FigureCells} has written it.
 *
 * @param experiment the experiment, with the arms of the run
 * @param run the run
 * @param cells figures of the pairs of arm and mix with successful slots, grouped by mix
 * @param failures failed slots, one line each
 * @param machineReads reads of the machine's own disk during the slots
 */
record ExperimentResult(
        Experiment experiment,
        RunDirectory.Run run,
        List<ResultCell> cells,
        List<String> failures,
        MachineReads machineReads) {
    ExperimentResult {
        cells = List.copyOf(cells);
        failures = List.copyOf(failures);
    }

    static ExperimentResult of(JsonNode json) throws IOException {
        RunDirectory.Run run = Json.convert(Json.field(json, "run"), RunDirectory.Run.class);
        Experiment experiment = run.plan().toExperiment();
        List<ResultCell> cells = new ArrayList<>();
        Comparison slots = new Comparison(experiment, slots(json));
        Json.field(json, "cells").forEach(cell -> cells.add(ResultCell.of(slots, cell)));
        List<String> failures = new ArrayList<>();
        Json.field(json, "failures").forEach(failure -> failures.add(failure.asText()));
        return new ExperimentResult(experiment, run, cells, failures, MachineReads.of(slots.results()));
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

    private static List<SlotResult> slots(JsonNode json) throws IOException {
        List<SlotResult> slots = new ArrayList<>();
        for (JsonNode slot : json.path(FigureCells.SLOTS)) {
            slots.add(Json.convert(slot, SlotResult.class));
        }
        return slots;
    }

    /** Returns whether any cell has figures at fixed rates. All percentiles are then of these. */
    boolean hasLoads() {
        return cells.stream().anyMatch(cell -> !cell.loads().isEmpty());
    }

    /** Returns the ratio of a cell's figure to that of the experiment's baseline; empty without the baseline. */
    Optional<Ratio> ratioToBaseline(ResultCell cell, RatioFigure figure) {
        return baseline().flatMap(baseline -> cell.ratio(figure, baseline));
    }

    /**
     * Returns the best stock arm on the same disks under the same mix, by the median of its requests per second; empty
     * for a stock arm. It is what an operator would otherwise choose, and may be another than the baseline.
     */
    Optional<Arm> bestStock(ResultCell cell) {
        if (cell.has(CellFields.BEST_STOCK)) {
            return Optional.of(experiment.arm(Json.string(cell.figures(), CellFields.BEST_STOCK)));
        }
        return ofMix(cell.readPercent()).stream()
                .filter(other -> other.arm().isStock() && cell.arm().isOursBeside(other.arm()))
                .max(Comparator.comparingDouble(other -> other.median("requests_per_second")))
                .map(ResultCell::arm);
    }

    /** Returns the ratio of a cell's figure to that of the best stock arm; empty for a stock arm. */
    Optional<Ratio> ratioToBestStock(ResultCell cell, RatioFigure figure) {
        return Ratio.read(cell.figures(), figure.fieldToBestStock())
                .or(() -> bestStock(cell).flatMap(stock -> cell.ratio(figure, stock)));
    }

    /** Returns the ideal hit ratio of as many rows as the bytes of a cell's row cache could hold. */
    IdealHits idealOfBytes(ResultCell cell) {
        return IdealHits.of(run, cell.arm(), Optional.empty());
    }

    /** Returns the ideal hit ratio of a cell's row cache. */
    IdealHits ideal(ResultCell cell) {
        return IdealHits.of(run, cell.arm(), cell.rowsHeld());
    }

    /**
     * Returns the ratio of a cell's memory, process and page cache, to that of the experiment's baseline; empty if either was
     * not measured.
     */
    OptionalDouble memoryToBaseline(ResultCell cell) {
        if (cell.has(CellFields.MEMORY_TO_BASELINE)) {
            return OptionalDouble.of(Json.number(cell.figures(), CellFields.MEMORY_TO_BASELINE));
        }
        return baseline()
                .flatMap(baseline -> cell(baseline, cell.readPercent()))
                .filter(other -> other.hasMemory() && cell.hasMemory())
                .map(other ->
                        OptionalDouble.of(cell.median(CellFields.MEMORY_BYTES) / other.median(CellFields.MEMORY_BYTES)))
                .orElse(OptionalDouble.empty());
    }

    /** Returns the arm to which the others are compared; empty if it is not among those of the run. */
    Optional<Arm> baseline() {
        return experiment.arms().stream()
                .filter(arm -> arm.name().equals(experiment.baseline()))
                .findFirst();
    }
}
