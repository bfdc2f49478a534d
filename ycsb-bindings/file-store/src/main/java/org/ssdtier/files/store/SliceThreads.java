package org.ssdtier.files.store;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.ssdtier.files.table.Slice;

/**
 * Threads that take one slice of the token ring after the other. Those that a {@link Checkpoint} has are left out. The first
 * failure ends all.
 */
final class SliceThreads {
    private final int slices;
    private final Checkpoint checkpoint;
    private final int firstInCheckpoint;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    /**
     * Creates the threads.
     *
     * @param slices number of slices of the ring
     * @param firstInCheckpoint number of the first slice in the checkpoint, which may have those of several tables
     */
    SliceThreads(int slices, Checkpoint checkpoint, int firstInCheckpoint) {
        this.slices = slices;
        this.checkpoint = checkpoint;
        this.firstInCheckpoint = firstInCheckpoint;
    }

    /** The work on a slice. */
    interface Work {
        /** Returns whether all was as it should be; otherwise the slice does not count as finished. */
        boolean on(Slice slice) throws IOException;
    }

    /**
     * Works on all slices.
     *
     * @param threads number of threads, at least 1
     * @throws IOException the first failure; the other threads have ended by then
     */
    void run(int threads, Work work) throws IOException {
        List<Thread> others = new ArrayList<>();
        for (int i = 1; i < threads; i++) {
            Thread thread = new Thread(() -> takeSlices(work), "traversal-" + i);
            thread.setDaemon(true);
            thread.start();
            others.add(thread);
        }
        takeSlices(work);
        for (Thread thread : others) {
            join(thread);
        }
        Throwable failed = failure.get();
        if (failed instanceof IOException e) {
            throw e;
        }
        if (failed != null) {
            throw new IOException("the traversal failed: " + failed, failed);
        }
    }

    /** Returns whether a thread has failed, so that the others should end. */
    boolean hasFailed() {
        return failure.get() != null;
    }

    private void join(Thread thread) throws IOException {
        try {
            thread.join();
        } catch (InterruptedException e) {
            failure.compareAndSet(null, e);
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("the traversal was interrupted");
        }
    }

    private void takeSlices(Work work) {
        try {
            for (int i = next.getAndIncrement(); i < slices && !hasFailed(); i = next.getAndIncrement()) {
                if (!checkpoint.isDone(firstInCheckpoint + i) && work.on(Slice.of(i, slices))) {
                    checkpoint.setDone(firstInCheckpoint + i);
                }
            }
        } catch (IOException | RuntimeException | Error e) {
            failure.compareAndSet(null, e);
        }
    }
}
