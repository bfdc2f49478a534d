package org.ssdtier.benchmarks.faults;

import org.ssdtier.ycsb.run.RunClock;
import org.ssdtier.ycsb.stale.RowRange;
import org.ssdtier.ycsb.stale.StoreException;
import org.ssdtier.ycsb.stale.VersionStore;

/**
 * A store whose readers read on a schedule. Reads that fall due while a reader waits for another read are not sent.
 * They are counted with the time from when they were due until the reader's current read returns; otherwise a stall
 * would count as only one slow read per thread (coordinated omission).
 */
final class ScheduledReads implements VersionStore {
    private final VersionStore store;
    private final ReadTimes times;
    private final long periodNanos;
    private final RunClock clock;
    private final ThreadLocal<long[]> nextDue;
    private volatile boolean isOver;

    /**
     * Creates the store.
     *
     * @param store the underlying store, closed with this one
     * @param periodNanos time between two reads of a thread
     * @param clock clock of the schedule
     */
    ScheduledReads(VersionStore store, ReadTimes times, long periodNanos, RunClock clock) {
        this.store = store;
        this.times = times;
        this.periodNanos = periodNanos;
        this.clock = clock;
        this.nextDue = ThreadLocal.withInitial(() -> new long[] {clock.nanoTime()});
    }

    /** Ends the schedule: further reads run immediately and are not measured. Used for the final read of all rows. */
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
            for (long now = clock.nanoTime(); due[0] - now < 0; due[0] += periodNanos) {
                times.record(due[0], now);
            }
            // After the read, so that it is checked against all writes acknowledged before its request.
            clock.sleepUntil(due[0], () -> isOver);
        }
    }

    @Override
    public void close() {
        store.close();
    }
}
