package org.ssdtier.ycsb.run;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.jspecify.annotations.Nullable;

/** A recorder of the count and latency of one kind of operation. Any thread records; one thread at a time collects. */
final class OperationRecorder {
    private static final long HIGHEST_MICROS = 3_600_000_000L;
    private static final int DIGITS = 3;

    private final Recorder service = new Recorder(1, HIGHEST_MICROS, DIGITS);
    private final @Nullable Recorder response;
    private final LongAdder operations = new LongAdder();
    private final Map<String, LongAdder> failuresByStatus = new ConcurrentHashMap<>();

    private final Histogram serviceTotal = new Histogram(1, HIGHEST_MICROS, DIGITS);
    private final Histogram responseTotal = new Histogram(1, HIGHEST_MICROS, DIGITS);
    private @Nullable Histogram serviceInterval;
    private @Nullable Histogram responseInterval;
    private long collectedOperations;
    private long collectedFailures;

    OperationRecorder(boolean scheduled) {
        this.response = scheduled ? new Recorder(1, HIGHEST_MICROS, DIGITS) : null;
    }

    void succeeded(long serviceNanos, long responseNanos) {
        operations.increment();
        service.recordValue(micros(serviceNanos));
        if (response != null) {
            response.recordValue(micros(responseNanos));
        }
    }

    void failed(String status) {
        operations.increment();
        failuresByStatus.computeIfAbsent(status, s -> new LongAdder()).increment();
    }

    /** Returns the operations recorded since the last call, and adds them to the totals. */
    synchronized OperationInterval collect() {
        Histogram interval = service.getIntervalHistogram(serviceInterval);
        serviceInterval = interval;
        serviceTotal.add(interval);
        if (response != null) {
            interval = response.getIntervalHistogram(responseInterval);
            responseInterval = interval;
            responseTotal.add(interval);
        }
        long allFailures = failures();
        long allOperations = Math.max(operations.sum(), collectedOperations);
        OperationInterval report = new OperationInterval(
                allOperations - collectedOperations,
                allFailures - collectedFailures,
                interval.getTotalCount() == 0 ? 0 : interval.getMean(),
                interval.getValueAtPercentile(50),
                interval.getValueAtPercentile(99),
                interval.getTotalCount() == 0 ? 0 : interval.getMaxValue());
        collectedOperations = allOperations;
        collectedFailures = allFailures;
        return report;
    }

    long operations() {
        return operations.sum();
    }

    long failures() {
        return failuresByStatus.values().stream().mapToLong(LongAdder::sum).sum();
    }

    Map<String, Long> failuresByStatus() {
        Map<String, Long> counts = new TreeMap<>();
        failuresByStatus.forEach((status, count) -> counts.put(status, count.sum()));
        return counts;
    }

    /** Returns the latencies collected so far, in µs from sending to response. */
    synchronized Histogram serviceMicros() {
        return serviceTotal.copy();
    }

    /**
     * Returns the latencies collected so far, in µs from the due time to the response; without a target, the same as
     * {@link #serviceMicros}.
     */
    synchronized Histogram responseMicros() {
        return response == null ? serviceTotal.copy() : responseTotal.copy();
    }

    private static long micros(long nanos) {
        return Math.min(HIGHEST_MICROS, Math.max(0, nanos / 1_000));
    }
}
