package org.ssdtier.rowcache;

import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.AtomicHistogram;
import org.ssdtier.segmentlog.LogStats;

/** The counters of the SSD tier; {@link SsdStats} explains them. Thread-safe. */
final class SsdCounters {
    private static final long LONGEST_NANOS = 60_000_000_000L;
    private static final int DIGITS = 2;

    final LongAdder demotions = new LongAdder();
    final LongAdder promotions = new LongAdder();
    final LongAdder admitted = new LongAdder();
    final LongAdder rejectedSeenOnce = new LongAdder();
    final LongAdder rejectedWriteRate = new LongAdder();
    final LongAdder rejectedTooLarge = new LongAdder();
    final LongAdder rejectedState = new LongAdder();
    final LongAdder alreadyOnSsd = new LongAdder();
    final LongAdder overtaken = new LongAdder();
    final LongAdder droppedPending = new LongAdder();
    final LongAdder bytesLogical = new LongAdder();
    /**
     * Device reads of look-ups. Reads for a flush are counted in {@link #refreshReads}: they are not part of the cost
     * of a hit.
     */
    final LongAdder deviceReads = new LongAdder();

    final LongAdder refreshReads = new LongAdder();

    final LongAdder falseDeviceReads = new LongAdder();
    final LongAdder lookups = new LongAdder();
    final LongAdder checksumErrors = new LongAdder();
    final LongAdder ioErrors = new LongAdder();
    final LongAdder lateReads = new LongAdder();
    final LongAdder refusedReads = new LongAdder();
    final LongAdder outages = new LongAdder();
    private final AtomicHistogram readLatency = new AtomicHistogram(LONGEST_NANOS, DIGITS);
    private final AtomicHistogram writeLatency = new AtomicHistogram(LONGEST_NANOS, DIGITS);

    void recordRead(long nanos) {
        readLatency.recordValue(clamp(nanos));
    }

    void recordWrite(long nanos) {
        writeLatency.recordValue(clamp(nanos));
    }

    SsdStats.Movement movement(LogStats log) {
        return new SsdStats.Movement(
                demotions.sum(),
                promotions.sum(),
                admitted.sum(),
                alreadyOnSsd.sum(),
                overtaken.sum(),
                droppedPending.sum(),
                log.writes().reclaims(),
                log.writes().reinsertedBytes(),
                log.writes().discards());
    }

    SsdStats.Rejections rejections() {
        return new SsdStats.Rejections(
                rejectedSeenOnce.sum(), rejectedWriteRate.sum(), rejectedTooLarge.sum(), rejectedState.sum());
    }

    SsdStats.Device device(LogStats log) {
        return new SsdStats.Device(
                lookups.sum(),
                deviceReads.sum(),
                refreshReads.sum(),
                falseDeviceReads.sum(),
                log.reads().bytesRead(),
                log.writes().bytesWritten(),
                bytesLogical.sum());
    }

    SsdStats.Latencies latencies() {
        return new SsdStats.Latencies(LatencySummary.of(readLatency.copy()), LatencySummary.of(writeLatency.copy()));
    }

    SsdStats.Failures failures() {
        return new SsdStats.Failures(
                checksumErrors.sum(), lateReads.sum(), refusedReads.sum(), ioErrors.sum(), outages.sum());
    }

    private static long clamp(long nanos) {
        return Math.max(0, Math.min(LONGEST_NANOS, nanos));
    }
}
