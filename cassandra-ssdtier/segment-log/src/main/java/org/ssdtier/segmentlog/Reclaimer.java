package org.ssdtier.segmentlog;

/** The owner's part in reclaiming a segment: which records to keep, and where they went. */
public interface Reclaimer {
    /** What becomes of a record. */
    enum Verdict {
        /** Copy it to the active segment. */
        KEEP,
        /** Let it go with the segment. */
        DROP
    }

    /**
     * Says how much of a segment the owner would keep, so that the segment that is worth least is reclaimed.
     *
     * @param slot the slot it is in
     * @return the share of what is not garbage, 0 to 1; 1 when that is not known, and then only garbage counts
     */
    default double wantedShare(int slot) {
        return 1;
    }

    /**
     * Decides on a record whose checksum was found right. What refers to a dropped record must be gone when this returns.
     *
     * @param record valid during this call
     * @param location where it is
     */
    Verdict visit(RecordView record, long location);

    /**
     * Says that a kept record has been copied; both locations can be read until reclaim ends. The owner compares and
     * sets its reference; if that fails the owner reports the copy as {@link SegmentLog#garbage}.
     *
     * @param record the old copy, valid during this call
     * @param from where it was
     * @param to where it is now
     */
    void moved(RecordView record, long from, long to);

    /**
     * Says that a record the footer lists is damaged or could not be kept, and goes with the segment.
     *
     * @param keyHash the hash it was appended with
     * @param location where it was
     */
    void lost(long keyHash, long location);
}
