package org.ssdtier.benchmarks.curves.trace;

/**
 * A cache of the rows read most often since the start: perfect LFU, which counts the reads of every row of the table,
 * cached or not, and never ages the counts. As long as popularity does not change, no cache that must learn it can do
 * better. So the distance from this arm to {@link Ideal} is the cost of learning, and the distance of another cache to
 * this arm is the loss of that cache.
 *
 * <p>A row replaces one of the cached rows with the lowest count as soon as its own count is higher. The candidates are
 * collected in one pass over the table whenever none is left.
 */
final class SimulatedFrequency implements SimulatedCache {
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
     * Creates an empty cache.
     *
     * @param rows number of rows of the table
     * @param capacityRows capacity in rows, at least 1
     * @param isInvalidating whether a write makes the cached row unusable until the next read
     */
    SimulatedFrequency(int rows, int capacityRows, boolean isInvalidating) {
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

    /**
     * Finds a place for a row with this count, a free one or that of a cached row with a lower count; returns whether
     * there is one.
     */
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
