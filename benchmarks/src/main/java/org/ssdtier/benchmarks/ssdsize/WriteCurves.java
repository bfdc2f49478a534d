package org.ssdtier.benchmarks.ssdsize;

import java.util.List;
import java.util.Optional;
import org.ssdtier.benchmarks.report.OrdinalLines;

/**
 * Requests per second by share of writes, with the same memory as page cache, as a row cache, and with an SSD.
 *
 * @param result the result
 * @param distribution popularity of the rows
 * @param memoryPercent size of the memory
 */
record WriteCurves(SizeResult result, Distribution distribution, int memoryPercent) {
    private static final int PERCENT = 100;
    private static final int LEAST_LINES = 2;

    /** Returns the drawing; empty with fewer than two shares of writes, or fewer than two arms. */
    Optional<OrdinalLines> requests() {
        List<Mix> mixes = result.mixes().stream()
                .filter(mix -> mix.distribution() == distribution)
                .toList();
        List<OrdinalLines.Line> lines = result.setups().stream()
                .filter(setup -> setup.memoryPercent() == memoryPercent && isDrawn(setup))
                .map(setup -> line(setup, mixes))
                .filter(line -> line.values().stream().filter(Double::isFinite).count() > 1)
                .toList();
        if (lines.size() < LEAST_LINES) {
            return Optional.empty();
        }
        return Optional.of(new OrdinalLines(
                "By share of writes: " + distribution + ", " + memoryPercent + " % of the rows in memory",
                "% of writes",
                "requests per second",
                false,
                mixes.stream()
                        .map(mix -> String.valueOf(PERCENT - mix.readPercent()))
                        .toList(),
                lines));
    }

    private OrdinalLines.Line line(Setup setup, List<Mix> mixes) {
        List<Double> values = mixes.stream()
                .map(mix -> result.median(setup, mix, CellResult::requestsPerSecond))
                .toList();
        return new OrdinalLines.Line(setup.arm().toString(), setup.arm().ordinal(), false, values);
    }

    private static boolean isDrawn(Setup setup) {
        return switch (setup.arm()) {
            case OHC, PAGE_CACHE -> true;
            case TIER -> setup.ssdPercent() == SizeTarget.JUDGED_PERCENT;
            default -> false;
        };
    }
}
