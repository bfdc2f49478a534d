package org.ssdtier.segmentlog;

/**
 * What one reclaim did.
 *
 * @param outcome how it ended
 * @param slot the segment's slot; -1 when there was none to reclaim
 * @param kept records copied
 * @param keptBytes their bytes
 * @param dropped records let go by the owner's verdict
 * @param lost records that were damaged or found no room
 */
public record ReclaimResult(Outcome outcome, int slot, int kept, long keptBytes, int dropped, int lost) {
    /** How a reclaim ended. */
    public enum Outcome {
        /** The segment is free; every record of it was passed to the owner. */
        FREED,
        /**
         * The segment is free, but its list of records or a part of it was unreadable: the owner should drop what refers
         * to the slot.
         */
        FREED_UNREAD,
        /** No segment is sealed. */
        NOTHING_TO_RECLAIM,
        /** The copies could not be made durable or found no room; the segment stays as it was. */
        KEPT
    }
}
