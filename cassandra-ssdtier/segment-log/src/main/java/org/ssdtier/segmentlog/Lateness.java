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
    private long lastNanos;
    private long sinceNanos;
    private volatile boolean isLasting;

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

    /**
     * Returns whether too many reads have been late for a second or longer, and it goes on: one of them since the last call, or one
     * that has not ended, since a device that hangs is asked no more. A second without a late read ends the time that counts.
     *
     * @param isAnyLate whether a late read has not ended
     */
    public boolean isTooMuch(long nowNanos, boolean isAnyLate) {
        long late = lateReads.get();
        boolean goesOn = isAnyLate || late != judgedLateReads;
        judgedLateReads = late;
        if (goesOn) {
            lastNanos = nowNanos;
        }
        boolean isNow = sum.get() > most && nowNanos - lastNanos < LASTING_NANOS;
        if (isNow && !isLasting) {
            sinceNanos = nowNanos;
        }
        isLasting = isNow;
        return isNow && goesOn && nowNanos - sinceNanos >= LASTING_NANOS;
    }

    /** Forgets the late reads. */
    public void reset() {
        sum.set(0);
        isLasting = false;
    }
}
