package org.ssdtier.benchmarks.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.ycsb.stale.RowRange;
import org.ssdtier.ycsb.stale.VersionStore;

@Tag("unit")
final class ScheduledReadsTest {
    private static final long PERIOD_NANOS = 1_000_000;
    private static final long STALL_NANOS = 200_000_000;

    @Test
    void oneReadThatHangs_countsForAllThatWereDueMeanwhile() throws Exception {
        AtomicInteger requests = new AtomicInteger();
        ReadTimes times = new ReadTimes();
        times.begin(Phase.DURING, System.nanoTime());
        try (ScheduledReads reads = new ScheduledReads(stalling(requests), times, PERIOD_NANOS)) {
            reads.read(0, RowRange.row(0), new long[1]);
            assertEquals(1, requests.get());
            ReadTimes.Figures figures = times.figures(Phase.DURING);
            assertTrue(figures.reads() >= STALL_NANOS / PERIOD_NANOS, figures.toString());
            assertTrue(figures.maxMillis() >= STALL_NANOS / 1e6 * 0.99, figures.toString());
            assertTrue(figures.p50Millis() < 0.75 * figures.maxMillis(), figures.toString());
            reads.endSchedule();
            reads.read(0, RowRange.row(0), new long[1]);
            assertEquals(2, requests.get());
            assertEquals(figures, times.figures(Phase.DURING));
        }
    }

    /** Returns a store whose reads stall. */
    private static VersionStore stalling(AtomicInteger requests) {
        return new VersionStore() {
            @Override
            public void write(int partition, int row, long version) {}

            @Override
            public void delete(int partition, int row) {}

            @Override
            public int read(int partition, RowRange range, long[] versions) {
                requests.incrementAndGet();
                long end = System.nanoTime() + STALL_NANOS;
                for (long left; (left = end - System.nanoTime()) > 0; ) {
                    LockSupport.parkNanos(left);
                }
                return 0;
            }
        };
    }
}
