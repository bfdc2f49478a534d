package org.ssdtier.rowcache;

import java.util.Set;

/**
 * The result of comparing the SSTables that a table has at a start with those in the journal.
 *
 * @param outcome the outcome for the table
 * @param unknown the SSTables that the journal lacks; their keys are to be dropped if the outcome is {@link
 *     Outcome#GREW}
 * @param missing the SSTables that only the journal has
 * @param come the SSTables to add to the journal so that it has those of the start
 * @param go the SSTables to remove from the journal
 */
public record StartComparison(
        Outcome outcome, Set<String> unknown, Set<String> missing, Set<String> come, Set<String> go) {
    /** The outcome of the comparison. */
    public enum Outcome {
        /** Nothing of the table was recovered by the journal. */
        NEW,
        /** The SSTables are those of the journal: the recovered images may answer. */
        SAME,
        /**
         * There are SSTables besides those of the journal: the recovered images may answer, except for keys of the new
         * SSTables.
         */
        GREW,
        /** SSTables of the journal are missing: the recovered images are dropped. */
        DIFFERENT
    }

    static final StartComparison NEW = new StartComparison(Outcome.NEW, Set.of(), Set.of(), Set.of(), Set.of());
}
