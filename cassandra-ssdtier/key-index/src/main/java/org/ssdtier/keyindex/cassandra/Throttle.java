package org.ssdtier.keyindex.cassandra;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/** A limit of the bytes per second of one thread, which sleeps when it is ahead. */
final class Throttle {
    /** Bytes between two looks at the clock. */
    private static final long GRAIN_BYTES = 256 << 10;

    private final long bytesPerSecond;
    private final LongSupplier nanoClock;
    private long pendingBytes;
    private long freeNanos;

    /**
     * Creates a limit.
     *
     * @param bytesPerSecond the limit; 0 means none
     * @param nanoClock a clock, in nanoseconds
     */
    Throttle(long bytesPerSecond, LongSupplier nanoClock) {
        this.bytesPerSecond = bytesPerSecond;
        this.nanoClock = nanoClock;
        this.freeNanos = nanoClock.getAsLong();
    }

    /** Counts bytes that were used; sleeps if that was faster than allowed. */
    void acquire(long bytes) {
        pendingBytes += bytes;
        if (bytesPerSecond == 0 || pendingBytes < GRAIN_BYTES) {
            return;
        }
        long now = nanoClock.getAsLong();
        freeNanos = Math.max(freeNanos, now) + TimeUnit.SECONDS.toNanos(1) * pendingBytes / bytesPerSecond;
        pendingBytes = 0;
        while (freeNanos - nanoClock.getAsLong() > 0 && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(this, freeNanos - nanoClock.getAsLong());
        }
    }
}
