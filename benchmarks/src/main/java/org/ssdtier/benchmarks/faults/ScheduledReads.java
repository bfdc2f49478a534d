package org.ssdtier.benchmarks.faults;

import java.util.concurrent.locks.LockSupport;
import org.ssdtier.ycsb.stale.RowRange;
import org.ssdtier.ycsb.stale.StoreException;
import org.ssdtier.ycsb.stale.VersionStore;

/**
 * A store whose readers read on a schedule: a read that is late for one that hung is sent at once, and is measured from when it
 * was due. Else a stall would cost one slow read a thread and no more (coordinated omission).
 */
final class ScheduledReads implements VersionStore {
    private final VersionStore store;
    private final ReadTimes times;
    private final long periodNanos;
    private final ThreadLocal<long[]> due = ThreadLocal.withInitial(() -> new long[] {System.nanoTime()});
    private volatile boolean isOver;

    /**
     * Makes the store.
     *
     * @param store closed with this one
     * @param periodNanos between two reads of a thread
     */
    ScheduledReads(VersionStore store, ReadTimes times, long periodNanos) {
        this.store = store;
        this.times = times;
        this.periodNanos = periodNanos;
    }

    /** Reads at once from now on, without measuring: what is left is read once more at the end. */
    void endSchedule() {
        isOver = true;
    }

    @Override
    public void write(int partition, int row, long version) throws StoreException {
        store.write(partition, row, version);
    }

    @Override
    public void delete(int partition, int row) throws StoreException {
        store.delete(partition, row);
    }

    @Override
    public int read(int partition, RowRange range, long[] versions) throws StoreException {
        if (isOver) {
            return store.read(partition, range, versions);
        }
        long[] next = due.get();
        long dueNanos = next[0];
        next[0] = dueNanos + periodNanos;
        try {
            return store.read(partition, range, versions);
        } finally {
            times.record(dueNanos, System.nanoTime());
            rest(next[0]);
        }
    }

    /** The rest comes after the answer, so that the answer is held against all that was acknowledged before the request. */
    private void rest(long untilNanos) {
        for (long left; !isOver && (left = untilNanos - System.nanoTime()) > 0; ) {
            LockSupport.parkNanos(left);
        }
    }

    @Override
    public void close() {
        store.close();
    }
}
