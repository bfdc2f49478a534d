package org.ssdtier.segmentlog;

import java.nio.ByteBuffer;

/**
 * The result of the recovery when a log is opened.
 *
 * @param state state in which the log was left
 * @param ownerPayload payload the owner last stored in the manifest; empty for a new log
 * @param segments number of sealed segments the log has now
 * @param rescanned number of segments that had no footer and were read record by record
 * @param unreadable number of slots that could not be read, or only in part; they are neither used nor overwritten
 * @param lostSegments number of segments that could not be preallocated for lack of space
 * @param orphans number of segments found without a manifest; their contents are dropped
 */
public record Recovery(
        State state,
        ByteBuffer ownerPayload,
        int segments,
        int rescanned,
        int unreadable,
        int lostSegments,
        int orphans) {
    /** The state in which a log was left. */
    public enum State {
        /** There was no log. */
        NEW,
        /** The log was closed by {@link SegmentLog#cleanClose}. */
        CLEAN,
        /** Any other state: records that were not forced may be missing, reclaimed records may have reappeared. */
        CRASHED
    }
}
