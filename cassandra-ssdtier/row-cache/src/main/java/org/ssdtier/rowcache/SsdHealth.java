package org.ssdtier.rowcache;

import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The state of the SSD tier and how it changes.
 *
 * <pre>
 *   RECOVERING ---loaded or not---> ONLINE ---too many errors---> OFFLINE
 *                                      ^                             |
 *                                      +-----a probe went well-------+
 * </pre>
 *
 * <p>Pausing is an operator's wish on top of it. Each change is said once. Probes back off from one second to a minute.
 * Thread-safe; the state is a plain volatile read.
 */
final class SsdHealth {
    private static final Logger logger = LoggerFactory.getLogger(SsdHealth.class);
    private static final long FIRST_BACKOFF_NANOS = 1_000_000_000L;
    private static final long LONGEST_BACKOFF_NANOS = 60_000_000_000L;
    private static final long ERROR_PERIOD_NANOS = 600_000_000_000L;

    private final ErrorRate errors;
    private final LongSupplier nanoClock;
    private volatile CacheState state = CacheState.RECOVERING;
    private volatile boolean paused;
    private final RateLimitedWarning errorWarning;
    private final RateLimitedWarning damageWarning;
    private long backoffNanos = FIRST_BACKOFF_NANOS;
    private long nextProbeNanos;

    SsdHealth(int errorThreshold, LongSupplier nanoClock) {
        this.errors = new ErrorRate(errorThreshold);
        this.nanoClock = nanoClock;
        this.errorWarning = new RateLimitedWarning(logger, nanoClock, ERROR_PERIOD_NANOS);
        this.damageWarning = new RateLimitedWarning(logger, nanoClock, ERROR_PERIOD_NANOS);
    }

    CacheState state() {
        CacheState current = state;
        return paused && current == CacheState.ONLINE ? CacheState.PAUSED : current;
    }

    /** Returns whether the SSD may be read and written. */
    boolean isServing() {
        return state == CacheState.ONLINE && !paused;
    }

    boolean isOffline() {
        return state == CacheState.OFFLINE;
    }

    void setPaused(boolean wish) {
        if (paused != wish) {
            paused = wish;
            logger.warn("Row cache on SSD {} by an operator; state={}", wish ? "paused" : "resumed", state());
        }
    }

    synchronized void online(String how) {
        state = CacheState.ONLINE;
        errors.reset();
        backoffNanos = FIRST_BACKOFF_NANOS;
        logger.info("Row cache on SSD is online: {}", how);
    }

    /** Notes a damaged record, which was a miss. */
    void damaged(String where) {
        damageWarning.say(
                "Row cache on SSD has damaged records, they are misses; counted as checksumErrors, the last: " + where);
    }

    /** Notes an I/O error; one too many takes the tier offline. */
    void error(String what) {
        errorWarning.say("Row cache on SSD has I/O errors; counted as ioErrors, the last: " + what);
        if (errors.noted(nanoClock.getAsLong())) {
            offline("too many I/O errors within a minute, the last: " + what);
        }
    }

    synchronized void offline(String why) {
        if (state != CacheState.OFFLINE) {
            state = CacheState.OFFLINE;
            nextProbeNanos = nanoClock.getAsLong() + backoffNanos;
            logger.warn("Row cache on SSD is offline, the memory tier goes on: {}", why);
        }
    }

    synchronized boolean isProbeDue() {
        return nanoClock.getAsLong() - nextProbeNanos >= 0;
    }

    synchronized void probeFailed(String why) {
        backoffNanos = Math.min(LONGEST_BACKOFF_NANOS, 2 * backoffNanos);
        nextProbeNanos = nanoClock.getAsLong() + backoffNanos;
        logger.debug("Row cache on SSD stays offline: {}", why);
    }
}
