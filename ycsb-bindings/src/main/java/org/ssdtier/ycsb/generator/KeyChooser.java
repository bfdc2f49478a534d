package org.ssdtier.ycsb.generator;

import java.util.SplittableRandom;

/** A chooser of the record for a request. Shared by all client threads. */
public interface KeyChooser {
    /** Returns the number of an inserted record. */
    long next(SplittableRandom random);

    /**
     * Returns the record that is less popular than a number of others; in the order of their numbers where all are equally
     * popular.
     *
     * @param rank number of more popular records, from 0
     */
    long ofRank(long rank);

    /** Informs the chooser that the record and all records with smaller numbers have been inserted. */
    default void inserted(long record) {}

    /** Informs the chooser that the record has been updated. */
    default void updated(long record) {}
}
