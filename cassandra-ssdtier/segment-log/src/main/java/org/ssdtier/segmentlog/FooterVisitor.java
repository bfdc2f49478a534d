package org.ssdtier.segmentlog;

/** Takes the records of a segment as its footer lists them: in the order they were appended. */
@FunctionalInterface
public interface FooterVisitor {
    /**
     * Takes one record.
     *
     * @param keyHash the hash it was appended with
     * @param location where it is
     * @param recordBytes its length, header included, padding not
     */
    void visit(long keyHash, long location, int recordBytes);
}
