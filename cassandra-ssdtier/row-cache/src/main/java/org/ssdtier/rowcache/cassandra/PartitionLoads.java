package org.ssdtier.rowcache.cassandra;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.ssdtier.rowcache.RowKey;

/**
 * The partitions that are being read from disk for the cache, each by one thread. Others may wait for the image instead of reading
 * the disk too, but only some of them and not for long: a thread that waits is a thread that reads nothing.
 */
final class PartitionLoads {
    private static final long LONGEST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** A load that takes longer than so many mean loads is not worth waiting for. */
    private static final int MEAN_LOADS = 8;
    /** The mean before there was a load. */
    private static final long FIRST_MEAN_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    /** The mean moves towards each load by this part of the way. */
    private static final int MEAN_SHARE = 16;

    /** One load, from its beginning on. */
    static final class Load {
        private final CountDownLatch ended = new CountDownLatch(1);
        private final long startNanos = System.nanoTime();

        private Load() {}
    }

    private final ConcurrentHashMap<RowKey, Load> loads = new ConcurrentHashMap<>();
    private final AtomicInteger waiters = new AtomicInteger();
    private final int maxWaiters;
    /** A lost update costs a little of the mean. */
    private volatile long meanNanos = FIRST_MEAN_NANOS;

    /** With a bound of the threads that wait at once. */
    PartitionLoads(int maxWaiters) {
        this.maxWaiters = maxWaiters;
    }

    /** Begins a load, which the caller ends; null if another thread's is in progress. */
    @Nullable
    Load begin(RowKey key) {
        Load mine = new Load();
        return loads.putIfAbsent(key, mine) == null ? mine : null;
    }

    void end(RowKey key, Load load) {
        loads.remove(key, load);
        load.ended.countDown();
        long before = meanNanos;
        meanNanos = before + (System.nanoTime() - load.startNanos - before) / MEAN_SHARE;
    }

    /**
     * Waits for the load of a key that is in progress.
     *
     * @param nanosLeft until nobody wants the answer any more: half of that is left for reading the disk after all
     * @return whether the load has ended; false at once if too many wait already
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

    /** How long to wait at most with so much time left. */
    long waitNanos(long nanosLeft) {
        return Math.max(0, Math.min(nanosLeft / 2, Math.min(LONGEST_WAIT_NANOS, MEAN_LOADS * meanNanos)));
    }

    int waiters() {
        return waiters.get();
    }
}
