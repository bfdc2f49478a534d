package org.ssdtier.benchmarks.experiment;

/**
 * The decision whether a node needs more requests before a slot, because its page cache is not full. Ends when it is, when it
 * hardly grows, as with a table that is smaller, and after a number of steps.
 */
final class PageCacheRefill {
    /** Fraction of the limit that counts as full. */
    private static final double FULL = 0.98;
    /** Growth in a step, as a fraction of the limit, below which more requests do not help. */
    private static final double LEAST_GROWTH = 0.01;

    private static final int MOST_STEPS = 15;

    private final long limitBytes;
    private long bytesBefore;
    private int begun;

    PageCacheRefill(long limitBytes) {
        this.limitBytes = limitBytes;
    }

    /** Returns whether another step is wanted, and counts it as begun; called before each with the page cache in use. */
    boolean isWanted(long bytes) {
        boolean grows = begun == 0 || bytes - bytesBefore >= LEAST_GROWTH * limitBytes;
        bytesBefore = bytes;
        if (bytes >= FULL * limitBytes || !grows || begun == MOST_STEPS) {
            return false;
        }
        begun++;
        return true;
    }

    /** Returns the number of steps begun. */
    int begun() {
        return begun;
    }
}
