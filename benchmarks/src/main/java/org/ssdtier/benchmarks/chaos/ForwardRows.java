package org.ssdtier.benchmarks.chaos;

import java.util.Arrays;

/** The newest version of each row that one replica has shown. Not thread-safe: each replica has one reader. */
final class ForwardRows {
    private final long[] seen;

    /**
     * Creates rows of which nothing was seen.
     *
     * @param rows number of rows
     */
    ForwardRows(int rows) {
        seen = new long[rows];
    }

    /** Forgets what was seen, because the replica may have lost rows. */
    void forget() {
        Arrays.fill(seen, 0);
    }

    /** Returns the newest version of a row that was seen; 0 if there is none. */
    long newest(int row) {
        return seen[row];
    }

    /**
     * Adds a version that was read.
     *
     * @return whether it is not older than the newest one before
     */
    boolean add(int row, long version) {
        if (version < seen[row]) {
            return false;
        }
        seen[row] = version;
        return true;
    }
}
