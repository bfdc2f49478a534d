package org.ssdtier.rowcache;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.segmentlog.Lateness;

/**
 * The state of the SSD tier and its transitions.
 *
 * <pre>
 *   RECOVERING ---loaded or not---> ONLINE ---too many errors, or a stall---> OFFLINE
 *                                      ^                                         |
 *                                      +------------a probe went well------------+
 * </pre>
 *
 * <p>After errors the tier is emptied and reopened. A stall is not an error: nothing was lost, so the images on the SSD
 * answer again when the device does. Late reads add up to a stall when more than one in a hundred is late, unless
 * threads had to wait for a processor: without the tier there would be even more to do.
 *
 * <p>The node's stop ends them: the tier is DISABLED from then on, because the log is closed and its content is that of the next start.
 *
 * <p>An operator's pause is independent of these states. Each transition is logged once. The interval between probes
 * doubles from one second to one minute, also from one outage to the next if the tier was online for less than a minute
 * in between. Thread-safe; the state is a single volatile read.
 */
final class SsdHealth {
    private static final Logger logger = LoggerFactory.getLogger(SsdHealth.class);
    private static final long FIRST_BACKOFF_NANOS = 1_000_000_000L;
    private static final long LONGEST_BACKOFF_NANOS = 60_000_000_000L;
    private static final long ERROR_PERIOD_NANOS = 600_000_000_000L;

    private final ErrorRate errors;
    private final Lateness lateness;
    private final LongAdder outages;
    private final LongSupplier nanoClock;
    private volatile CacheState state = CacheState.RECOVERING;
    private volatile boolean paused;
    private final RateLimitedWarning errorWarning;
    private final RateLimitedWarning damageWarning;
    private final RateLimitedWarning starvedWarning;
    /** Doubled by the next outage. */
    private long backoffNanos = FIRST_BACKOFF_NANOS / 2;

    private long nextProbeNanos;
    private long changedNanos;
    private volatile boolean stalled;
    private String reason = "";

