package org.ssdtier.segmentlog;

import java.nio.ByteBuffer;

/**
 * What opening a log found.
 *
 * @param state how it was left
 * @param ownerPayload what the owner last stored with it; empty when new
 * @param segments how many sealed segments it has now
 * @param rescanned how many of them had no footer and were read record by record
 * @param unreadable how many slots could not be read, or not as a whole; they are neither used nor written over
 * @param lostSegments how many segments could not be preallocated for want of space
 * @param orphans how many segments there were without a manifest; what they held is dropped
 */
public record Recovery(
        State state,
        ByteBuffer ownerPayload,
        int segments,
        int rescanned,
        int unreadable,
        int lostSegments,
        int orphans) {
    /** How a log was left. */
    public enum State {
        /** There was none. */
        NEW,
        /** By {@link SegmentLog#cleanClose}. */
        CLEAN,
        /** Otherwise: what was not forced may be missing, what was reclaimed may be back. */
        CRASHED
    }
}
