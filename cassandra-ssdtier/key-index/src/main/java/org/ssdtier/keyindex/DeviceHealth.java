package org.ssdtier.keyindex;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * The state of the device: off after too many errors within a minute, on again when the owner's probe succeeds. Probes
 * are spaced by a pause that doubles up to a minute.
 */
final class DeviceHealth {
    private static final long WINDOW_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final long FIRST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final int threshold;
    private final LongSupplier nanos;
    private final AtomicInteger errors = new AtomicInteger();
    private volatile boolean online = true;
    private volatile long windowStart;
    private long pauseNanos = FIRST_PAUSE_NANOS;
    private long nextProbe;

    /**
     * Creates the state.
     *
     * @param threshold errors within a minute that switch the device off, above 0
     * @param nanos a clock, as {@link org.ssdtier.segmentlog.device.NanoClock#SYSTEM}
     */
    DeviceHealth(int threshold, LongSupplier nanos) {
        this.threshold = threshold;
        this.nanos = nanos;
        this.windowStart = nanos.getAsLong();
    }

    boolean isOnline() {
        return online;
    }

    /** Records an error. Returns true if it has switched the device off. */
    boolean recordError() {
        long now = nanos.getAsLong();
        if (now - windowStart > WINDOW_NANOS) {
            windowStart = now;
            errors.set(0);
        }
        if (errors.incrementAndGet() < threshold || !online) {
            return false;
        }
        return switchOff(now);
    }

    private synchronized boolean switchOff(long now) {
        boolean wasOnline = online;
        online = false;
        pauseNanos = FIRST_PAUSE_NANOS;
        nextProbe = now + pauseNanos;
        return wasOnline;
    }

    /** Returns whether the device is off and it is time to probe it. */
    synchronized boolean isProbeDue() {
        return !online && nanos.getAsLong() - nextProbe >= 0;
    }

    /** Records the outcome of a probe. Returns true if it has switched the device on. */
    synchronized boolean recordProbe(boolean succeeded) {
        if (succeeded) {
            errors.set(0);
            online = true;
            return true;
        }
        pauseNanos = Math.min(2 * pauseNanos, WINDOW_NANOS);
        nextProbe = nanos.getAsLong() + pauseNanos;
        return false;
    }
}
