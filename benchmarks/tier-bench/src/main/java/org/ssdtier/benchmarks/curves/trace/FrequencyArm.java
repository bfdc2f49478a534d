package org.ssdtier.benchmarks.curves.trace;

/**
 * The rows that were read most often since the beginning: perfect LFU, which counts the reads of every row of the table, cached
 * or not, and forgets nothing. While popularity does not change no cache that has to learn it can do better, so the distance
 * from here to {@link Ideal} is the price of learning, and from here to another cache what that cache does worse.
 *
 * <p>A row takes the place of one of the least counted as soon as it has been counted more often. Those are looked for in one
 * pass over the table whenever there is none left.
 */
final class FrequencyArm implements Arm {
    private static final int CACHED = 1 << 31;
    private static final int STALE = 1 << 30;
    private static final int COUNT = STALE - 1;

    private final boolean isInvalidating;
    private final int[] states;
    private final int[] least;
    private int leastCount;
    private int leastEnd;
    private int room;

    /**
     * Makes an empty cache.
     *
     * @param rows rows of the table
     * @param capacityRows rows that it holds, at least 1
     * @param isInvalidating whether a write makes the cached row unusable until it has been read again
     */
    FrequencyArm(int rows, int capacityRows, boolean isInvalidating) {
        this.isInvalidating = isInvalidating;
        this.states = new int[rows];
        this.least = new int[capacityRows];
        this.room = capacityRows;
    }

    @Override
    public boolean read(int row) {
        int before = states[row];
        int count = Math.min(COUNT, (before & COUNT) + 1);
        boolean cached = (before & CACHED) != 0;
        states[row] = cached ? CACHED | count : count;
        if (!cached && isWorthIt(count)) {
            states[row] = CACHED | count;
        }
        return cached && (before & STALE) == 0;
    }

    @Override
    public void write(int row) {
        if (isInvalidating && (states[row] & CACHED) != 0) {
            states[row] |= STALE;
        }
    }

    /** Makes room for a row with this count, if it may have some. */
    private boolean isWorthIt(int count) {
        if (room > 0) {
            room--;
            return true;
        }
        while (count > leastCount) {
            while (leastEnd > 0) {
                int row = least[--leastEnd];
                if ((states[row] & ~STALE) == (CACHED | leastCount)) {
                    states[row] = leastCount;
                    return true;
                }
            }
            leastCount++;
            findLeast();
        }
        return false;
    }

    private void findLeast() {
        for (int row = 0; row < states.length; row++) {
            if ((states[row] & ~STALE) == (CACHED | leastCount)) {
                least[leastEnd++] = row;
            }
        }
    }
}
