package org.ssdtier.benchmarks.stale;

import java.util.concurrent.locks.LockSupport;
import org.ssdtier.ycsb.stale.RowRange;
import org.ssdtier.ycsb.stale.StoreException;
import org.ssdtier.ycsb.stale.VersionStore;

/**
 * A store whose readers rest between two requests, so that the parts that need not be asked all the time leave the
 * machine to the others.
 */
final class PacedStore implements VersionStore {
    private static final long REST_NANOS = 2_000_000;

    private final VersionStore store;

    PacedStore(VersionStore store) {
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

    /** The rest comes after the answer, so that the answer is held against all that was acknowledged before the request. */
    @Override
    public int read(int partition, RowRange range, long[] versions) throws StoreException {
        int foreign = store.read(partition, range, versions);
        LockSupport.parkNanos(REST_NANOS);
        return foreign;
    }

    @Override
    public void close() {
        store.close();
    }
}
