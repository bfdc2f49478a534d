package org.ssdtier.keyindex;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.ssdtier.segmentlog.Lateness;

/**
 * The state of the device.
 *
 * <pre>
 *   ONLINE ---too many late reads-----------------> late -----the owner's probe is answered in time---> ONLINE
 *      |                                             |
 *      |                                        the owner says so
 *      |                                             v
 *      +---too many errors, or the owner says so--> failed ---the owner has opened it again-----------> ONLINE
 * </pre>
 *
 * <p>Too many are a number of errors within a minute, and more than one late read in a hundred for a second, though the processor
 * is not short. A device that has failed must be left, a late one only waited for. Probes are spaced by a pause that doubles up
 * to a minute, also if the device was on for less than a minute in between.
 */
final class DeviceHealth {
    private static final long WINDOW_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final long FIRST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final int threshold;
    private final LongSupplier nanos;
    private final AtomicInteger errors = new AtomicInteger();
    private final Lateness lateness;
    private volatile boolean online = true;
    /** Whether the device is off because it failed; false while it is off only because reads are late. */
    private volatile boolean failed;

    private volatile long windowStart;
    private long pauseNanos = FIRST_PAUSE_NANOS;
    private long nextProbe;
    private long onSince;

    /**
     * Creates the state.
     *
     * @param threshold errors within a minute, and late reads, that switch the device off, above 0
     * @param readers number of reads that may be late at a time; half of them switch the device off, too
     * @param nanos a clock, as {@link org.ssdtier.segmentlog.device.NanoClock#SYSTEM}
     */
    DeviceHealth(int threshold, int readers, LongSupplier nanos) {
        this.threshold = threshold;
        this.nanos = nanos;
        this.lateness = new Lateness(Math.min(threshold, Math.max(0, readers / 2 - 1)));
        this.windowStart = nanos.getAsLong();
        this.onSince = windowStart - WINDOW_NANOS;
    }

    boolean isOnline() {
        return online;
    }

    boolean hasFailed() {
        return failed;
    }

    /** Records an error. Returns true if the device has failed with it. */
    boolean recordError() {
        long now = nanos.getAsLong();
        if (now - windowStart > WINDOW_NANOS) {
            windowStart = now;
            errors.set(0);
        }
        if (errors.incrementAndGet() < threshold || !online) {
            return false;
        }
        return fail();
    }

    /** Records a read that was in time. */
    void inTime() {
        lateness.inTime();
    }

    /** Records a read that was abandoned because it was late. */
    void late() {
        lateness.late();
    }

    /**
     * Judges the late reads; to be called about every half second.
     *
     * @param isAnyLate whether a late read has not ended
     * @param isCpuShort returns whether threads have to wait for a processor, so that the device is not to blame
     * @return whether that has switched the device off
     */
    boolean judgeLate(boolean isAnyLate, BooleanSupplier isCpuShort) {
        if (!lateness.isTooMuch(nanos.getAsLong(), isAnyLate) || !online) {
            return false;
        }
        if (isCpuShort.getAsBoolean()) {
            lateness.reset();
            return false;
        }
        return switchOff();
    }

    /** Records that the device has failed. Returns false if that is known. */
    synchronized boolean fail() {
        if (failed) {
            return false;
        }
        failed = true;
        switchOff();
        return true;
    }

    private synchronized boolean switchOff() {
        if (!online) {
            return false;
        }
        long now = nanos.getAsLong();
        online = false;
        pauseNanos = now - onSince >= WINDOW_NANOS ? FIRST_PAUSE_NANOS : Math.min(2 * pauseNanos, WINDOW_NANOS);
        nextProbe = now + pauseNanos;
        return true;
    }

    /** Returns whether the device is off and it is time to probe it. */
    synchronized boolean isProbeDue() {
        return !online && nanos.getAsLong() - nextProbe >= 0;
    }

    /** Records the outcome of a probe of a late device. Returns true if it has switched the device on. */
    synchronized boolean recordProbe(boolean succeeded) {
        return !failed && record(succeeded);
    }

    /** Records whether a failed device was opened again. Returns true if it has switched the device on. */
    synchronized boolean recordReopening(boolean succeeded) {
        return record(succeeded);
    }

    private boolean record(boolean succeeded) {
        assert Thread.holdsLock(this) : "the caller does not hold the monitor";
        if (succeeded) {
            errors.set(0);
            lateness.reset();
            onSince = nanos.getAsLong();
            failed = false;
            online = true;
            return true;
        }
        pauseNanos = Math.min(2 * pauseNanos, WINDOW_NANOS);
        nextProbe = nanos.getAsLong() + pauseNanos;
        return false;
    }
}
