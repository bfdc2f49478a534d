package org.ssdtier.ycsb.run;

import java.util.Map;
import org.ssdtier.ycsb.OperationType;

/**
 * What happened in one interval of a run.
 *
 * @param elapsedSeconds from the start of the run to the end of the interval
 * @param lengthSeconds length of the interval
 * @param operations the kinds of operation that happened
 */
public record IntervalReport(
        double elapsedSeconds, double lengthSeconds, Map<OperationType, OperationInterval> operations) {
    public IntervalReport {
        operations = Map.copyOf(operations);
    }

    /** One kind of operation; all zero if it did not happen. */
    public OperationInterval of(OperationType operation) {
        return operations.getOrDefault(operation, OperationInterval.NONE);
    }

    /** Requests to the database that ended in the interval, failed ones included. */
    public long requests() {
        return operations.entrySet().stream()
                .filter(e -> e.getKey().isRequest())
                .mapToLong(e -> e.getValue().operations())
                .sum();
    }

    /** Requests a second. */
    public double requestsPerSecond() {
        return lengthSeconds > 0 ? requests() / lengthSeconds : 0;
    }

    /** Everything that failed in the interval. */
    public long failures() {
        return operations.values().stream()
                .mapToLong(OperationInterval::failures)
                .sum();
    }
}
