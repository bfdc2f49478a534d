package org.ssdtier.ycsb.generator;

import java.util.SplittableRandom;

/** A chooser of the record for a request. Shared by all client threads. */
public interface KeyChooser {
    /** Returns the number of an inserted record. */
    long next(SplittableRandom random);

    /** Informs the chooser that the record and all records with smaller numbers have been inserted. */
    default void inserted(long record) {}

    /** Informs the chooser that the record has been updated. */
    default void updated(long record) {}
}
