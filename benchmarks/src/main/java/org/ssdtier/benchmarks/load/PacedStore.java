package org.ssdtier.benchmarks.load;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.ssdtier.ycsb.stale.RowRange;
import org.ssdtier.ycsb.stale.StoreException;
import org.ssdtier.ycsb.stale.VersionStore;

/**
 * A store whose readers rest between two requests: the staleness checker looks on without taking the node from the
 * load it watches, and its rows have time to leave memory for the SSD.
 */
public final class PacedStore implements VersionStore {
    private final VersionStore store;
    private final long restNanos;

    /** @param store closed with this one */
    public PacedStore(VersionStore store, Duration rest) {
        this.store = store;
        this.restNanos = rest.toNanos();
    }

    @Override
    public void write(int partition, int row, long version) throws StoreException {
        store.write(partition, row, version);
    }

    @Override
    public void delete(int partition, int row) throws StoreException {
        store.delete(partition, row);
    }

    /** The rest comes after the answer, so that the answer is held against all that was acknowledged before the request. */
    @Override
    public int read(int partition, RowRange range, long[] versions) throws StoreException {
        int foreignRows = store.read(partition, range, versions);
        LockSupport.parkNanos(restNanos);
        return foreignRows;
    }

    @Override
    public void close() {
        store.close();
    }
}
