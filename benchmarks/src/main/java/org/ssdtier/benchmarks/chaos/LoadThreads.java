package org.ssdtier.benchmarks.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** Threads that do something again and again, with a pause between, until they are stopped. */
final class LoadThreads {
    private static final int PATIENCE_SECONDS = 120;

    private final String name;
    private final List<Thread> threads = new ArrayList<>();
    private final CountDownLatch stopping = new CountDownLatch(1);
    private final AtomicReference<String> problem = new AtomicReference<>("");

    /**
     * Creates no thread yet.
     *
     * @param name beginning of the threads' names
     */
    LoadThreads(String name) {
        this.name = name;
    }

    /**
     * Starts a thread. An exception of its work ends it, and is a problem.
     *
     * @param pauseMillis pause after each execution of the work
     */
    void start(int pauseMillis, Runnable work) {
        Thread thread = new Thread(() -> repeat(pauseMillis, work), name + "-" + threads.size());
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
    }

    private void repeat(int pauseMillis, Runnable work) {
        try {
            while (!stopping.await(pauseMillis, TimeUnit.MILLISECONDS)) {
                work.run();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            problem.compareAndSet("", Thread.currentThread().getName() + ": " + e);
        }
    }

    /** Returns the first exception of a thread, in words, or an empty string. */
    String problem() {
        return problem.get();
    }

    /**
     * Stops the threads and waits for them.
     *
     * @return whether they were running
     */
    boolean stop() throws InterruptedException {
        boolean wasRunning = stopping.getCount() > 0;
        stopping.countDown();
        for (Thread thread : threads) {
            thread.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
            if (thread.isAlive()) {
                problem.compareAndSet("", thread.getName() + ": still busy " + PATIENCE_SECONDS + " s after its stop");
            }
        }
        return wasRunning;
    }
}
