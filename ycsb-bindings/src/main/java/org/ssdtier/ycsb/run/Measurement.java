package org.ssdtier.ycsb.run;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.ssdtier.ycsb.workload.OperationSink;
import org.ssdtier.ycsb.workload.OperationType;
import site.ycsb.Status;

/** The recorders of all kinds of operation of one run. */
final class Measurement implements OperationSink {
    private final Map<OperationType, OperationRecorder> recorders = new EnumMap<>(OperationType.class);
    private final AtomicLong failures = new AtomicLong();
    private final boolean notFoundFails;

    Measurement(boolean scheduled, boolean notFoundFails) {
        this.notFoundFails = notFoundFails;
        for (OperationType operation : OperationType.values()) {
            recorders.put(operation, new OperationRecorder(scheduled));
        }
    }

    @Override
    public void record(OperationType operation, Status status, long startNanos, long endNanos) {
        record(operation, status, startNanos, startNanos, endNanos);
    }

    /** Records one outcome of an operation that was due at {@code dueNanos}. */
    void record(OperationType operation, Status status, long dueNanos, long startNanos, long endNanos) {
        OperationRecorder recorder = of(operation);
        if (failed(status)) {
            failures.incrementAndGet();
            recorder.failed(status.getName());
        } else {
            recorder.succeeded(endNanos - startNanos, endNanos - Math.min(dueNanos, startNanos));
        }
    }

    boolean failed(Status status) {
        return !status.isOk() && (notFoundFails || !Status.NOT_FOUND.equals(status));
    }

    OperationRecorder of(OperationType operation) {
        return recorders.get(operation);
    }

    long failures() {
        return failures.get();
    }

    /** Returns the operations recorded since the last call. */
    Map<OperationType, OperationInterval> collect() {
        Map<OperationType, OperationInterval> intervals = new HashMap<>();
        recorders.forEach((operation, recorder) -> {
            OperationInterval interval = recorder.collect();
            if (interval.operations() > 0) {
                intervals.put(operation, interval);
            }
        });
        return intervals;
    }
}
