package org.ssdtier.segmentlog;

/**
 * One slot of a log at a moment.
 *
 * @param slot its place, from 0
 * @param sequence the sequence number of its segment; 0 when there is none
 * @param state what it is used for
 * @param usedBytes where its records end, the segment header included
 * @param garbageBytes bytes that {@link SegmentLog#garbage} was told of
 * @param records how many records were appended to it
 */
public record SegmentStatus(
        int slot, int sequence, SegmentState state, long usedBytes, long garbageBytes, int records) {}
