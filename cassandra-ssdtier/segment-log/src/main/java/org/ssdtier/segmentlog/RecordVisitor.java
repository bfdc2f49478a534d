package org.ssdtier.segmentlog;

/** Takes the records of a segment in the order they lie in it, which is the order they were appended in. */
public interface RecordVisitor {
    /**
     * Takes a record whose checksums are right.
     *
     * @param record valid during this call
     */
    void valid(RecordView record);

    /**
     * Takes a record whose header is right and whose body is not.
     *
     * @param location where it is
     * @param recordBytes its length, header included, padding not
     */
    void damaged(long location, int recordBytes);
}
