package org.ssdtier.segmentlog;

/**
 * The counts of late and timely device reads. If the device stalls, {@code inTime} does not grow and {@code late} does
 * not fall.
 *
 * @param late number of device reads that have not ended and that no caller waits for any more
 * @param inTime number of device reads that have ended within their bound since the opening
 */
public record LateReads(int late, long inTime) {}
