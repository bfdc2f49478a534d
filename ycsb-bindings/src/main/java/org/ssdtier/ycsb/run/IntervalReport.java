package org.ssdtier.ycsb.run;

import java.util.Map;
import org.ssdtier.ycsb.workload.OperationType;

/**
 * The operations in one interval of a run.
 *
 * @param elapsedSeconds time from the start of the run to the end of the interval
 * @param lengthSeconds length of the interval
 * @param operations figures of the kinds of operation that happened
 */
public record IntervalReport(
        double elapsedSeconds, double lengthSeconds, Map<OperationType, OperationInterval> operations) {
    public IntervalReport {
        operations = Map.copyOf(operations);
    }

    /** Returns the figures of one kind of operation; all zero if it did not happen. */
    public OperationInterval of(OperationType operation) {
        return operations.getOrDefault(operation, OperationInterval.NONE);
    }

    /** Returns the number of requests to the database that ended in the interval, including failed ones. */
    public long requests() {
        return operations.entrySet().stream()
                .filter(e -> e.getKey().isRequest())
                .mapToLong(e -> e.getValue().operations())
                .sum();
    }

    /** Returns the number of requests per second. */
    public double requestsPerSecond() {
        return lengthSeconds > 0 ? requests() / lengthSeconds : 0;
    }

    /** Returns the number of operations that failed in the interval. */
    public long failures() {
        return operations.values().stream()
                .mapToLong(OperationInterval::failures)
                .sum();
    }
}
