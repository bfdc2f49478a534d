package org.ssdtier.benchmarks.ssdsize;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.ssdtier.benchmarks.load.Spread;

/**
 * A target of a result: a figure, and what it must be at least or at most.
 *
 * @param what the figure, in words
 * @param mix the requests
 * @param memoryPercent size of the memory
 * @param value value reached
 * @param bound least or greatest value
 * @param isLeast whether the bound is the least value
 */
record SizeTarget(String what, Mix mix, int memoryPercent, double value, double bound, boolean isLeast) {
    static final List<String> HEADING = List.of("Target", "Requests", "Memory", "Reached", "Bound", "Outcome");

    /** The size of the SSD that is judged. */
    static final int JUDGED_PERCENT = 10;

    /** Least gain over the row cache of stock where drives are network volumes. */
    private static final double LEAST_GAIN = 4;

    /** Least ratio to a block cache (a model) with the same bytes of the SSD. */
    private static final double LEAST_TO_BLOCKS = 1.3;

    private static final double MOST_HIT_MICROS = 500;

    /** Returns the targets of a result that has the setups for them. */
    static List<SizeTarget> of(SizeResult result) {
        List<SizeTarget> targets = new ArrayList<>();
        for (int memory : result.memoryPercents()) {
            Setup tier = new Setup(SizeArm.TIER, memory, JUDGED_PERCENT);
            Setup stock = new Setup(SizeArm.OHC, memory, 0);
            for (Mix mix : result.mixes()) {
                if (result.plan().world().isVolume()) {
                    addGain(targets, result, tier, stock, mix);
                    addHits(targets, result, tier, mix);
                }
                addBlocks(targets, result, tier, mix);
                addBlocks(targets, result, new Setup(SizeArm.TIER_KEYS, memory, JUDGED_PERCENT), mix);
            }
        }
        return targets;
    }

    /** The drives allow a gain that two cores may not show; then that is what counts. */
    private static void addGain(List<SizeTarget> targets, SizeResult result, Setup tier, Setup stock, Mix mix) {
        boolean isCpuLimited = result.limitedByCpu(tier, mix) || result.limitedByCpu(stock, mix);
        ToDoubleFunction<CellResult> figure =
                isCpuLimited ? CellResult::allowedByDrives : CellResult::requestsPerSecond;
        Spread ratio = result.ratio(tier, stock, mix, figure);
        if (ratio.runs() > 0) {
            double ideal = new HitArithmetic(result).limit(tier, mix) / result.median(stock, mix, figure);
            String what = String.format(
                    Locale.ROOT,
                    isCpuLimited
                            ? "tier of 10 %% to ohc, requests/s that the drives allow (CPU limits the measured ones); ideal hits: %.2f"
                            : "tier of 10 %% to ohc, requests/s; ideal hits: %.2f",
                    ideal);
            targets.add(new SizeTarget(what, mix, tier.memoryPercent(), ratio.median(), LEAST_GAIN, true));
        }
    }

    private static void addHits(List<SizeTarget> targets, SizeResult result, Setup tier, Mix mix) {
        Spread micros = result.spread(tier, mix, CellResult::hitP99Micros);
        if (micros.runs() > 0) {
            targets.add(new SizeTarget(
                    "p99 of hits of the tier of 10 %, µs",
                    mix, tier.memoryPercent(), micros.median(), MOST_HIT_MICROS, false));
        }
    }

    /** The best block cache counts, whichever that is. */
    private static void addBlocks(List<SizeTarget> targets, SizeResult result, Setup tier, Mix mix) {
        List<Setup> blocks = result.setups().stream()
                .filter(setup -> setup.arm().ssd == SizeArm.Ssd.BLOCKS
                        && setup.memoryPercent() == tier.memoryPercent()
                        && setup.ssdPercent() == tier.ssdPercent())
                .toList();
        boolean isCpuLimited =
                result.limitedByCpu(tier, mix) || blocks.stream().anyMatch(setup -> result.limitedByCpu(setup, mix));
        ToDoubleFunction<CellResult> figure =
                isCpuLimited ? CellResult::allowedByDrives : CellResult::requestsPerSecond;
        double least = blocks.stream()
                .mapToDouble(setup -> result.ratio(tier, setup, mix, figure).median())
                .filter(Double::isFinite)
                .min()
                .orElse(Double.NaN);
        if (Double.isFinite(least)) {
            String what = tier.arm()
                    + (isCpuLimited
                            ? " of 10 % to the best block cache, requests/s that the drives allow (CPU limits the measured ones)"
                            : " of 10 % to the best block cache, requests/s");
            targets.add(new SizeTarget(what, mix, tier.memoryPercent(), least, LEAST_TO_BLOCKS, true));
        }
    }

    /** Returns what the targets need that a result does not have, in words; empty if all are judged. */
    static List<String> notJudged(SizeResult result) {
        List<String> absent = new ArrayList<>();
        List<Setup> setups = result.setups();
        boolean hasTier = setups.stream().anyMatch(setup -> setup.arm() == SizeArm.TIER && isJudged(setup));
        if (result.plan().world().isVolume()
                && !(hasTier && setups.stream().anyMatch(setup -> setup.arm() == SizeArm.OHC))) {
            absent.add("the tier of 10 % beside stock's row cache");
        }
        if (!(hasTier && setups.stream().anyMatch(setup -> setup.arm().ssd == SizeArm.Ssd.BLOCKS && isJudged(setup)))) {
            absent.add("the tier of 10 % beside a block cache of the same bytes");
        }
        return absent;
    }

    private static boolean isJudged(Setup setup) {
        return setup.ssdPercent() == JUDGED_PERCENT;
    }

    /** Returns whether no target of a result is missed. */
    static boolean areReached(SizeResult result) {
        return of(result).stream().noneMatch(SizeTarget::isMissed);
    }

    /** Returns whether the target is missed; a figure that is not a number misses it. */
    boolean isMissed() {
        return isLeast ? !(value >= bound) : !(value <= bound);
    }

    /** Returns the rows of a table of all targets of a result. */
    static List<List<String>> rows(SizeResult result) {
        return of(result).stream().map(SizeTarget::cells).toList();
    }

    private List<String> cells() {
        return List.of(
                what,
                mix.toString(),
                memoryPercent + " %",
                String.format(Locale.ROOT, "%.2f", value),
                String.format(Locale.ROOT, "%s %.2f", isLeast ? "≥" : "≤", bound),
                isMissed() ? "missed" : "reached");
    }
}
