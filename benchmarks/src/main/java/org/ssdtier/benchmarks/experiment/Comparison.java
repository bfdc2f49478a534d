package org.ssdtier.benchmarks.experiment;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import org.ssdtier.benchmarks.load.Latency;
import org.ssdtier.benchmarks.load.Spread;

/**
 * The results of a run by arm and mix.
 *
 * @param experiment the experiment that was run
 * @param results results of all slots that have one
 */
record Comparison(Experiment experiment, List<SlotResult> results) {
    Comparison {
        results = List.copyOf(results);
    }

    /** A pair of arm and mix. */
    record Cell(Arm arm, int readPercent) {}

    /** Returns the successful slots of an arm and mix whose clients wait, in the order of their rounds. */
    List<SlotResult> of(Arm arm, int readPercent) {
        return of(arm, readPercent, 0);
    }

    private List<SlotResult> of(Arm arm, int readPercent, int loadPercent) {
        return results.stream()
                .filter(result -> result.isGood()
                        && result.slot().arm().equals(arm.name())
                        && result.slot().readPercent() == readPercent
                        && result.slot().loadPercent() == loadPercent)
                .toList();
    }

    /** Returns the figures of an arm and mix at each offered load that has a successful slot, the lowest first. */
    List<LoadFigures> loads(Arm arm, int readPercent) {
        return results.stream()
                .map(result -> result.slot().loadPercent())
                .filter(load -> load > 0)
                .distinct()
                .sorted()
                .map(load -> of(arm, readPercent, load))
                .filter(slots -> !slots.isEmpty())
                .map(LoadFigures::of)
                .toList();
    }

    /** Returns whether any slot with a fixed rate succeeded. */
    boolean hasLoads() {
        return results.stream()
                .anyMatch(result -> result.isGood() && result.slot().hasRate());
    }

    /**
     * Returns the stock arm on the same disks as an arm of ours that has the most requests per second under a mix, by the
     * median; empty for a stock arm.
     */
    Optional<Arm> bestStock(Arm arm, int readPercent) {
        return experiment.arms().stream()
                .filter(stock -> stock.isStock() && arm.isOursBeside(stock) && has(stock, readPercent))
                .max(Comparator.comparingDouble(stock -> spread(stock, readPercent, SlotResult::requestsPerSecond)
                        .median()));
    }

    /** Returns the requests per second of the best stock arm, whose clients wait; empty if none has a result. */
    OptionalDouble stockCapacity(int readPercent) {
        return experiment.stockArms().stream()
                .filter(arm -> has(arm, readPercent))
                .mapToDouble(arm ->
                        spread(arm, readPercent, SlotResult::requestsPerSecond).median())
                .max();
    }

    /**
     * Returns the requests per second that 100 % stood for in a slot with a fixed rate of a mix; empty without one. All such
     * slots have rates of the same 100 %, also if a slot of a stock arm is repeated later.
     */
    Optional<Double> offeredAtHundred(int readPercent) {
        return results.stream()
                .filter(result -> result.isGood()
                        && result.slot().hasRate()
                        && result.slot().readPercent() == readPercent)
                .map(result -> result.offeredPerSecond() * 100 / result.slot().loadPercent())
                .findFirst();
    }

    boolean has(Arm arm, int readPercent) {
        return !of(arm, readPercent).isEmpty();
    }

    /** Returns the pairs of arm and mix with successful slots, grouped by mix. */
    List<Cell> cells() {
        return experiment.readPercents().stream()
                .flatMap(readPercent -> experiment.arms().stream()
                        .filter(arm -> has(arm, readPercent))
                        .map(arm -> new Cell(arm, readPercent)))
                .toList();
    }

    /** Returns the arms with which an arm is compared under a mix: the baseline, and those of its kind. */
    List<Arm> bases(Arm arm, int readPercent) {
        return experiment.arms().stream()
                .filter(base -> has(base, readPercent)
                        && (base.name().equals(experiment.baseline()) || arm.isComparedWith(base)))
                .toList();
    }

    /** Returns median and range of a figure over the rounds. */
    Spread spread(Arm arm, int readPercent, ToDoubleFunction<SlotResult> figure) {
        return Spread.of(
                of(arm, readPercent).stream().map(figure::applyAsDouble).toList());
    }

    /**
     * Returns the ratios of a cell's figure to another arm's in the same round and mix, one for each round.
     *
     * @param loadPercent the load of the slots; 0 for those whose clients wait
     */
    List<Double> ratios(Cell cell, Arm base, int loadPercent, ToDoubleFunction<SlotResult> figure) {
        List<SlotResult> others = of(base, cell.readPercent, loadPercent);
        return of(cell.arm, cell.readPercent, loadPercent).stream()
                .flatMap(result -> others.stream()
                        .filter(other -> other.slot().round() == result.slot().round())
                        .map(other -> figure.applyAsDouble(result) / figure.applyAsDouble(other)))
                .toList();
    }

    /** Returns the latency of the reads of all rounds together. */
    Latency reads(Arm arm, int readPercent) {
        return Latency.merged(
                of(arm, readPercent).stream().map(SlotResult::reads).toList());
    }

    /** Returns whether the cores rather than the disks were the limit in most rounds. */
    boolean isCpuLimited(Arm arm, int readPercent) {
        return spread(arm, readPercent, SlotResult::machineCpu).median() > SlotResult.CPU_LIMITED;
    }

    /** Returns the failed slots, one line each. */
    List<String> failures() {
        return results.stream()
                .filter(result -> !result.isGood())
                .map(result -> result.slot().arm() + ", " + result.slot().readPercent() + " % reads, round "
                        + result.slot().round()
                        + (result.slot().hasRate() ? ", load " + result.slot().loadPercent() + " %" : "") + ": "
                        + result.failure())
                .toList();
    }
}
