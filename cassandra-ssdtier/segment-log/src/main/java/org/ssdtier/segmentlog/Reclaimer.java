package org.ssdtier.segmentlog;

/** The owner's callbacks during reclaim: decide which records to keep, and receive their new locations. */
public interface Reclaimer {
    /** The decision on a record. */
    enum Verdict {
        /** The record is copied to the active segment. */
        KEEP,
        /** The record is dropped with the segment. */
        DROP
    }

    /**
     * Returns the share of a segment that the owner would keep, so that the least valuable segment is reclaimed.
     *
     * @param slot slot of the segment
     * @return share of the bytes that are not garbage, 0 to 1; 1 if it is not known, so that only garbage counts
     */
    default double keptShare(int slot) {
        return 1;
    }

    /**
     * Decides on a record whose checksums are valid. All references to a dropped record must be removed before this
     * method returns.
     *
     * @param record valid during this call
     * @param location location of the record
     */
    Verdict visit(RecordView record, long location);

    /**
     * Receives the new location of a kept record; both locations can be read until reclaim ends. The owner updates its
     * reference with a compare-and-set; if that fails, it reports the copy as {@link SegmentLog#garbage}.
     *
     * @param record the old copy, valid during this call
     * @param from old location
     * @param to new location
     */
    void moved(RecordView record, long from, long to);

    /**
     * Receives a record that the footer lists but that is damaged or could not be kept; it is dropped with the segment.
     *
     * @param keyHash hash the record was appended with
     * @param location old location
     */
    void lost(long keyHash, long location);
}
