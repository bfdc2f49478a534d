package org.ssdtier.rowcache.cassandra;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.cassandra.db.ColumnFamilyStore;

/**
 * A clock of the CPU time that flushes spend on the images of their tables, for the benchmark. Part of the testing
 * seam: the steps of the protocol are package-private.
 */
public final class FlushClock {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private long beginNanos;
    private final AtomicLong nanos = new AtomicLong();

    /** Starts to measure all flushes, on a node with one cache. */
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

    /** Returns the nanoseconds measured since the last call. */
    public long take() {
        return nanos.getAndSet(0);
    }

    /** Returns the number of a table's images in memory; no other table may have images. */
    public static long images(ColumnFamilyStore table) {
        SsdRowCache cache = SsdRowCache.ready();
        return cache == null || !table.isRowCacheEnabled()
                ? 0
                : cache.tiers().stats().memory().memoryEntries();
    }
}
