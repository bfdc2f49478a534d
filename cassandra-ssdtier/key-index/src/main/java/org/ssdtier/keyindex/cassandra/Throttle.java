package org.ssdtier.keyindex.cassandra;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A limit of the bytes per second of one thread, which sleeps when it is ahead. */
final class Throttle {
    /** Bytes between two looks at the clock. */
    private static final long GRAIN_BYTES = 256 << 10;

    private final long bytesPerSecond;
    private long pendingBytes;
    private long freeNanos = System.nanoTime();

    /** Creates a limit; 0 means none. */
    Throttle(long bytesPerSecond) {
        this.bytesPerSecond = bytesPerSecond;
    }

    /** Counts bytes that were used; sleeps if that was faster than allowed. */
    void acquire(long bytes) {
        pendingBytes += bytes;
        if (bytesPerSecond == 0 || pendingBytes < GRAIN_BYTES) {
            return;
        }
        long now = System.nanoTime();
        freeNanos = Math.max(freeNanos, now) + TimeUnit.SECONDS.toNanos(1) * pendingBytes / bytesPerSecond;
        pendingBytes = 0;
        while (freeNanos - System.nanoTime() > 0 && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(this, freeNanos - System.nanoTime());
        }
    }
}
