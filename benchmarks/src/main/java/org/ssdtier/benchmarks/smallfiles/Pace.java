package org.ssdtier.benchmarks.smallfiles;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/** A limit of the bytes per second that several threads read together. Thread-safe. */
final class Pace {
    /** The rate without a limit. */
    static final long UNLIMITED = 0;

    private final long bytesPerSecond;
    private final LongSupplier nanoTime;
    private final LongConsumer parkNanos;
    private final long beginNanos;
    private long bytes;

    /**
     * Creates a limit from now on.
     *
     * @param bytesPerSecond the rate; {@link #UNLIMITED} = none
     */
    Pace(long bytesPerSecond) {
        this(bytesPerSecond, System::nanoTime, LockSupport::parkNanos);
    }

    /** Creates a limit with an injected time, and method to wait for some nanoseconds or less. */
    Pace(long bytesPerSecond, LongSupplier nanoTime, LongConsumer parkNanos) {
        this.bytesPerSecond = bytesPerSecond;
        this.nanoTime = nanoTime;
        this.parkNanos = parkNanos;
        this.beginNanos = nanoTime.getAsLong();
    }

    /** Waits, after some bytes were read, until they and all before are within the rate. */
    void passed(long read) {
        if (bytesPerSecond == UNLIMITED) {
            return;
        }
        long dueNanos = dueNanos(read);
        for (long now = nanoTime.getAsLong(); dueNanos - now > 0; now = nanoTime.getAsLong()) {
            parkNanos.accept(dueNanos - now);
        }
    }

    private synchronized long dueNanos(long read) {
        bytes += read;
        return beginNanos + Math.round((double) bytes / bytesPerSecond * TimeUnit.SECONDS.toNanos(1));
    }
}
