package org.ssdtier.segmentlog;

import java.util.concurrent.atomic.AtomicLong;

/** The late reads of a device, of which a hundred reads in time offset one. Thread-safe. */
public final class Lateness {
    private static final int WEIGHT = 100;

    private final long most;
    /** The late reads times {@link #WEIGHT}, less the reads in time since. */
    private final AtomicLong sum = new AtomicLong();

    /**
     * Creates a count of 0.
     *
     * @param mostLate number of late reads that is accepted even if none is in time
     */
    public Lateness(int mostLate) {
        most = (long) mostLate * WEIGHT;
    }

    /** Counts a read that was abandoned because it was late. */
    public void late() {
        sum.addAndGet(WEIGHT);
    }

    /** Returns whether too many reads were late. */
    public boolean isTooMuch() {
        return sum.get() > most;
    }

    /** Counts a read that was in time. */
    public void inTime() {
        if (sum.get() > 0) {
            sum.decrementAndGet();
        }
    }

    /** Begins at 0 again. */
    public void reset() {
        sum.set(0);
    }
}
