package org.ssdtier.segmentlog;

/**
 * The result of one reclaim.
 *
 * @param outcome outcome of the reclaim
 * @param slot slot of the segment; -1 when there was none to reclaim
 * @param kept number of records copied
 * @param keptBytes bytes of these records
 * @param dropped number of records dropped by the owner's verdict
 * @param lost number of records that were damaged or could not be copied for lack of room
 */
public record ReclaimResult(Outcome outcome, int slot, int kept, long keptBytes, int dropped, int lost) {
    /** The outcome of a reclaim. */
    public enum Outcome {
        /** The segment is free; every record of it was passed to the owner. */
        FREED,
        /**
         * The segment is free, but its list of records, or a part of it, was unreadable: the owner should drop all
         * references to the slot.
         */
        FREED_UNREAD,
        /** No segment is sealed. */
        NOTHING_TO_RECLAIM,
        /**
         * The segment stays as it was: it could not be read, or its copies found no room or could not be made
         * durable.
         */
        KEPT
    }
}
