package org.ssdtier.rowcache;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.slf4j.Logger;

/** Says at WARN what went wrong, at most once in a period; what is not said is counted and said with the next. Thread-safe. */
public final class RateLimitedWarning {
    private static final long PERIOD_NANOS = 10_000_000_000L;

    private final Logger logger;
    private final LongSupplier nanoClock;
    private final long periodNanos;
    private final AtomicLong nextNanos;
    private final AtomicLong unsaid = new AtomicLong();

    RateLimitedWarning(Logger logger, LongSupplier nanoClock, long periodNanos) {
        this.logger = logger;
        this.nanoClock = nanoClock;
        this.periodNanos = periodNanos;
        this.nextNanos = new AtomicLong(nanoClock.getAsLong());
    }

    /** Returns a warning of this logger with the usual period. */
    public static RateLimitedWarning of(Logger logger) {
        return new RateLimitedWarning(logger, System::nanoTime, PERIOD_NANOS);
    }

    /** Says that something failed, with the stack of its cause. */
    public void say(String what, Throwable cause) {
        if (isTimeTo()) {
            logger.warn("Row cache: {} failed, unsaid={} before", what, unsaid.getAndSet(0), cause);
        }
    }

    /** Says a message. */
    public void say(String message) {
        if (isTimeTo()) {
            logger.warn("{}; unsaid={} before", message, unsaid.getAndSet(0));
        }
    }

    private boolean isTimeTo() {
        long now = nanoClock.getAsLong();
        long next = nextNanos.get();
        boolean isTime = now - next >= 0 && nextNanos.compareAndSet(next, now + periodNanos);
        if (!isTime) {
            unsaid.incrementAndGet();
        }
        return isTime;
    }
}
