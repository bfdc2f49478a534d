package org.ssdtier.segmentlog.device;

import java.util.concurrent.ThreadFactory;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A runner of actions on a device, for threads that must not wait for a stalled device. Each action runs on a thread of
 * its own, and the caller waits as long as the device answers. An abandoned action continues in the background, and no
 * other action is started until it has ended. Thread-safe.
 */
public final class Patience {
    /** Longest duration of an operation; the caller stops waiting when an operation takes longer. */
    public static final long LONGEST_NANOS = 1_000_000_000L;

    private static final long POLL_MILLIS = 20;

    private final DeviceOperations operations;
    private final @Nullable ThreadFactory threads;
    private final String threadName;
    private final LongSupplier nanoClock;
    private volatile @Nullable Thread givenUp;

    /**
     * Creates a runner.
     *
     * @param operations operations of the device
     * @param threads factory of the threads; null to run every action on the caller's thread
     * @param threadName name of the threads
     * @param nanoClock clock of the waits, in nanoseconds; see {@link NanoClock}
     */
    public Patience(
            DeviceOperations operations, @Nullable ThreadFactory threads, String threadName, LongSupplier nanoClock) {
        this.operations = operations;
        this.threads = threads;
        this.threadName = threadName;
        this.nanoClock = nanoClock;
    }

    /**
     * Runs an action whose operations take up to {@link #LONGEST_NANOS} each; see {@link #run(Runnable, long)}.
     *
     * @return whether the action has ended
     */
    public boolean run(Runnable action) {
        return run(action, LONGEST_NANOS);
    }

    /**
     * Runs an action. An interrupt has no effect and is set again afterwards.
     *
     * @param longestNanos duration of a single operation of the device, in nanoseconds, from which on the action is
     *     abandoned
     * @return whether the action has ended; false immediately, without running it, while an abandoned action has not
     *     ended
     */
    public boolean run(Runnable action, long longestNanos) {
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
        if (!hasEnded(thread, longestNanos)) {
            givenUp = thread;
            return false;
        }
        task.throwFailure();
        return true;
    }

    private boolean hasEnded(Thread thread, long longestNanos) {
        DeviceOperations.Sightings seen = operations.new Sightings();
        boolean interrupted = false;
        boolean answers = true;
        while (thread.isAlive() && answers) {
            try {
                thread.join(POLL_MILLIS);
            } catch (InterruptedException e) {
                interrupted = true;
            }
            answers = seen.longestNanos(nanoClock.getAsLong()) < longestNanos;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return !thread.isAlive();
    }

    /** An action, and the exception it threw. */
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
            } catch (RuntimeException | Error e) { // rethrown on the waiting caller's thread
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
