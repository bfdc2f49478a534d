package org.ssdtier.node.differential;

/** The total counts of operations over all histories. */
final class Totals {
    long rounds;
    long histories;
    long operations;
    long flushes;
    long compactions;
    long schemaChanges;
    long reads;
    long rejectedReads;
    long answersOfLayout;
    long digests;
    long digestsOfLayout;
    long digestsOfShadowed;
    long hits;
    long outOfRange;

    @Override
    public String toString() {
        return "histories=" + histories + " rounds=" + rounds + " operations=" + operations + " reads=" + reads
                + " rejected=" + rejectedReads + " flushes=" + flushes + " compactions=" + compactions
                + " schema changes=" + schemaChanges + " hits=" + hits + " out of range=" + outOfRange
                + " answers different for the layout on disk=" + answersOfLayout + " digests="
                + digests + " different for the layout on disk=" + digestsOfLayout + ", after a compaction still="
                + digestsOfShadowed;
    }
}
