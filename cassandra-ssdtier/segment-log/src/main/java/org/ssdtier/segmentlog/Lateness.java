package org.ssdtier.segmentlog;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The judgement of a device by its late reads. A device is too late when more than one read in a hundred is late, and that goes on
 * for a second: a pause of the device or of the process makes all reads in progress late at once, and then it is over.
 *
 * <p>The reads may be counted by any thread; one thread judges, several times a second.
 */
public final class Lateness {
    private static final int WEIGHT = 100;
    private static final long LASTING_NANOS = 1_000_000_000;

    private final long most;
    /** The late reads times {@link #WEIGHT}, less the reads in time since. */
    private final AtomicLong sum = new AtomicLong();

    private final AtomicLong lateReads = new AtomicLong();
    private long judgedLateReads;
    private boolean isLasting;
    private long sinceNanos;

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
        lateReads.incrementAndGet();
        sum.addAndGet(WEIGHT);
    }

    /** Counts a read that was in time. */
    public void inTime() {
        if (sum.get() > 0) {
            sum.decrementAndGet();
        }
    }

    /** Returns whether too many reads have been late for a second or longer, one of them since the last call. */
    public boolean isTooMuch(long nowNanos) {
        long late = lateReads.get();
        boolean goesOn = late != judgedLateReads;
        judgedLateReads = late;
        boolean isNow = sum.get() > most;
        if (isNow && !isLasting) {
            sinceNanos = nowNanos;
        }
        isLasting = isNow;
        return isNow && goesOn && nowNanos - sinceNanos >= LASTING_NANOS;
    }

    /** Forgets the late reads. */
    public void reset() {
        sum.set(0);
    }
}
