package org.ssdtier.segmentlog;

/**
 * The status of one slot of a log at one moment.
 *
 * @param slot number of the slot, from 0
 * @param sequence sequence number of its segment; 0 when there is none
 * @param state state of the slot
 * @param usedBytes offset where its records end, the segment header included
 * @param garbageBytes bytes of garbage, as the owner reported or estimated them; may exceed the bytes used
 * @param records number of records appended to its segment
 */
public record SegmentStatus(
        int slot, int sequence, SegmentState state, long usedBytes, long garbageBytes, int records) {}
