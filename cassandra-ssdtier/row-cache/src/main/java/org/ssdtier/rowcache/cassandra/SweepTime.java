package org.ssdtier.rowcache.cassandra;

import java.util.function.LongSupplier;

/**
 * The time of a sweep, which decides what may be done with each key.
 *
 * <p>An SSD read must leave time for all keys that follow, and some reserve. How long one key takes is measured in the sweep
 * itself, because on a busy node it is several times as long as on an idle one. In the last part of the time images are dropped
 * instead of merged, which is faster.
 */
final class SweepTime {
    /** The most expensive step that there is still time for; cheaper steps are allowed, too. */
    enum Allowed {
        /** Read the image from the SSD, and merge it. */
        READ,
        /** Merge an image in memory. */
        MERGE,
        /** Drop the image without a merge. */
        DROP,
        /** Nothing: the time is used up. */
        NOTHING
    }

    /** The least time that an SSD read must leave for each key that follows. */
    private static final long LEAST_KEY_NANOS = 2_000;
    /** The most time that counts for a key: the process may have been stopped, and the other keys take no longer for that. */
    private static final long MOST_KEY_NANOS = 100_000_000;
    /** Divisor of the time limit: the last 1/n of the time is reserved for drops. */
    private static final int DROPS_ONE_IN = 8;
    /** Divisor of the time limit: SSD reads leave the last 1/n of it, for drops and for keys that are slower than those before. */
    private static final int READS_LEAVE_ONE_IN = 4;

    private final long limitNanos;
    private final long mergeNanos;
    private final long readNanos;
    private final LongSupplier nanoClock;
    private long lastNanos;
    private long usedNanos;
    private boolean isKeyMeasured;
    private long measuredKeys;
    private long measuredNanos;

    /**
     * Begins the time.
     *
     * @param limitNanos time that the sweep may take, in nanoseconds
     * @param nanoClock clock, in nanoseconds
     */
    SweepTime(long limitNanos, LongSupplier nanoClock) {
        this.limitNanos = limitNanos;
        this.mergeNanos = limitNanos - limitNanos / DROPS_ONE_IN;
        this.readNanos = limitNanos - limitNanos / READS_LEAVE_ONE_IN;
        this.nanoClock = nanoClock;
        this.lastNanos = nanoClock.getAsLong();
    }

    /**
     * Begins the next key, and returns what may be done with it.
     *
     * @param keysLeft number of keys that follow it
     */
    Allowed next(long keysLeft) {
        long nowNanos = nanoClock.getAsLong();
        long nanos = Math.min(nowNanos - lastNanos, MOST_KEY_NANOS);
        lastNanos = nowNanos;
        usedNanos += nanos;
        if (isKeyMeasured) {
            measuredKeys++;
            measuredNanos += nanos;
        }
        isKeyMeasured = true;
        if (usedNanos >= limitNanos) {
            return Allowed.NOTHING;
        }
        if (usedNanos >= mergeNanos) {
            return Allowed.DROP;
        }
        return usedNanos + keysLeft * keyNanos() < readNanos ? Allowed.READ : Allowed.MERGE;
    }

    /**
     * Leaves the current key out of the measured pace, because its image was read from the SSD. Not called for a read that failed:
     * its time counts, so a flush soon stops reading a device that does not answer.
     */
    void wasRead() {
        isKeyMeasured = false;
    }

    private long keyNanos() {
        return measuredKeys == 0 ? LEAST_KEY_NANOS : Math.max(LEAST_KEY_NANOS, measuredNanos / measuredKeys);
    }
}
