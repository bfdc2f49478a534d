package org.ssdtier.files.transfer;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Threads that do tasks, first in, first out. Only so many tasks wait: the next one waits outside. */
final class BoundedWorkers implements AutoCloseable {
    private final ExecutorService threads;
    private final Semaphore places;

    /**
     * Creates the threads.
     *
     * @param threads number of threads
     * @param tasks maximum number of tasks that wait or are being done
     */
    BoundedWorkers(int threads, int tasks) {
        this.threads = Executors.newFixedThreadPool(threads);
        this.places = new Semaphore(tasks);
    }

    /** Adds a task, once there is a place for it. */
    void execute(Runnable task) throws IOException {
        try {
            places.acquire();
        } catch (InterruptedException e) {
            throw interrupted();
        }
        threads.execute(() -> {
            try {
                task.run();
            } finally {
                places.release();
            }
        });
    }

    /** Waits until all tasks are done; if the caller is interrupted, until those that have begun are. */
    @Override
    public void close() throws IOException {
        threads.shutdown();
        boolean isInterrupted = false;
        while (!threads.isTerminated()) {
            try {
                threads.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                isInterrupted = true;
                threads.shutdownNow();
            }
        }
        if (isInterrupted) {
            throw interrupted();
        }
    }

    private static IOException interrupted() {
        Thread.currentThread().interrupt();
        return new InterruptedIOException("the transfer was interrupted");
    }
}
