package org.ssdtier.benchmarks.chaos;

import java.util.Arrays;

/** The newest version of each row that one replica has shown. Not thread-safe: each replica has one reader. */
final class ForwardRows {
    private final long[] seen;
    private final boolean[] isGone;

    /**
     * Creates rows of which nothing was seen.
     *
     * @param rows number of rows
     */
    ForwardRows(int rows) {
        seen = new long[rows];
        isGone = new boolean[rows];
    }

    /** Forgets what was seen, because the replica may have lost rows. */
    void forget() {
        Arrays.fill(seen, 0);
        Arrays.fill(isGone, false);
    }

    /** Returns the newest version of a row that was seen; 0 if there is none. */
    long newest(int row) {
        return seen[row];
    }

    /** Returns whether the row was not found after its newest version had been. */
    boolean isGone(int row) {
        return isGone[row];
    }

    /**
     * Adds a version that was read.
     *
     * @return whether it is not older than the newest one before; and newer, if the row was gone
     */
    boolean add(int row, long version) {
        if (version < seen[row] || isGone[row] && version == seen[row]) {
            return false;
        }
        seen[row] = version;
        isGone[row] = false;
        return true;
    }

    /** Adds that a row of a table with deletions was not found. */
    void addAbsence(int row) {
        isGone[row] = seen[row] > 0;
    }
}
