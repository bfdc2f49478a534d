package org.ssdtier.benchmarks.faults;

import java.util.concurrent.locks.LockSupport;
import org.ssdtier.ycsb.stale.RowRange;
import org.ssdtier.ycsb.stale.StoreException;
import org.ssdtier.ycsb.stale.VersionStore;

/**
 * A store whose readers read on a schedule. Reads that were due while a reader waited for another one are not sent, but counted
 * as having waited from then on until it was back: else a stall would cost one slow read a thread and no more (coordinated
 * omission).
 */
final class ScheduledReads implements VersionStore {
    private final VersionStore store;
    private final ReadTimes times;
    private final long periodNanos;
    private final ThreadLocal<long[]> nextDue = ThreadLocal.withInitial(() -> new long[] {System.nanoTime()});
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
        long[] due = nextDue.get();
        try {
            return store.read(partition, range, versions);
        } finally {
            for (long now = System.nanoTime(); due[0] - now < 0; due[0] += periodNanos) {
                times.record(due[0], now);
            }
            rest(due[0]);
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
