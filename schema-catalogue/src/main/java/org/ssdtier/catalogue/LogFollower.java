package org.ssdtier.catalogue;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The background task that writes a catalogue's pending definitions to its log, in groups. After failures it retries at
 * growing intervals of up to a minute. So a device that fails, is full or hangs is neither accessed nor reported all
 * the time, and a device that works again is detected. Belongs to one thread.
 */
final class LogFollower {
    static final long FIRST_RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    static final long LONGEST_RETRY_NANOS = TimeUnit.MINUTES.toNanos(1);
    /** Time between two warnings of one failure that goes on. */
    static final long WARNING_NANOS = TimeUnit.MINUTES.toNanos(10);
    /** Time between two warnings of failures with a success between them. */
    static final long NEXT_FAILURE_NANOS = TimeUnit.MINUTES.toNanos(1);
    /** Pause if there is nothing to do until a definition is interned. */
    static final long NOTHING = Long.MAX_VALUE;

    private static final Logger logger = LoggerFactory.getLogger(LogFollower.class);

    /** The work to do. */
    interface Work {
        /** Returns whether there is work to do. */
        boolean isNeeded();

        /** Does the work, as far as the device responds. Returns whether all of it succeeded. */
        boolean run();

        /** Returns a description of the work that is not done, and why. */
        String problem();
    }

    private final Work work;
    private int failures;
    private long notBeforeNanos;
    private long warnedNanos;
    private boolean isSaid;
    private int warnings;
    private @Nullable Throwable fault;
    private volatile boolean isFailing;

    LogFollower(Work work) {
        this.work = work;
    }

    /** Does the work if it is due. Returns the time until the next step is due, in nanoseconds. */
    long step(long nowNanos) {
        if (!work.isNeeded()) {
            return NOTHING;
        }
        if (failures > 0 && nowNanos - notBeforeNanos < 0) {
            return notBeforeNanos - nowNanos;
        }
        if (isDone()) {
            succeed();
            return 0;
        }
        long pause = Math.min(LONGEST_RETRY_NANOS, FIRST_RETRY_NANOS << Math.min(failures, 20));
        failures++;
        isFailing = true;
        notBeforeNanos = nowNanos + pause;
        warn(nowNanos);
        return pause;
    }

    /**
     * Does the work and returns whether it succeeded. An exception counts as a failure, so the thread survives and
     * retries.
     */
    private boolean isDone() {
        fault = null;
        try {
            return work.run();
        } catch (RuntimeException | AssertionError | OutOfMemoryError e) {
            fault = e;
            return false;
        }
    }

    /** Returns whether the last attempt failed. Thread-safe. */
    boolean isFailing() {
        return isFailing;
    }

    /** Returns the number of warnings logged. */
    int warnings() {
        return warnings;
    }

    private void succeed() {
        if (isSaid) {
            logger.info("The schema catalogue's log is up to date again after failed attempts={}", failures);
        }
        failures = 0;
        isSaid = false;
        isFailing = false;
    }

    private void warn(long nowNanos) {
        long quietNanos = isSaid ? WARNING_NANOS : NEXT_FAILURE_NANOS;
        if (warnings == 0 || nowNanos - warnedNanos >= quietNanos) {
            logger.warn(
                    "{}. SSTables are written with their own definitions; failed attempts={}, next in at most {} s",
                    work.problem(),
                    failures,
                    TimeUnit.NANOSECONDS.toSeconds(LONGEST_RETRY_NANOS),
                    fault);
            isSaid = true;
            warnings++;
            warnedNanos = nowNanos;
        }
    }
}
