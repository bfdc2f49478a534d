package org.ssdtier.rowcache.cassandra;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.cassandra.db.ColumnFamilyStore;

/** The CPU time that flushes spend on the images of their tables: for the bench, as the steps of the protocol are package-private. */
public final class FlushClock {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private long beginNanos;
    private final AtomicLong nanos = new AtomicLong();

    /** Measures every flush from now on, on a node with one cache. */
    public static FlushClock start() {
        SsdRowCache cache = SsdRowCache.ready();
        if (cache == null) {
            throw new IllegalStateException("the node has no row cache");
        }
        FlushClock clock = new FlushClock();
        cache.steps().observe((step, table) -> clock.reached(step));
        return clock;
    }

    private void reached(ProtocolSteps.Step step) {
        if (step == ProtocolSteps.Step.FLUSH_MERGING) {
            beginNanos = THREADS.getCurrentThreadCpuTime();
        } else if (step == ProtocolSteps.Step.FLUSH_MERGED) {
            nanos.addAndGet(THREADS.getCurrentThreadCpuTime() - beginNanos);
        }
    }

    /** Returns the nanoseconds since the last call. */
    public long take() {
        return nanos.getAndSet(0);
    }

    /** Returns how many images of a table memory has; it must be the only table with any. */
    public static long images(ColumnFamilyStore table) {
        SsdRowCache cache = SsdRowCache.ready();
        return cache == null || !table.isRowCacheEnabled()
                ? 0
                : cache.tiers().stats().memoryEntries();
    }
}
