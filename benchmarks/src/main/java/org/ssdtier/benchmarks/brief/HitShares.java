package org.ssdtier.benchmarks.brief;

/**
 * Fractions of the reads of single rows; 0 if there are none.
 *
 * @param memory answered by the row cache in memory
 * @param ssd answered by the SSD tier
 */
public record HitShares(double memory, double ssd) {
    /** No hits. */
    public static final HitShares NONE = new HitShares(0, 0);
}
