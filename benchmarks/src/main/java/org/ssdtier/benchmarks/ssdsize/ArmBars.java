package org.ssdtier.benchmarks.ssdsize;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ssdtier.benchmarks.load.Spread;
import org.ssdtier.benchmarks.report.Bars;

/**
 * Bars of the arms with the judged size of the SSD, for each mix.
 *
 * @param result the result
 * @param memoryPercent size of the memory
 */
record ArmBars(SizeResult result, int memoryPercent) {
    /** Returns requests per second; empty without a block cache. */
    Optional<Bars> requests() {
        List<Setup> setups = result.setups().stream()
                .filter(setup -> setup.memoryPercent() == memoryPercent && isDrawn(setup))
                .toList();
        if (setups.stream().noneMatch(setup -> setup.arm().hasBlocks())) {
            return Optional.empty();
        }
        List<Mix> mixes = result.mixes().stream()
                .filter(mix -> setups.stream()
                        .anyMatch(setup -> setup.arm().hasBlocks()
                                && !result.of(setup, mix).isEmpty()))
                .toList();
        List<Bars.Row> rows = new ArrayList<>();
        for (Setup setup : setups) {
            List<Spread> spreads = mixes.stream()
                    .map(mix -> result.spread(setup, mix, CellResult::requestsPerSecond))
                    .toList();
            rows.add(new Bars.Row(
                    setup.arm().toString(),
                    setup.arm().ordinal(),
                    spreads.stream().map(Spread::median).toList(),
                    spreads.stream()
                            .map(spread -> spread.runs() == 0 ? 0.0 : (spread.maximum() - spread.minimum()) / 2)
                            .toList()));
        }
        return Optional.of(new Bars(
                "At " + SizeTarget.JUDGED_PERCENT + " % of the rows on an SSD, " + memoryPercent + " % in memory",
                "requests per second",
                mixes.stream().map(Mix::toString).toList(),
                rows));
    }

    private static boolean isDrawn(Setup setup) {
        return setup.arm() == SizeArm.OHC || (setup.arm().hasSize() && setup.ssdPercent() == SizeTarget.JUDGED_PERCENT);
    }
}
