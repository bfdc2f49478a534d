package org.ssdtier.segmentlog;

import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.ssdtier.segmentlog.device.BoundedRead;

/**
 * The readers of a log: a bounded number, each mostly taken by the same thread. It bounds the reads under way, and so how much a
 * device that does not answer can hold.
 *
 * <p>A thread starts at the place its ID hashes to and takes the first free reader from there on, so a thread finds its
 * own again, warm in its processor's cache, with a single uncontended compare-and-set.
 */
final class ReaderPool {
    private static final long PAUSE_NANOS = 10_000;
    private static final long LONGEST_PAUSE_NANOS = 160_000;
    /** A thread waits for a reader for this part of a read's bound, which is what a read of a slow disk takes. */
    private static final int BOUND_TO_WAIT = 20;
    /** It waits this part of that once a read is late: the device is slow, or about to stall. */
    private static final int WAIT_TO_WAIT_OF_LATE = 5;

    private static final long WAIT_WITHOUT_BOUND_NANOS = 5_000_000;

    private final RecordReader[] readers;
    private final long waitNanos;

    /**
     * Makes the readers.
     *
     * @param executor runs reads that are bounded and that the kernel does not make
     * @param timeoutNanos the bound of a device read; 0 means none
     */
    ReaderPool(int count, Executor executor, long timeoutNanos) {
        waitNanos = timeoutNanos == 0 ? WAIT_WITHOUT_BOUND_NANOS : timeoutNanos / BOUND_TO_WAIT;
        readers = new RecordReader[count];
        for (int i = 0; i < count; i++) {
            readers[i] = new RecordReader(new BoundedRead(executor, timeoutNanos));
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

    /** Returns a reader, or null if all are taken and none comes free soon: at once if the reads of all are late. */
    @Nullable
    RecordReader tryAcquire() {
        RecordReader taken = takeFree();
        return taken == null ? awaitFree() : taken;
    }

    /** Many threads on few processors may keep every reader for longer than the device needs. */
    private @Nullable RecordReader awaitFree() {
        long startNanos = System.nanoTime();
        long pauseNanos = PAUSE_NANOS;
        RecordReader taken = null;
        while (taken == null && System.nanoTime() - startNanos < longestWaitNanos()) {
            LockSupport.parkNanos(this, pauseNanos);
            pauseNanos = Math.min(2 * pauseNanos, LONGEST_PAUSE_NANOS);
            taken = takeFree();
        }
        return taken;
    }

    private long longestWaitNanos() {
        int late = 0;
        for (RecordReader reader : readers) {
            late += reader.isLeftLate() ? 1 : 0;
        }
        if (late == readers.length) {
            return 0;
        }
        return late == 0 ? waitNanos : waitNanos / WAIT_TO_WAIT_OF_LATE;
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

    /** Returns whether a reader was given back with a late read that was not seen to end. */
    boolean hasLate() {
        for (RecordReader reader : readers) {
            if (reader.isLeftLate()) {
                return true;
            }
        }
        return false;
    }

    /** Frees the readers whose late reads have ended; returns how the others stand. */
    LateReads lateReads() {
        int late = 0;
        long inTime = 0;
        for (RecordReader reader : readers) {
            late += reader.isStillLate() ? 1 : 0;
            inTime += reader.readsInTime();
        }
        return new LateReads(late, inTime);
    }

    /** Returns the most memory that all readers together keep while none holds a record beyond the kept size. */
    long boundBytes() {
        return (long) readers.length * RecordReader.KEPT_BYTES;
    }
}
