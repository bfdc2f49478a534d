package org.ssdtier.ycsb.workload;

/**
 * A database that returns {@link site.ycsb.Status#BATCHED_OK} for operations in flight and reports their outcome later.
 */
public interface AsynchronousDb {
    /**
     * Sets the receiver of the outcomes. Without a sink, a late failure is returned by a later operation or thrown by
     * {@code cleanup()}.
     */
    void reportTo(OperationSink sink);

    /**
     * Waits until the outcome of every operation in flight has been reported.
     *
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    void drain() throws InterruptedException;
}
