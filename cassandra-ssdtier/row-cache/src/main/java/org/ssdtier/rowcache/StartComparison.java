package org.ssdtier.rowcache;

import java.util.Set;

/**
 * The SSTables of a table at a start, compared with those of the journal.
 *
 * @param outcome what became of the table
 * @param unknown the SSTables that the journal lacks; their keys are to be dropped, if the outcome is {@link Outcome#GREW}
 * @param missing the SSTables that only the journal has
 * @param come what is to come in the journal so that it has the SSTables of the start
 * @param go what is to go in the journal
 */
public record StartComparison(
        Outcome outcome, Set<String> unknown, Set<String> missing, Set<String> come, Set<String> go) {
    /** What became of a table. */
    public enum Outcome {
        /** Nothing was recovered of it by the journal. */
        NEW,
        /** The SSTables are those of the journal: what was recovered may answer. */
        SAME,
        /** There are more than those of the journal: what was recovered may answer but for the keys of those that came. */
        GREW,
        /** SSTables are missing: what was recovered is dropped. */
        DIFFERENT
    }

    static final StartComparison NEW = new StartComparison(Outcome.NEW, Set.of(), Set.of(), Set.of(), Set.of());
}
