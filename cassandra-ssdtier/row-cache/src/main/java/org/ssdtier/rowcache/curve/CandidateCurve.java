package org.ssdtier.rowcache.curve;

import java.util.List;
import java.util.UUID;

/**
 * An estimate for a table that is not cached: the hit ratios of its reads if it were cached beside the tables that are,
 * and the other candidates too.
 *
 * @param table id of the table
 * @param readsPerSecond reads of the table a second, averaged over about a minute
 * @param sampledReads number of sampled reads behind the estimate; older ones count less
 * @param ssd hit ratios by the size of the SSD tier, with today's memory
 */
public record CandidateCurve(UUID table, double readsPerSecond, long sampledReads, List<CurvePoint> ssd) {}
