package org.ssdtier.segmentlog;

/**
 * The reads that a device keeps waiting. One that stalls ends none: {@code inTime} stands still while {@code late} does not fall.
 *
 * @param late device reads that nobody waits for any more and that have not ended
 * @param inTime device reads that have ended within their bound since the opening
 */
public record LateReads(int late, long inTime) {}
