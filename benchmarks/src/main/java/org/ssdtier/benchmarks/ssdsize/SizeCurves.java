package org.ssdtier.benchmarks.ssdsize;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.ssdtier.benchmarks.report.OrdinalLines;

/**
 * The drawings of a result under one mix, over the size of the SSD: a line for each size of the memory, and lines for
 * comparison. Each is empty if there are fewer than two sizes.
 *
 * @param result the result
 * @param mix the requests
 */
record SizeCurves(SizeResult result, Mix mix) {
    private static final String QUANTITY = "SSD, % of the rows (0: stock's row cache)";
    private static final double MICROS_PER_MILLI = 1_000;

    /** Colours of the sizes of the memory. */
    private static final List<Integer> COLORS = List.of(0, 1, 3, 4, 5, 6);

    private static final int ALL_SSD_COLOR = 2;

    /** A figure of a setup. */
    private interface Figure {
        double of(Setup setup);
    }

    /** Returns requests per second, with the arithmetic limit and all-SSD. */
    Optional<OrdinalLines> requests() {
        HitArithmetic arithmetic = new HitArithmetic(result);
        List<OrdinalLines.Line> lines = measured(CellResult::requestsPerSecond);
        lines.addAll(dashed("limit", setup -> arithmetic.limit(setup, mix)));
        allSsd(CellResult::requestsPerSecond).ifPresent(lines::add);
        return drawing("Requests per second", "requests per second", true, lines);
    }

    /** Returns the requests per second that the drives allow, with the arithmetic limit and all-SSD. */
    Optional<OrdinalLines> allowed() {
        HitArithmetic arithmetic = new HitArithmetic(result);
        List<OrdinalLines.Line> lines = measured(CellResult::allowedByDrives);
        lines.addAll(dashed("limit", setup -> arithmetic.limit(setup, mix)));
        allSsd(CellResult::allowedByDrives).ifPresent(lines::add);
        return drawing("Requests per second that the drives allow", "requests per second", true, lines);
    }

    /** Returns the setups that two cores limited rather than the drives. */
    List<Setup> limitedByCpu() {
        return result.setups().stream()
                .filter(setup -> result.limitedByCpu(setup, mix))
                .toList();
    }

    /** Returns the price of 1,000 requests per second that the drives allow. */
    Optional<OrdinalLines> money() {
        MoneyFigures money = new MoneyFigures(result);
        List<OrdinalLines.Line> lines = lines("memory", false, setup -> money.perThousand(setup, mix));
        level(setup -> money.perThousand(setup, mix)).ifPresent(lines::add);
        return drawing("Price of 1,000 requests per second", "price", false, lines);
    }

    /** Returns the 99th percentile of reads. */
    Optional<OrdinalLines> tail() {
        ToDoubleFunction<CellResult> millis = cell -> cell.reads().p99Micros() / MICROS_PER_MILLI;
        List<OrdinalLines.Line> lines = measured(millis);
        allSsd(millis).ifPresent(lines::add);
        return drawing("99th percentile of reads", "ms", false, lines);
    }

    /** Returns hit ratios, with those of an ideal cache. */
    Optional<OrdinalLines> hits() {
        HitArithmetic arithmetic = new HitArithmetic(result);
        List<OrdinalLines.Line> lines = measured(CellResult::hits);
        lines.addAll(dashed("ideal", arithmetic::idealHits));
        return drawing("Hits of the row cache", "share of the reads", false, lines);
    }

    /** Returns reads of the slow drives for each request. */
    Optional<OrdinalLines> deviceReads() {
        return drawing("Reads of the slow drives a request", "reads", false, measured(CellResult::deviceReads));
    }

    private List<OrdinalLines.Line> measured(ToDoubleFunction<CellResult> figure) {
        return lines("memory", false, setup -> result.median(setup, mix, figure));
    }

    private List<OrdinalLines.Line> dashed(String name, Figure figure) {
        return lines(name, true, figure);
    }

    private List<OrdinalLines.Line> lines(String name, boolean isDashed, Figure figure) {
        List<OrdinalLines.Line> lines = new ArrayList<>();
        List<Integer> memories = result.memoryPercents();
        for (int i = 0; i < memories.size(); i++) {
            int memory = memories.get(i);
            List<Double> values = result.ssdPercents().stream()
                    .map(ssd -> figure.of(Setup.of(SizeArm.TIER, memory, ssd)))
                    .toList();
            lines.add(
                    new OrdinalLines.Line(name + " " + memory + " %", COLORS.get(i % COLORS.size()), isDashed, values));
        }
        return lines;
    }

    private Optional<OrdinalLines.Line> allSsd(ToDoubleFunction<CellResult> figure) {
        return level(setup -> result.median(setup, mix, figure));
    }

    /** Returns a level line for all-SSD: with the largest memory that was measured. */
    private Optional<OrdinalLines.Line> level(Figure figure) {
        double value = Double.NaN;
        for (int memory : result.memoryPercents()) {
            double next = figure.of(new Setup(SizeArm.ALL_SSD, memory, 0));
            value = Double.isNaN(next) ? value : next;
        }
        if (Double.isNaN(value)) {
            return Optional.empty();
        }
        double level = value;
        List<Double> values = result.ssdPercents().stream().map(ssd -> level).toList();
        return Optional.of(new OrdinalLines.Line("all on SSD", ALL_SSD_COLOR, true, values));
    }

    private Optional<OrdinalLines> drawing(
            String title, String unit, boolean isLogarithmic, List<OrdinalLines.Line> lines) {
        List<String> places = result.ssdPercents().stream().map(String::valueOf).toList();
        boolean isEmpty = lines.stream().allMatch(line -> line.values().stream().noneMatch(Double::isFinite));
        return places.size() < 2 || isEmpty
                ? Optional.empty()
                : Optional.of(new OrdinalLines(title + ": " + mix, QUANTITY, unit, isLogarithmic, places, lines));
    }
}
