package org.ssdtier.segmentlog;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads of a log: the flusher, unless the owner has provided an executor, and those of device reads, which exist
 * only where reads are bounded and the kernel does not perform them.
 */
final class LogThreads {
    private static final Logger logger = LoggerFactory.getLogger(LogThreads.class);
    private static final long STOP_TIMEOUT_SECONDS = 60;

    private final @Nullable ExecutorService ownFlusher;
    private final Executor flusher;
    private final ExecutorService readers = Executors.newCachedThreadPool(task -> daemon(task, "segment-log-reader"));

    /**
     * Creates the threads.
     *
     * @param flusher the owner's executor of writes; null for a thread of the log
     */
    LogThreads(@Nullable Executor flusher) {
        if (flusher != null) {
            this.ownFlusher = null;
            this.flusher = flusher;
        } else {
            this.ownFlusher = Executors.newSingleThreadExecutor(task -> daemon(task, "segment-log-flusher"));
            this.flusher = ownFlusher;
        }
    }

    /** Returns the executor of writes. */
    Executor flusher() {
        return flusher;
    }

    /** Returns the executor of reads. */
    ExecutorService readers() {
        return readers;
    }

    /** Stops the threads of the log, after their writes. */
    void stop(String log) {
        if (ownFlusher != null) {
            stopFlusher(ownFlusher, log);
        }
        readers.shutdown();
    }

    private static void stopFlusher(ExecutorService flusher, String log) {
        flusher.shutdown();
        try {
            if (!flusher.awaitTermination(STOP_TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                logger.warn("{}: the flusher did not stop within {} s", log, STOP_TIMEOUT_SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }
}
