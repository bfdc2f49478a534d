package org.ssdtier.ycsb;

/**
 * A database that answers {@link site.ycsb.Status#BATCHED_OK} to operations under way and reports their outcome later.
 */
public interface AsynchronousDb {
    /**
     * Sets who takes the outcomes; without a sink a late failure is returned by a later operation or thrown by
     * {@code cleanup()}.
     */
    void reportTo(OperationSink sink);

    /**
     * Waits until the outcome of everything under way has been reported.
     *
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    void drain() throws InterruptedException;
}
