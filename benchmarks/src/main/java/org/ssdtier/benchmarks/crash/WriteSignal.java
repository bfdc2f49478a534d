package org.ssdtier.benchmarks.crash;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.ssdtier.ycsb.stale.RowRange;
import org.ssdtier.ycsb.stale.StoreException;
import org.ssdtier.ycsb.stale.VersionStore;

/** A store that signals when a write begins and whether one is in progress. One writer at a time. */
final class WriteSignal implements VersionStore {
    private final VersionStore store;
    private final Semaphore begun = new Semaphore(0);
    private volatile boolean isWriting;

    /**
     * Wraps a store.
     *
     * @param store wrapped store, closed with this one
     */
    WriteSignal(VersionStore store) {
        this.store = store;
    }

    /** Waits up to {@code seconds} until a write begins; returns whether one did. */
    boolean awaitNextWrite(long seconds) throws InterruptedException {
        begun.drainPermits();
        return begun.tryAcquire(seconds, TimeUnit.SECONDS);
    }

    boolean isWriting() {
        return isWriting;
    }

    @Override
    public void write(int partition, int row, long version) throws StoreException {
        isWriting = true;
        begun.release();
        try {
            store.write(partition, row, version);
        } finally {
            isWriting = false;
        }
    }

    @Override
    public void delete(int partition, int row) throws StoreException {
        store.delete(partition, row);
    }

    @Override
    public int read(int partition, RowRange range, long[] versions) throws StoreException {
        return store.read(partition, range, versions);
    }

    @Override
    public void close() {
        store.close();
    }
}