    /**
     * Creates the state of a tier that is not open yet.
     *
     * @param errorThreshold errors within a minute, and late reads, that are not too many
     * @param outages counts how often the tier goes offline
     * @param nanoClock clock of the decisions, in nanoseconds
     */
    SsdHealth(int errorThreshold, LongAdder outages, LongSupplier nanoClock) {
        this.outages = outages;
        this.errors = new ErrorRate(errorThreshold);
        this.lateness = new Lateness(errorThreshold);
        this.changedNanos = nanoClock.getAsLong();
        this.nanoClock = nanoClock;
        this.errorWarning = new RateLimitedWarning(logger, nanoClock, ERROR_PERIOD_NANOS);
        this.damageWarning = new RateLimitedWarning(logger, nanoClock, ERROR_PERIOD_NANOS);
        this.starvedWarning = new RateLimitedWarning(logger, nanoClock, ERROR_PERIOD_NANOS);
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

    /** Returns whether the tier is offline because of a stall: the contents of the SSD are still valid. */
    boolean isStalled() {
        return stalled;
    }

    /** Returns the reason why the tier is offline; null if it is not. */
    synchronized @Nullable SsdOutage outage() {
        if (state != CacheState.OFFLINE) {
            return null;
        }
        long nowNanos = nanoClock.getAsLong();
        return new SsdOutage(
                reason,
                TimeUnit.NANOSECONDS.toMillis(nowNanos - changedNanos),
                TimeUnit.NANOSECONDS.toMillis(Math.max(0, nextProbeNanos - nowNanos)));
    }

    void setPaused(boolean wish) {
        if (paused != wish) {
            paused = wish;
            logger.warn("Row cache on SSD {} by an operator; state={}", wish ? "paused" : "resumed", state());
        }
    }

    /** Ends the use of the SSD for good: the cache was stopped. */
    synchronized void close() {
        state = CacheState.DISABLED;
        stalled = false;
    }

    /** Sets the tier online, unless the cache was stopped. */
    synchronized void online(String how) {
        if (state == CacheState.DISABLED) {
            return;
        }
        assert state != CacheState.ONLINE : "online already, now: " + how;
        assert !stalled || state == CacheState.OFFLINE : "stalled in state=" + state;
        state = CacheState.ONLINE;
        stalled = false;
        errors.reset();
        lateness.reset();
        changedNanos = nanoClock.getAsLong();
        logger.info("Row cache on SSD is online: {}", how);
    }

    /** Records a damaged record, which was a miss; too many of these or of I/O errors take the tier offline. */
    void damaged(String where) {
        damageWarning.say(
                "Row cache on SSD has damaged records, which are misses; counted as checksumErrors, the last: "
                        + where);
        if (errors.noted(nanoClock.getAsLong())) {
            offline("too many damaged records and I/O errors within a minute, the last: " + where);
        }
    }

    /** Records a read that the device answered within its bound. */
    void inTime() {
        lateness.inTime();
    }

    /** Records a read that was abandoned at its bound. */
    void late() {
        lateness.late();
    }

    /**
     * Returns whether too many reads are abandoned while the tier is online, which is a stall if the device is to blame.
     *
     * @param isAnyLate whether one of them has not ended
     */
    boolean hasTooManyLate(boolean isAnyLate) {
        return lateness.isTooMuch(nanoClock.getAsLong(), isAnyLate) && state == CacheState.ONLINE;
    }

    /** Forgets the reads that were late: the device was not to blame. */
    void forgiveLate() {
        lateness.reset();
        starvedWarning.say("Row cache on SSD: many reads exceed read_timeout, but threads wait for a processor (or are"
                + " stopped), so the device is not to blame; counted as lateReads");
    }

    /** Records an I/O error; too many take the tier offline. */
    void error(String what) {
        errorWarning.say("Row cache on SSD has I/O errors; counted as ioErrors, the last: " + what);
        if (errors.noted(nanoClock.getAsLong())) {
            offline("too many I/O errors within a minute, the last: " + what);
        }
    }

    /** Takes the tier offline; the contents of the SSD can no longer be trusted. */
    synchronized void offline(String why) {
        if (state != CacheState.DISABLED && (state != CacheState.OFFLINE || stalled)) {
            leave(why);
            stalled = false;
            logger.warn("Row cache on SSD is offline, the memory tier continues: {}", why);
        }
    }

    /** Takes the tier offline until the device answers again. The contents of the SSD stay valid. */
    synchronized void stalled(String why) {
        if (state == CacheState.ONLINE) {
            stalled = true;
            leave(why);
            logger.warn("Row cache on SSD is offline until the device answers, the memory tier continues: {}", why);
        }
    }

    private void leave(String why) {
        assert Thread.holdsLock(this) : "the caller does not hold the monitor";
        assert state != CacheState.DISABLED && state != CacheState.PAUSED : "state=" + state;
        long nowNanos = nanoClock.getAsLong();
        if (state != CacheState.OFFLINE) {
            boolean wasOnlineLong = nowNanos - changedNanos >= LONGEST_BACKOFF_NANOS;
            backoffNanos = wasOnlineLong ? FIRST_BACKOFF_NANOS : Math.min(LONGEST_BACKOFF_NANOS, 2 * backoffNanos);
            changedNanos = nowNanos;
            outages.increment();
        }
        state = CacheState.OFFLINE;
        reason = why;
        nextProbeNanos = nowNanos + backoffNanos;
    }

    synchronized boolean isProbeDue() {
        return nanoClock.getAsLong() - nextProbeNanos >= 0;
    }

    synchronized void probeFailed(String why) {
        if (state == CacheState.DISABLED) {
            return;
        }
        assert state == CacheState.OFFLINE : "a probe in state=" + state;
        backoffNanos = Math.min(LONGEST_BACKOFF_NANOS, 2 * backoffNanos);
        nextProbeNanos = nanoClock.getAsLong() + backoffNanos;
        reason = why;
        logger.debug("Row cache on SSD stays offline: {}", why);
    }
}
