package org.ssdtier.benchmarks.brief;

import java.util.Locale;
import java.util.stream.Stream;

/**
 * Fractions of the reads of single rows; 0 if there are none.
 *
 * @param memory answered by the row cache in memory
 * @param ssd answered by the SSD tier
 * @param late given up by the SSD tier, or not begun, because it was too slow; these were misses
 * @param outages times the SSD tier went offline, in the warm-up or later
 */
public record HitShares(double memory, double ssd, double late, long outages) {
    private static final double LEAST_SHOWN = 0.0005;

    /** No hits. */
    public static final HitShares NONE = new HitShares(0, 0, 0, 0);

    /** Returns a remark on outages and late reads, to be appended; empty if there were none. */
    public String remark() {
        return remark(outages) + (late < LEAST_SHOWN ? "" : String.format(Locale.ROOT, " (late %.3f)", late));
    }

    /** Returns a remark on the outages of several measurements together. */
    public static String outages(Stream<HitShares> of) {
        return remark(of.mapToLong(HitShares::outages).sum());
    }

    /** Returns a remark on a number of outages, to be appended; empty if there were none. */
    public static String remark(long outages) {
        return outages == 0 ? "" : " (SSD offline: " + outages + ")";
    }
}
