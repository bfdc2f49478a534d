package org.ssdtier.benchmarks.ssdsize;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The requests per second of the tier beside those that its hit ratio allows, and the parts of the difference.
 *
 * @param result the result
 */
record ArithmeticTable(SizeResult result) {
    static final List<String> HEADING = List.of(
            "Requests",
            "Memory",
            "SSD",
            "Hits of ideal",
            "Limit, requests/s",
            "Allowed by the hits reached",
            "Measured",
            "to allowed",
            "Drives busy",
            "× reads a miss, stock's to ours",
            "× time a read, stock's to ours",
            "Why");

    /** The difference that needs no explanation. */
    private static final double TOLERANCE = 0.05;

    /** Returns the rows, each with as many cells as the heading. */
    List<List<String>> rows() {
        List<List<String>> rows = new ArrayList<>();
        for (Mix mix : result.mixes()) {
            for (Setup setup : result.setups()) {
                boolean isTier =
                        setup.arm() == SizeArm.TIER && !result.of(setup, mix).isEmpty();
                if (isTier && Double.isFinite(new HitArithmetic(result).limit(setup, mix))) {
                    rows.add(row(setup, mix));
                }
            }
        }
        return rows;
    }

    private List<String> row(Setup setup, Mix mix) {
        HitArithmetic arithmetic = new HitArithmetic(result);
        HitArithmetic.Difference difference = arithmetic.difference(setup, mix);
        double hits = result.median(setup, mix, CellResult::hits);
        return List.of(
                mix.toString(),
                setup.memoryPercent() + " %",
                setup.ssdPercent() + " %",
                text("%.3f", hits / arithmetic.idealHits(setup)),
                text("%,.0f", arithmetic.limit(setup, mix)),
                text("%,.0f", arithmetic.reached(setup, mix)),
                text("%,.0f", result.median(setup, mix, CellResult::requestsPerSecond)),
                text("%.2f", difference.whole()),
                text("%.2f", difference.drivesBusy()),
                text("%.2f", difference.readsPerMiss()),
                text("%.2f", difference.microsPerRead()),
                why(setup, mix, difference));
    }

    /** Returns the reason for a difference of more than 5 %: the CPU, or the factors that are not 1. */
    private String why(Setup setup, Mix mix, HitArithmetic.Difference difference) {
        if (!isOff(difference.whole())) {
            return "within 5 %";
        }
        List<String> reasons = new ArrayList<>();
        if (result.limitedByCpu(setup, mix)) {
            reasons.add("the CPU is the limit");
        } else if (isOff(difference.drivesBusy())) {
            reasons.add("the drives wait for requests");
        }
        if (isOff(difference.readsPerMiss())) {
            reasons.add(difference.readsPerMiss() < 1 ? "a miss costs more reads" : "a miss costs fewer reads");
        }
        if (isOff(difference.microsPerRead())) {
            reasons.add(difference.microsPerRead() < 1 ? "a read costs more time" : "a read costs less time");
        }
        return reasons.isEmpty() ? "small differences of all factors" : String.join(", ", reasons);
    }

    private static boolean isOff(double factor) {
        return Math.abs(factor - 1) > TOLERANCE;
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
