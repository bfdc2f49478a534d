package org.ssdtier.segmentlog.device;

import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/**
 * Runs what uses a device for threads that must not wait for one that stalls: each action on a thread of its own, waited for as
 * long as the device answers. What is given up goes on by itself, and nothing else is begun until it has ended. Thread-safe.
 */
public final class Patience {
    /** An operation that has been under way for so long is not waited for any longer. */
    public static final long LONGEST_NANOS = 1_000_000_000L;

    private static final long LOOK_MILLIS = 20;

    private final DeviceOperations operations;
    private final @Nullable ThreadFactory threads;
    private final String threadName;
    private volatile @Nullable Thread givenUp;

    /**
     * Makes one.
     *
     * @param operations those of the device
     * @param threads makes the threads; null runs everything on the caller's thread
     * @param threadName the name that they get
     */
    public Patience(DeviceOperations operations, @Nullable ThreadFactory threads, String threadName) {
        this.operations = operations;
        this.threads = threads;
        this.threadName = threadName;
    }

    /**
     * Runs an action. An interrupt changes nothing and is set again afterwards.
     *
     * @return whether it has ended; false also at once, while an earlier one that was given up has not
     */
    public boolean run(Runnable action) {
        if (threads == null) {
            action.run();
            return true;
        }
        Thread hanging = givenUp;
        if (hanging != null && hanging.isAlive()) {
            return false;
        }
        Action task = new Action(action);
        Thread thread = threads.newThread(task);
        thread.setName(threadName);
        thread.start();
        if (!hasEnded(thread)) {
            givenUp = thread;
            return false;
        }
        task.throwFailure();
        return true;
    }

    private boolean hasEnded(Thread thread) {
        DeviceOperations.Sightings seen = operations.new Sightings();
        boolean interrupted = false;
        boolean answers = true;
        while (thread.isAlive() && answers) {
            try {
                thread.join(LOOK_MILLIS);
            } catch (InterruptedException e) {
                interrupted = true;
            }
            answers = seen.longestNanos(System.nanoTime()) < LONGEST_NANOS;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return !thread.isAlive();
    }

    /** An action, and what it threw. */
    private static final class Action implements Runnable {
        private final Runnable action;
        private @Nullable Throwable failure;

        Action(Runnable action) {
            this.action = action;
        }

        @Override
        public void run() {
            try {
                action.run();
            } catch (RuntimeException | Error e) { // the caller's, who waits
                failure = e;
            }
        }

        void throwFailure() {
            if (failure instanceof RuntimeException exception) {
                throw exception;
            }
            if (failure instanceof Error error) {
                throw error;
            }
        }
    }
}
