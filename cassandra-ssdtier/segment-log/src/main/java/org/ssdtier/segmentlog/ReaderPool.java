package org.ssdtier.segmentlog;

import java.util.concurrent.locks.LockSupport;

/**
 * The readers of a log: a bounded number, each mostly taken by the same thread.
 *
 * <p>A thread starts at the place its ID hashes to and takes the first free reader from there on, so a thread finds its
 * own again, warm in its processor's cache, with a single uncontended compare-and-set.
 */
final class ReaderPool {
    private static final long PAUSE_NANOS = 10_000;

    private final RecordReader[] readers;

    ReaderPool(int count) {
        readers = new RecordReader[count];
        for (int i = 0; i < count; i++) {
            readers[i] = new RecordReader();
        }
    }

    RecordReader acquire() {
        long hash = Thread.currentThread().getId() * 0x9E3779B97F4A7C15L;
        int first = (int) ((hash >>> 32) % readers.length);
        while (true) {
            for (int i = 0; i < readers.length; i++) {
                int index = first + i < readers.length ? first + i : first + i - readers.length;
                if (readers[index].tryTake()) {
                    return readers[index];
                }
            }
            LockSupport.parkNanos(this, PAUSE_NANOS);
        }
    }

    /** Returns the most memory that all readers together keep while none holds a record beyond the kept size. */
    long boundBytes() {
        return (long) readers.length * RecordReader.KEPT_BYTES;
    }
}
