package org.ssdtier.segmentlog;

/** A visitor of the records that the footer of a segment lists, in the order they were appended. */
@FunctionalInterface
public interface FooterVisitor {
    /**
     * Visits one record.
     *
     * @param keyHash hash it was appended with
     * @param location location of the record
     * @param recordBytes length of the record, with its header and without padding
     */
    void visit(long keyHash, long location, int recordBytes);
}
