package org.ssdtier.benchmarks.load;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.ssdtier.ycsb.stale.RowRange;
import org.ssdtier.ycsb.stale.StoreException;
import org.ssdtier.ycsb.stale.VersionStore;

/**
 * A store whose readers pause between two requests. The staleness checker can thus run beside the measured load without
 * competing with it for the node, and its rows have time to be demoted from memory to the SSD.
 */
public final class PacedStore implements VersionStore {
    private final VersionStore store;
    private final long pauseNanos;

    /**
     * Wraps a store.
     *
     * @param store wrapped store, closed with this one
     */
    public PacedStore(VersionStore store, Duration rest) {
        this.store = store;
        this.pauseNanos = rest.toNanos();
    }

    @Override
    public void write(int partition, int row, long version) throws StoreException {
        store.write(partition, row, version);
    }

    @Override
    public void delete(int partition, int row) throws StoreException {
        store.delete(partition, row);
    }

    /**
     * Reads, then pauses. The pause follows the read, so that the result is judged against everything acknowledged
     * before the request.
     */
    @Override
    public int read(int partition, RowRange range, long[] versions) throws StoreException {
        int foreignRows = store.read(partition, range, versions);
        LockSupport.parkNanos(pauseNanos);
        return foreignRows;
    }

    @Override
    public void close() {
        store.close();
    }
}
