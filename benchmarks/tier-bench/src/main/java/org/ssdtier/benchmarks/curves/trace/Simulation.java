package org.ssdtier.benchmarks.curves.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleConsumer;
import org.ssdtier.rowcache.CacheStats;
import org.ssdtier.rowcache.SsdStats;

/**
 * A simulation of one case: the warm-up, until the SSD tier is full or both tiers hold a tenth of the rows, then the
 * measured requests in windows. All arms receive the same requests.
 */
final class Simulation {
    /** The number of windows of the measured requests. */
    static final int WINDOWS = 10;

    private static final int CHECK_EVERY = 1 << 10;
    private static final double WARM_SHARE = 0.10;
    private static final int FREE_WHEN_FULL = 3;

    private final CurveCase of;
    private final Trace trace;
    private final SimulatedTiers ours;
    private final SimulatedLru lru;
    private final SimulatedFrequency frequency;
    private final SimulatedTinyLfu tinyLfu;
    private final DoubleConsumer progress;
    private final List<Double> windows = new ArrayList<>();
    private final List<Double> frequencyWindows = new ArrayList<>();
    private long warmUpRequests;
    private long reads;
    private long ourHits;
    private long lruHits;
    private long frequencyHits;
    private long tinyLfuHits;
    private long untilShift;

    private Simulation(CurveCase of, SimulatedTiers ours, DoubleConsumer progress) {
        this.of = of;
        this.ours = ours;
        this.progress = progress;
        this.trace = new Trace(of.rows(), of.seed());
        int rows = Math.toIntExact(of.rows());
        int capacity = Math.toIntExact(of.cachedRows());
        this.lru = new SimulatedLru(rows, capacity, of.isInvalidating());
        this.frequency = new SimulatedFrequency(rows, capacity, of.isInvalidating());
        this.tinyLfu = new SimulatedTinyLfu(capacity, of.isInvalidating());
        this.untilShift = of.shiftRequests();
    }

    /**
     * Runs a case.
     *
     * @param progress periodically receives the completed fraction of the measured requests; 0 during the warm-up
     */
    static CurveResult run(CurveCase of, DoubleConsumer progress) {
        try (SimulatedTiers ours = new SimulatedTiers(of)) {
            return new Simulation(of, ours, progress).run();
        }
    }

    private CurveResult run() {
        warmUp();
        CacheStats before = ours.stats();
        reads = 0;
        ourHits = 0;
        lruHits = 0;
        frequencyHits = 0;
        tinyLfuHits = 0;
        for (int window = 0; window < WINDOWS; window++) {
            long readsBefore = reads;
            long hitsBefore = ourHits;
            long frequencyBefore = frequencyHits;
            measure(of.measuredRequests() / WINDOWS);
            windows.add(share(ourHits - hitsBefore, reads - readsBefore));
            frequencyWindows.add(share(frequencyHits - frequencyBefore, reads - readsBefore));
            progress.accept((window + 1.0) / WINDOWS);
        }
        CacheStats after = ours.stats();
        return CurveResult.of(
                of,
                new CurveResult.Counts(
                        warmUpRequests,
                        share(ourHits, reads),
                        share(after.lookups().memoryHits() - before.lookups().memoryHits(), reads),
                        share(
                                after.lookups().pendingHits()
                                        + after.lookups().ssdHits()
                                        - before.lookups().pendingHits()
                                        - before.lookups().ssdHits(),
                                reads),
                        share(lruHits, reads),
                        share(frequencyHits, reads),
                        share(tinyLfuHits, reads),
                        List.copyOf(windows),
                        List.copyOf(frequencyWindows)),
                after);
    }

    private void warmUp() {
        while (warmUpRequests < of.warmUpRequests() && !isWarm()) {
            progress.accept(0);
            for (int request = 0; request < CHECK_EVERY; request++) {
                request(of.warmUpWriteShare());
            }
            warmUpRequests += CHECK_EVERY;
        }
    }

    private void measure(long requests) {
        for (long request = 0; request < requests; request++) {
            request(of.writeShare());
            if (of.shiftRequests() > 0 && --untilShift == 0) {
                trace.shift();
                untilShift = of.shiftRequests();
            }
        }
    }

    private void request(double writeShare) {
        trace.next(writeShare);
        int row = trace.row();
        if (trace.isWrite()) {
            ours.write(row);
            lru.write(row);
            frequency.write(row);
            tinyLfu.write(row);
        } else {
            reads++;
            ourHits += ours.read(row) ? 1 : 0;
            lruHits += lru.read(row) ? 1 : 0;
            frequencyHits += frequency.read(row) ? 1 : 0;
            tinyLfuHits += tinyLfu.read(row) ? 1 : 0;
        }
    }

    private boolean isWarm() {
        CacheStats stats = ours.stats();
        SsdStats ssd = stats.ssd();
        if (ssd == null) {
            return warmUpRequests >= of.rows();
        }
        boolean isFull = ssd.content().freeSegments() <= FREE_WHEN_FULL;
        return isFull || ssd.index().entries() + stats.memory().memoryEntries() >= WARM_SHARE * of.rows();
    }

    private static double share(long part, long whole) {
        return whole == 0 ? 0 : (double) part / whole;
    }
}
