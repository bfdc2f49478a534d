package org.ssdtier.rowcache.curve;

import java.util.List;

/**
 * An estimate of the hit ratios at other sizes of the tiers.
 *
 * @param ssd hit ratios of the cached tables by the size of the SSD tier, with today's memory; empty without an SSD tier
 * @param memory hit ratios of the cached tables by the size of the memory tier, with today's SSD
 * @param candidates the tables that are not cached and were read lately
 * @param readsPerSecond reads of cached tables a second, averaged over about a minute
 * @param rate fraction of all keys in the sample of the cached tables
 * @param sampledReads number of sampled reads of cached tables behind the estimate; older ones count less
 * @param droppedSamples number of sampled events that found the queue full, since the start
 */
public record Curve(
        List<CurvePoint> ssd,
        List<CurvePoint> memory,
        List<CandidateCurve> candidates,
        double readsPerSecond,
        double rate,
        long sampledReads,
        long droppedSamples) {}
