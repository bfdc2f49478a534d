package org.ssdtier.catalogue;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings a catalogue's log after what is in memory: in groups, and after a failure less and less often, up to once a minute. So
 * a device that fails, is full or hangs is neither asked all the time nor complained of all the time, and one that works again
 * is found. Of one thread.
 */
final class LogFollower {
    static final long FIRST_RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    static final long LONGEST_RETRY_NANOS = TimeUnit.MINUTES.toNanos(1);
    static final long WARNING_NANOS = TimeUnit.MINUTES.toNanos(10);
    /** There is nothing to do until something is interned. */
    static final long NOTHING = Long.MAX_VALUE;

    private static final Logger logger = LoggerFactory.getLogger(LogFollower.class);

    /** What is to be done. */
    interface Work {
        /** Returns whether there is something to do. */
        boolean isNeeded();

        /** Does it, as far as the device answers; returns whether all of it went well. */
        boolean run();

        /** Says what is not done, and why. */
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

    /** Does what is to be done, if it is time; returns for how long there is nothing to do, in nanoseconds. */
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

    /** Whatever goes wrong in it, the thread stays, and tries again. */
    private boolean isDone() {
        fault = null;
        try {
            return work.run();
        } catch (RuntimeException | AssertionError e) {
            fault = e;
            return false;
        }
    }

    /** Returns whether the last attempt failed. Any thread. */
    boolean isFailing() {
        return isFailing;
    }

    /** Returns how often it has warned. */
    int warnings() {
        return warnings;
    }

    private void succeed() {
        if (isSaid) {
            logger.info("The schema catalogue's log follows again, after attempts={} that failed", failures);
        }
        failures = 0;
        isSaid = false;
        isFailing = false;
    }

    private void warn(long nowNanos) {
        if (!isSaid || nowNanos - warnedNanos >= WARNING_NANOS) {
            logger.warn(
                    "{}. SSTables are written as ever, with their own definitions; attempts={}, the next in at most {} s",
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
