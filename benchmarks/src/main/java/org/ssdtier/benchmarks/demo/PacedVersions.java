package org.ssdtier.benchmarks.demo;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.ssdtier.ycsb.stale.RowRange;
import org.ssdtier.ycsb.stale.StoreException;
import org.ssdtier.ycsb.stale.VersionStore;

/**
 * The staleness checker's rows, read at a pace: the checker looks on without taking the node from the load it watches,
 * and its rows have time to leave memory for the SSD.
 */
final class PacedVersions implements VersionStore {
    private static final long READ_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final VersionStore store;

    PacedVersions(VersionStore store) {
        this.store = store;
    }

    @Override
    public void write(int partition, int row, long version) throws StoreException {
        store.write(partition, row, version);
    }

    @Override
    public void delete(int partition, int row) throws StoreException {
        store.delete(partition, row);
    }

    /** The pause comes after the answer, so that the answer is held against everything acknowledged before it was asked for. */
    @Override
    public int read(int partition, RowRange range, long[] versions) throws StoreException {
        int foreignRows = store.read(partition, range, versions);
        LockSupport.parkNanos(READ_PAUSE_NANOS);
        return foreignRows;
    }

    @Override
    public void close() {
        store.close();
    }
}
