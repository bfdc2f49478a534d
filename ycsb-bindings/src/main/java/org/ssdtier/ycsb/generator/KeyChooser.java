package org.ssdtier.ycsb.generator;

import java.util.SplittableRandom;

/** Chooses the record that a request is for. Shared by all client threads. */
public interface KeyChooser {
    /** The number of a record that has been inserted. */
    long next(SplittableRandom random);

    /** Takes note that the record has been inserted, and with it all records of smaller numbers. */
    default void inserted(long record) {}

    /** Takes note that the record has been updated. */
    default void updated(long record) {}
}
