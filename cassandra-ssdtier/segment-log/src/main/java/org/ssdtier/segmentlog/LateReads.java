package org.ssdtier.segmentlog;

/**
 * The counts of late and timely device reads. If the device stalls, {@code ended} does not grow.
 *
 * @param late number of device reads that have not ended and that no caller waits for any more
 * @param ended number of device reads that were seen to end since the opening, within their bound or later
 */
public record LateReads(int late, long ended) {}
