package org.ssdtier.benchmarks.brief;

import java.util.Locale;
import java.util.stream.Stream;
import org.ssdtier.benchmarks.load.CounterReading;
import org.ssdtier.benchmarks.load.RowCacheCounters;

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

    /** The name of the counter of outages. */
    public static final String OUTAGES = "outages";

    /** The name of the counter of rows that were dropped because writes lagged. */
    public static final String DROPPED = "droppedPending";

    /** No hits. */
    public static final HitShares NONE = new HitShares(0, 0, 0, 0);

    /**
     * Returns the shares of one or several nodes.
     *
     * @param counted answers of the row caches
     * @param late reads that the SSD tiers gave up or did not begin
     * @param outages times the SSD tiers went offline
     */
    public static HitShares of(RowCacheCounters counted, long late, long outages) {
        double ssd = counted.hitRatio() * counted.ssdShare();
        return new HitShares(
                counted.hitRatio() - ssd, ssd, (double) late / Math.max(1, counted.hits() + counted.misses()), outages);
    }

    /** Returns the reads that the SSD tier gave up or did not begin because it was too slow. */
    public static long late(CounterReading tier) {
        return tier.count("lateReads") + tier.count("refusedReads");
    }

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
