package org.ssdtier.segmentlog;

/** A visitor of the records of a segment in the order of their offsets, which is the order they were appended in. */
public interface RecordVisitor {
    /**
     * Visits a record whose checksums are valid.
     *
     * @param record valid during this call
     */
    void valid(RecordView record);

    /**
     * Visits a record whose header is valid and whose body is damaged.
     *
     * @param location location of the record
     * @param recordBytes length of the record, with its header and without padding
     */
    void damaged(long location, int recordBytes);
}
