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
    /** How long a thread waits for a reader: far longer than a healthy device keeps one, far shorter than a read's bound. */
    private static final long LONGEST_WAIT_NANOS = 1_000_000;

    private final RecordReader[] readers;

    /**
     * Makes the readers.
     *
     * @param executor runs reads that are bounded and that the kernel does not make
     * @param timeoutNanos the bound of a device read; 0 means none
     */
    ReaderPool(int count, Executor executor, long timeoutNanos) {
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
        if (taken == null) {
            long startNanos = System.nanoTime();
            while (taken == null && !areAllLate() && System.nanoTime() - startNanos < LONGEST_WAIT_NANOS) {
                LockSupport.parkNanos(this, PAUSE_NANOS);
                taken = takeFree();
            }
        }
        return taken;
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

    private boolean areAllLate() {
        for (RecordReader reader : readers) {
            if (!reader.isLeftLate()) {
                return false;
            }
        }
        return true;
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
