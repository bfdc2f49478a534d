package org.ssdtier.ycsb;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** A limit of one warning per second, so that a cluster that is down does not fill the log. */
final class WarningLimit {
    private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final AtomicLong next = new AtomicLong(System.nanoTime());

    boolean allows() {
        long due = next.get();
        long now = System.nanoTime();
        return now - due >= 0 && next.compareAndSet(due, now + INTERVAL_NANOS);
    }
}
