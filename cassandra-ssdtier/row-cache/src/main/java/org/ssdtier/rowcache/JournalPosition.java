package org.ssdtier.rowcache;

/**
 * A position in the journal.
 *
 * @param number the number of a file
 * @param end an offset in that file, bytes
 */
record JournalPosition(long number, long end) {
    /** Returns whether this position is at or after another. */
    boolean reaches(JournalPosition other) {
        return number > other.number || (number == other.number && end >= other.end);
    }
}
