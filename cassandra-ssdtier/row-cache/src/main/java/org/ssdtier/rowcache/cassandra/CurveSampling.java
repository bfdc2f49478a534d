package org.ssdtier.rowcache.cassandra;

import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.concurrent.ScheduledExecutors;
import org.slf4j.LoggerFactory;
import org.ssdtier.rowcache.RateLimitedWarning;
import org.ssdtier.rowcache.TieredCache;
import org.ssdtier.segmentlog.device.NanoClock;

/** The periodic processing of the sampled reads, from which the curve of hit ratios by size is estimated. */
final class CurveSampling implements Runnable {
    /** The largest fraction of keys whose reads are sampled. A cache of more than some hundred thousand rows has a lower one. */
    static final double MAX_RATE = 1.0 / 64;

    private static final long PERIOD_MILLIS = 250;
    private static final int PERIODS_PER_SURVEY = 40;
    private static final RateLimitedWarning WARNING =
            RateLimitedWarning.of(LoggerFactory.getLogger(CurveSampling.class), NanoClock.SYSTEM);

    private final TieredCache tiers;
    private final UncachedReads uncached;
    private int periods;

    CurveSampling(TieredCache tiers, int maxRowBytes) {
        this.tiers = tiers;
        this.uncached = new UncachedReads(tiers.counters().samples().sampler(), maxRowBytes);
    }

    /** Starts the processing; called once. */
    void start() {
        Future<?> unused = ScheduledExecutors.optionalTasks.scheduleWithFixedDelay(
                this, PERIOD_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Returns the reads of tables that are not cached. */
    UncachedReads uncached() {
        return uncached;
    }

    @Override
    public void run() {
        try {
            periods++;
            if (periods % PERIODS_PER_SURVEY == 0) {
                uncached.survey();
            } else {
                uncached.surveyNew();
            }
            tiers.counters().samples().work(tiers::stats);
        } catch (Throwable e) {
            WARNING.say("sampling reads for the curve of hit ratios", e);
        }
    }
}
