package org.ssdtier.ycsb;

import site.ycsb.Status;

/**
 * Takes the outcomes of operations that a YCSB database cannot return from its methods: asynchronous inserts, and what
 * a workload derives itself. Implementations accept calls from any thread.
 */
@FunctionalInterface
public interface OperationSink {
    /**
     * Takes one outcome.
     *
     * @param operation what was done
     * @param status how it ended
     * @param startNanos {@link System#nanoTime} when it was sent
     * @param endNanos {@link System#nanoTime} when its outcome was known
     */
    void record(OperationType operation, Status status, long startNanos, long endNanos);
}
