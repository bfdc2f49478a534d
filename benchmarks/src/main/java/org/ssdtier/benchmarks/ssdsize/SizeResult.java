package org.ssdtier.benchmarks.ssdsize;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.ssdtier.benchmarks.brief.BriefDataset;
import org.ssdtier.benchmarks.load.Latency;
import org.ssdtier.benchmarks.load.Spread;

/**
 * A result file of the experiment.
 *
 * @param measurement {@link #MEASUREMENT}
 * @param plan the sizes
 * @param prices the prices of the drawings in money
 * @param dataset size of the snapshot
 * @param facts facts about software and machine
 * @param results the results of all cells, also of failed ones, in any order
 */
record SizeResult(
        String measurement,
        SizePlan plan,
        Prices prices,
        BriefDataset.Facts dataset,
        Map<String, Object> facts,
        List<CellResult> results) {
    /** The kind of result, as its file names it. */
    static final String MEASUREMENT = "ssd-size";

    SizeResult {
        results = List.copyOf(results);
    }

    /** Returns the successful results of a setup, in the order of their rounds. */
    List<CellResult> of(Setup setup, Mix mix) {
        return results.stream()
                .filter(result -> result.isGood()
                        && result.cell().setup().equals(setup)
                        && result.cell().mix().equals(mix))
                .sorted(Comparator.comparingInt(result -> result.cell().round()))
                .toList();
    }

    /** Returns the mixes with successful results, in the order of distributions, those with most reads first. */
    List<Mix> mixes() {
        return results.stream()
                .filter(CellResult::isGood)
                .map(result -> result.cell().mix())
                .distinct()
                .sorted(Comparator.comparing(Mix::distribution)
                        .thenComparing(Mix::readPercent, Comparator.reverseOrder()))
                .toList();
    }

    /** Returns the setups with successful results, by memory, then by arm, then by size of the SSD. */
    List<Setup> setups() {
        return results.stream()
                .filter(CellResult::isGood)
                .map(result -> result.cell().setup())
                .distinct()
                .sorted(Comparator.comparingInt(Setup::memoryPercent)
                        .thenComparing(Setup::arm)
                        .thenComparingInt(Setup::ssdPercent))
                .toList();
    }

    /** Returns the sizes of the memory with successful results, ascending. */
    List<Integer> memoryPercents() {
        return setups().stream().map(Setup::memoryPercent).distinct().toList();
    }

    /** Returns the sizes of the SSD with successful results, ascending, with 0 for stock's row cache. */
    List<Integer> ssdPercents() {
        return setups().stream()
                .filter(setup -> setup.arm().hasSize() || setup.arm() == SizeArm.OHC)
                .map(Setup::ssdPercent)
                .distinct()
                .sorted()
                .toList();
    }

    /** Returns median and range of a figure over the rounds; without runs if there is no result. */
    Spread spread(Setup setup, Mix mix, ToDoubleFunction<CellResult> figure) {
        return Spread.of(of(setup, mix).stream()
                .map(figure::applyAsDouble)
                .filter(Double::isFinite)
                .toList());
    }

    /** Returns the median of a figure over the rounds; NaN if there is no result. */
    double median(Setup setup, Mix mix, ToDoubleFunction<CellResult> figure) {
        return spread(setup, mix, figure).median();
    }

    /**
     * Returns the ratio of a setup's figure to another's in the same round; without runs if one of them is missing.
     */
    Spread ratio(Setup setup, Setup base, Mix mix, ToDoubleFunction<CellResult> figure) {
        List<CellResult> others = of(base, mix);
        return Spread.of(of(setup, mix).stream()
                .flatMap(result -> others.stream()
                        .filter(other -> other.cell().round() == result.cell().round())
                        .map(other -> figure.applyAsDouble(result) / figure.applyAsDouble(other)))
                .filter(Double::isFinite)
                .toList());
    }

    /** Returns the latencies of the reads, of all rounds together. */
    Latency reads(Setup setup, Mix mix) {
        return Latency.merged(of(setup, mix).stream().map(CellResult::reads).toList());
    }

    /** Returns whether the cores rather than the drives were the limit in half of the rounds or more. */
    boolean limitedByCpu(Setup setup, Mix mix) {
        List<CellResult> all = of(setup, mix);
        return !all.isEmpty()
                && 2 * all.stream().filter(CellResult::isCpuLimited).count() >= all.size();
    }

    /** Returns the failed cells, one line each. */
    List<String> failures() {
        return results.stream()
                .filter(result -> !result.isGood())
                .map(result -> result.cell() + ": " + result.failure())
                .toList();
    }
}
