package org.ssdtier.benchmarks.device;

import java.io.IOException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A limit of a program's page cache that follows the program's own memory. A limit that is set once leaves the program
 * less page cache with each buffer it allocates, and in the end the kernel kills it: a node fills its chunk cache only
 * while it reads. The creator closes it; the last limit stays until {@link ProgramMemory#liftLimit}.
 */
public final class PageCacheHold implements AutoCloseable {
    private static final long INTERVAL_MILLIS = 100;
    private static final int STOP_SECONDS = 30;

    private final ProgramMemory memory;
    private final long bytes;
    private final ScheduledExecutorService thread;
    private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();

    private PageCacheHold(ProgramMemory memory, long bytes, ScheduledExecutorService thread) {
        this.memory = memory;
        this.bytes = bytes;
        this.thread = thread;
    }

    /** Limits the page cache, and sets the limit anew ten times a second if memory can be limited. */
    public static PageCacheHold begin(ProgramMemory memory, long bytes) throws IOException {
        memory.limitPageCache(bytes);
        PageCacheHold hold = new PageCacheHold(memory, bytes, Executors.newSingleThreadScheduledExecutor(work -> {
            Thread thread = new Thread(work, "page-cache-hold");
            thread.setDaemon(true);
            return thread;
        }));
        if (memory.isBounded()) {
            hold.thread.scheduleWithFixedDelay(hold::limit, INTERVAL_MILLIS, INTERVAL_MILLIS, TimeUnit.MILLISECONDS);
        }
        return hold;
    }

    /** Sets the limit anew. The first failure ends the hold. */
    private void limit() {
        try {
            memory.limitPageCache(bytes);
        } catch (IOException | RuntimeException e) {
            failure.compareAndSet(null, e);
            thread.shutdown();
        }
    }

    /**
     * Ends the hold.
     *
     * @throws IOException if the limit could not be set anew at some time
     */
    @Override
    public void close() throws IOException {
        thread.shutdown();
        try {
            if (!thread.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException("page cache limit: not set within " + STOP_SECONDS + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("page cache limit: interrupted while it was set", e);
        }
        Exception failed = failure.getAndSet(null);
        if (failed != null) {
            throw new IOException("page cache limit: " + failed.getMessage(), failed);
        }
    }
}
