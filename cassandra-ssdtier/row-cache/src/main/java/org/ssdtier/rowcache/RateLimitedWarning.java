package org.ssdtier.rowcache;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.slf4j.Logger;

/** Says at WARN what went wrong, at most every ten seconds; what is not said is counted and said with the next. Thread-safe. */
final class RateLimitedWarning {
    private static final long PERIOD_NANOS = 10_000_000_000L;

    private final Logger logger;
    private final LongSupplier nanoClock;
    private final AtomicLong nextNanos;
    private final AtomicLong unsaid = new AtomicLong();

    RateLimitedWarning(Logger logger, LongSupplier nanoClock) {
        this.logger = logger;
        this.nanoClock = nanoClock;
        this.nextNanos = new AtomicLong(nanoClock.getAsLong());
    }

    void say(String what, Throwable cause) {
        long now = nanoClock.getAsLong();
        long next = nextNanos.get();
        if (now - next >= 0 && nextNanos.compareAndSet(next, now + PERIOD_NANOS)) {
            logger.warn("Row cache: {} failed, unsaid={} before", what, unsaid.getAndSet(0), cause);
        } else {
            unsaid.incrementAndGet();
        }
    }
}
