package org.ssdtier.segmentlog;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.ssdtier.segmentlog.device.BoundedRead;

/**
 * A pool of the readers of a log: a fixed number, each mostly used by the same thread. The number bounds the reads in
 * progress, and so the resources that an unresponsive device can hold.
 *
 * <p>A thread starts at the index its ID hashes to (Fibonacci hashing: Knuth, The Art of Computer Programming, volume
 * 3, section 6.4) and takes the first free reader from there on. So a thread finds its previous reader again, warm in
 * its processor's cache, with a single uncontended compare-and-set.
 */
final class ReaderPool {
    private static final long PAUSE_NANOS = 10_000;
    private static final long LONGEST_PAUSE_NANOS = 160_000;
    /** Divisor of a read's bound that gives the time to wait for a free reader, about one read of a slow disk. */
    private static final int WAIT_DIVISOR = 20;
    /** Divisor of that waiting time once a read is late: the device is slow, or about to stall. */
    private static final int LATE_WAIT_DIVISOR = 5;

    private static final long WAIT_WITHOUT_BOUND_NANOS = 5_000_000;
    /** Time from one look at the late reads to the next. */
    private static final long LOOK_NANOS = 5_000_000;
    /** Share of the readers, as a divisor, whose reads may be late before no further read begins. */
    private static final int LATE_SHARE = 2;

    private final RecordReader[] readers;
    /** Number of readers that were returned with a late read which has not been seen to end. */
    private final AtomicInteger late = new AtomicInteger();

    private final AtomicLong nextLookNanos;
    private final LongSupplier nanoClock;
    private final LargeBuffers largeBuffers = new LargeBuffers();
    private final long timeoutNanos;
    private final long waitNanos;

    /**
     * Creates the readers.
     *
     * @param executor executor of bounded reads that the kernel does not perform
     * @param timeoutNanos bound of a device read; 0 means none
     * @param nanoClock clock of the waits, in nanoseconds
     */
    ReaderPool(int count, Executor executor, long timeoutNanos, LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
        this.nextLookNanos = new AtomicLong(nanoClock.getAsLong());
        this.timeoutNanos = timeoutNanos;
        waitNanos = timeoutNanos == 0 ? WAIT_WITHOUT_BOUND_NANOS : timeoutNanos / WAIT_DIVISOR;
        readers = new RecordReader[count];
        for (int i = 0; i < count; i++) {
            readers[i] = new RecordReader(new BoundedRead(executor, timeoutNanos, nanoClock), late, largeBuffers);
        }
    }

    /** Returns a reader; waits while all are taken. */
    RecordReader acquire() {
        RecordReader taken = takeFree();
        while (taken == null) {
            LockSupport.parkNanos(this, PAUSE_NANOS);
            taken = takeFree();
        }
        return taken;
    }

    /**
     * Returns a reader; waits while all are taken, at most as long as for a read. Returns null if none becomes free by
     * then, and as soon as the reads of half of them are late: a late reader is not free before its read ends.
     */
    @Nullable
    RecordReader acquireInTime() {
        long startNanos = nanoClock.getAsLong();
        RecordReader taken = isStalled() ? null : takeFree();
        while (taken == null
                && !isStalled()
                && (timeoutNanos == 0 || nanoClock.getAsLong() - startNanos < timeoutNanos)) {
            LockSupport.parkNanos(this, PAUSE_NANOS);
            taken = takeFree();
        }
        return taken;
    }

    private boolean isStalled() {
        return LATE_SHARE * late.get() >= readers.length;
    }

    /**
     * Returns a reader, or null if all are taken and none becomes free soon. Returns null immediately if the reads of
     * half of them are late and have not ended: the device stalls, and every further caller would wait for the full bound, too.
     */
    @Nullable
    RecordReader tryAcquire() {
        if (isStalled() && isStillStalled()) {
            return null;
        }
        RecordReader taken = takeFree();
        return taken == null ? awaitFree() : taken;
    }

    /**
     * Frees the readers whose late reads have ended, on one caller's thread every few milliseconds. Returns whether too many
     * reads are still late.
     */
    private boolean isStillStalled() {
        long nowNanos = nanoClock.getAsLong();
        long dueNanos = nextLookNanos.get();
        if (nowNanos - dueNanos < 0 || !nextLookNanos.compareAndSet(dueNanos, nowNanos + LOOK_NANOS)) {
            return true;
        }
        lateReads();
        return isStalled();
    }

    /**
     * Waits for a free reader: many threads on few processors may hold every reader for longer than the device needs.
     */
    private @Nullable RecordReader awaitFree() {
        long startNanos = nanoClock.getAsLong();
        long pauseNanos = PAUSE_NANOS;
        RecordReader taken = null;
        while (taken == null && nanoClock.getAsLong() - startNanos < longestWaitNanos()) {
            LockSupport.parkNanos(this, pauseNanos);
            pauseNanos = Math.min(2 * pauseNanos, LONGEST_PAUSE_NANOS);
            taken = takeFree();
        }
        return taken;
    }

    private long longestWaitNanos() {
        return late.get() == 0 ? waitNanos : waitNanos / LATE_WAIT_DIVISOR;
    }

    private @Nullable RecordReader takeFree() {
        long hash = Thread.currentThread().getId() * 0x9E3779B97F4A7C15L;
        int first = (int) ((hash >>> 32) % readers.length);
        for (int i = 0; i < readers.length; i++) {
            int index = first + i < readers.length ? first + i : first + i - readers.length;
            if (readers[index].tryTake()) {
                return readers[index];
            }
        }
        return null;
    }

    /** Returns whether any reader was closed with a late read that has not been seen to end. */
    boolean hasLate() {
        return late.get() > 0;
    }

    /**
     * Frees the readers whose late reads have ended; returns the late reads that remain and the number of reads that have
     * ended.
     */
    LateReads lateReads() {
        int stillLate = 0;
        long ended = 0;
        for (RecordReader reader : readers) {
            stillLate += reader.checkStillLate() ? 1 : 0;
            ended += reader.readsEnded();
        }
        return new LateReads(stillLate, ended);
    }

    /** Returns the most memory that all readers together keep while none holds a record longer than the kept size. */
    long boundBytes() {
        return (long) readers.length * RecordReader.KEPT_BYTES + largeBuffers.idleBytes();
    }
}
