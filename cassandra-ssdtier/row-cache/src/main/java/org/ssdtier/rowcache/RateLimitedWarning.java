package org.ssdtier.rowcache;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.slf4j.Logger;

/**
 * A WARN log message issued at most once in a period. Suppressed ones are counted and reported with the next.
 * Thread-safe.
 */
public final class RateLimitedWarning {
    private static final long PERIOD_NANOS = 10_000_000_000L;

    private final Logger logger;
    private final LongSupplier nanoClock;
    private final long periodNanos;
    private final AtomicLong nextNanos;
    private final AtomicLong suppressed = new AtomicLong();

    RateLimitedWarning(Logger logger, LongSupplier nanoClock, long periodNanos) {
        this.logger = logger;
        this.nanoClock = nanoClock;
        this.periodNanos = periodNanos;
        this.nextNanos = new AtomicLong(nanoClock.getAsLong());
    }

    /** Returns a warning to this logger with the default period, ten seconds, on a clock in nanoseconds. */
    public static RateLimitedWarning of(Logger logger, LongSupplier nanoClock) {
        return new RateLimitedWarning(logger, nanoClock, PERIOD_NANOS);
    }

    /** Logs that an operation failed, with the stack trace of the cause, unless suppressed. */
    public void say(String what, Throwable cause) {
        if (isDue()) {
            logger.warn("Row cache: {} failed; suppressed warnings={}", what, suppressed.getAndSet(0), cause);
        }
    }

    /** Logs a message, unless suppressed. */
    public void say(String message) {
        if (isDue()) {
            logger.warn("{}; suppressed warnings={}", message, suppressed.getAndSet(0));
        }
    }

    private boolean isDue() {
        long now = nanoClock.getAsLong();
        long next = nextNanos.get();
        boolean isTime = now - next >= 0 && nextNanos.compareAndSet(next, now + periodNanos);
        if (!isTime) {
            suppressed.incrementAndGet();
        }
        return isTime;
    }
}
