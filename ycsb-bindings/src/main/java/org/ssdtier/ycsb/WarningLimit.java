package org.ssdtier.ycsb;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** A limit of one warning per second, so that a cluster that is down does not fill the log. */
final class WarningLimit {
    private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final LongSupplier nanoClock;
    private final AtomicLong next;

    /**
     * Creates a limit that allows a warning immediately.
     *
     * @param nanoClock clock in nanoseconds, such as {@link System#nanoTime}
     */
    WarningLimit(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
        this.next = new AtomicLong(nanoClock.getAsLong());
    }

    /** Returns whether a warning may be logged now; if so, the caller logs one. */
    boolean allows() {
        long due = next.get();
        long now = nanoClock.getAsLong();
        return now - due >= 0 && next.compareAndSet(due, now + INTERVAL_NANOS);
    }
}
