package org.ssdtier.benchmarks.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.ycsb.run.RunClock;
import org.ssdtier.ycsb.stale.RowRange;
import org.ssdtier.ycsb.stale.VersionStore;

@Tag("unit")
final class ScheduledReadsTest {
    private static final long PERIOD_NANOS = 1_000_000;
    private static final long STALL_NANOS = 200_000_000;

    private final ManualClock clock = new ManualClock();
    private final SlowStore store = new SlowStore();
    private final ReadTimes times = new ReadTimes();

    @Test
    void oneReadThatHangs_countsForAllThatWereDueMeanwhile() throws Exception {
        times.begin(Phase.DURING, clock.nanoTime());
        try (ScheduledReads reads = new ScheduledReads(store, times, PERIOD_NANOS, clock)) {
            store.readNanos = STALL_NANOS;
            read(reads);
            ReadTimes.Figures figures = times.figures(Phase.DURING);
            assertEquals(1, store.requests);
            assertEquals(STALL_NANOS / PERIOD_NANOS, figures.reads());
            assertEquals(STALL_NANOS / 1e6, figures.maxMillis(), 0.2);
            assertEquals(STALL_NANOS / 2e6, figures.p50Millis(), 1);
        }
    }

    @Test
    void quickReads_areSentOncePerPeriod() throws Exception {
        times.begin(Phase.BEFORE, clock.nanoTime());
        try (ScheduledReads reads = new ScheduledReads(store, times, PERIOD_NANOS, clock)) {
            store.readNanos = PERIOD_NANOS / 10;
            long begin = clock.nanoTime();
            for (int i = 0; i < 50; i++) {
                read(reads);
            }
            assertEquals(50 * PERIOD_NANOS, clock.nanoTime() - begin);
            assertEquals(50, times.figures(Phase.BEFORE).reads());
            assertEquals(0.1, times.figures(Phase.BEFORE).p99Millis(), 0.001);
        }
    }

    @Test
    void readsAfterTheSchedule_runAtOnce_andAreNotMeasured() throws Exception {
        times.begin(Phase.AFTER, clock.nanoTime());
        try (ScheduledReads reads = new ScheduledReads(store, times, PERIOD_NANOS, clock)) {
            reads.endSchedule();
            long begin = clock.nanoTime();
            read(reads);
            read(reads);
            assertEquals(2, store.requests);
            assertEquals(begin, clock.nanoTime());
            assertEquals(0, times.figures(Phase.AFTER).reads());
        }
    }

    private static void read(ScheduledReads reads) throws Exception {
        reads.read(0, RowRange.row(0), new long[1]);
    }

    /** A clock that only a sleep or a read moves; its origin is negative, as that of the machine may be. */
    private static final class ManualClock implements RunClock {
        private long now = -PERIOD_NANOS;

        @Override
        public long nanoTime() {
            return now;
        }

        @Override
        public void sleepUntil(long deadlineNanos, BooleanSupplier stop) {
            now = stop.getAsBoolean() ? now : Math.max(now, deadlineNanos);
        }
    }

    /** A store whose reads take time. */
    private final class SlowStore implements VersionStore {
        private long readNanos;
        private int requests;

        @Override
        public void write(int partition, int row, long version) {}

        @Override
        public void delete(int partition, int row) {}

        @Override
        public int read(int partition, RowRange range, long[] versions) {
            requests++;
            clock.now += readNanos;
            return 0;
        }
    }
}
