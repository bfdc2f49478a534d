package org.ssdtier.segmentlog;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Bounded reads of single device pages, for the owner of devices that are not a log's. The bounds are those of a log's
 * reads: a number of reads in progress, a time for each, and no new read while half of them are late.
 */
public final class PageReads implements AutoCloseable {
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "page-reader");
        thread.setDaemon(true);
        return thread;
    });
    private final ReaderPool readers;

    /**
     * Creates the readers.
     *
     * @param count most reads in progress, above 0
     * @param timeoutNanos bound of a read; 0 means none
     * @param nanoClock clock of the bounds, in nanoseconds
     */
    public PageReads(int count, long timeoutNanos, LongSupplier nanoClock) {
        readers = new ReaderPool(count, threads, timeoutNanos, nanoClock);
    }

    /** Returns a reader, or null if all are taken and none becomes free soon, or if the device stalls. */
    public @Nullable PageReader tryAcquire() {
        RecordReader reader = readers.tryAcquire();
        return reader == null ? null : new PageReader(reader);
    }

    /** Frees the readers whose late reads have ended. To be called now and then while reads are late. */
    public LateReads lateReads() {
        return readers.lateReads();
    }

    /** Stops the threads, after their reads. */
    @Override
    public void close() {
        threads.shutdown();
    }
}
