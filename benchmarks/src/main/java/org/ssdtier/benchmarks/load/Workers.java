package org.ssdtier.benchmarks.load;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Several threads that do the same work. */
public final class Workers {
    private final String name;
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    /**
     * Creates the threads' object; starts nothing.
     *
     * @param name beginning of the names of the threads
     */
    public Workers(String name) {
        this.name = name;
    }

    /** A piece of work that may fail with an I/O error. */
    public interface Work {
        /** Does the work. */
        void run() throws IOException;
    }

    /**
     * Runs the work in several threads and waits for all of them.
     *
     * @throws IOException the first failure
     */
    public void run(int threads, Work work) throws IOException {
        List<Thread> all = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            Thread thread = new Thread(() -> attempt(work), name + "-" + i);
            thread.setDaemon(true);
            thread.start();
            all.add(thread);
        }
        for (Thread thread : all) {
            join(thread);
        }
        Throwable failed = failure.get();
        if (failed != null) {
            throw failed instanceof IOException e ? e : new IOException(name + ": " + failed, failed);
        }
    }

    private void attempt(Work work) {
        try {
            work.run();
        } catch (IOException | RuntimeException | Error e) {
            failure.compareAndSet(null, e);
        }
    }

    private static void join(Thread thread) throws IOException {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("thread=" + thread.getName() + ": interrupted while waiting for it");
        }
    }
}
