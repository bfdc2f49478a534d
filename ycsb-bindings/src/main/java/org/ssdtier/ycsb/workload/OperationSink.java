package org.ssdtier.ycsb.workload;

import site.ycsb.Status;

/**
 * A receiver of operation outcomes that the methods of a YCSB database cannot return: those of asynchronous inserts,
 * and those that a workload derives itself. Implementations accept calls from any thread.
 */
@FunctionalInterface
public interface OperationSink {
    /**
     * Records one outcome.
     *
     * @param operation kind of the operation
     * @param status status with which it ended
     * @param startNanos {@link System#nanoTime} when it was sent
     * @param endNanos {@link System#nanoTime} when its outcome was known
     */
    void record(OperationType operation, Status status, long startNanos, long endNanos);
}
