package org.ssdtier.catalogue.cassandra.row;

/**
 * The probation of shapes: a shape enters the dictionary of an SSTable only after it was seen a number of times.
 * Otherwise rows with unique keys would fill the dictionary with definitions of one row each.
 *
 * <p>A definition costs about as much CPU, when it is written and again when it is read, as its schema ID saves in
 * twenty rows. So where many rows have a shape that was not seen before, which means few rows for each, probation is
 * longer. Where shapes repeat, a longer probation would only cost bytes.
 *
 * <p>The numbers of sightings are kept in a table in which a later hash overwrites an earlier one. If two shapes have
 * the same hash, one of them merely has a shorter probation. Used by the one thread that writes the SSTable.
 */
final class Probation {
    /** Sightings while shapes repeat. */
    static final int SHORT = 2;
    /** Sightings while many shapes are new. */
    static final int LONG = 4;
    /** The number of rows after which the length of probation is set anew. */
    static final int WINDOW = 4_096;

    /** Probation is long if at least one row in this many has a new shape. */
    private static final int NEW_SHARE = 4;

    private static final int FIRST_SLOTS = 1 << 10;
    private static final int MAX_SLOTS = 1 << 17;
    private static final long COUNT_MASK = 7;

    /** The hashes of shapes; the lowest bits are replaced by the number of sightings. Zero if empty. */
    private long[] seen = new long[FIRST_SLOTS];

    private int used;
    private int rowsInWindow;
    private int newInWindow;
    private int length = SHORT;

    /** Records that a row is examined, whatever its shape. */
    void examined() {
        if (++rowsInWindow == WINDOW) {
            length = newInWindow >= WINDOW / NEW_SHARE ? LONG : SHORT;
            rowsInWindow = 0;
            newInWindow = 0;
        }
    }

    /** Records a sighting of a shape that is not in the dictionary, and returns whether its probation goes on. */
    boolean goesOn(long hash) {
        if (used > seen.length / 2 && seen.length < MAX_SLOTS) {
            grow();
        }
        int slot = slot(hash);
        long mark = seen[slot];
        boolean isNew = mark == 0 || ((mark ^ hash) & ~COUNT_MASK) != 0;
        long count = isNew ? 1 : Math.min(COUNT_MASK, (mark & COUNT_MASK) + 1);
        used += mark == 0 ? 1 : 0;
        seen[slot] = (hash & ~COUNT_MASK) | count;
        newInWindow += isNew ? 1 : 0;
        return count < length;
    }

    private void grow() {
        long[] before = seen;
        seen = new long[2 * before.length];
        used = 0;
        for (long mark : before) {
            if (mark != 0) {
                int slot = slot(mark);
                used += seen[slot] == 0 ? 1 : 0;
                seen[slot] = mark;
            }
        }
    }

    private int slot(long hash) {
        return (int) (hash >>> 32) & (seen.length - 1);
    }
}
