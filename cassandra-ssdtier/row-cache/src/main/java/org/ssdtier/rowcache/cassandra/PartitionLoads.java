package org.ssdtier.rowcache.cassandra;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.ssdtier.rowcache.RowKey;

/**
 * The partitions that are being read from disk for the cache, each by one thread. Other threads may wait for the image instead of
 * reading the disk too. Their number and the time are bounded, because a waiting thread serves no other read.
 */
final class PartitionLoads {
    private static final long LONGEST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** Longest wait as a multiple of the mean load time; waiting longer is not worthwhile. */
    private static final int MEAN_LOADS = 8;
    /** Initial mean load time. */
    private static final long FIRST_MEAN_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    /** Divisor of the moving average: each load moves the mean by 1/n of the difference. */
    private static final int MEAN_SHARE = 16;

    /** A load in progress. */
    static final class Load {
        private final CountDownLatch ended = new CountDownLatch(1);
        private final long startNanos;

        private Load(long startNanos) {
            this.startNanos = startNanos;
        }
    }

    private final ConcurrentHashMap<RowKey, Load> loads = new ConcurrentHashMap<>();
    private final AtomicInteger waiters = new AtomicInteger();
    private final int maxWaiters;
    private final LongSupplier nanoClock;
    /** Moving average of the load time; a lost update only makes it slightly less accurate. */
    private volatile long meanNanos = FIRST_MEAN_NANOS;

    /**
     * Creates an instance.
     *
     * @param maxWaiters bound on the number of threads that wait simultaneously
     * @param nanoClock clock of the load times, in nanoseconds
     */
    PartitionLoads(int maxWaiters, LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
        this.maxWaiters = maxWaiters;
    }

    /** Begins a load, which the caller must end; returns null if another thread's load is in progress. */
    @Nullable
    Load begin(RowKey key) {
        Load mine = new Load(nanoClock.getAsLong());
        return loads.putIfAbsent(key, mine) == null ? mine : null;
    }

    void end(RowKey key, Load load) {
        loads.remove(key, load);
        load.ended.countDown();
        long before = meanNanos;
        meanNanos = before + (nanoClock.getAsLong() - load.startNanos - before) / MEAN_SHARE;
    }

    /**
     * Waits for the load of a key that is in progress.
     *
     * @param nanosLeft nanoseconds until the command times out; at least half of it is kept for reading the disk
     * @return whether the load has ended; false immediately if too many threads are waiting
     */
    boolean await(RowKey key, long nanosLeft) throws InterruptedException {
        Load load = loads.get(key);
        if (load == null) {
            return true;
        }
        try {
            return waiters.incrementAndGet() <= maxWaiters
                    && load.ended.await(waitNanos(nanosLeft), TimeUnit.NANOSECONDS);
        } finally {
            waiters.decrementAndGet();
        }
    }

    /** Returns the longest time to wait if the command times out in {@code nanosLeft}. */
    long waitNanos(long nanosLeft) {
        assert meanNanos >= 0 : "mean nanos=" + meanNanos;
        return Math.max(0, Math.min(nanosLeft / 2, Math.min(LONGEST_WAIT_NANOS, MEAN_LOADS * meanNanos)));
    }

    int waiters() {
        return waiters.get();
    }
}
