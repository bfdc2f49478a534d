package org.ssdtier.ycsb.stale;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ssdtier.ycsb.stale.Disturbance.Effect;

@Tag("unit")
@Timeout(120)
class SeparateReadsTest {
    private static final int DELAYED = 0;
    private static final int ROW = 1;
    private static final RowRange BOTH = RowRange.whole(2);

    private final StalenessOptions options = new StalenessOptions(1, 2, 1, List.of(Duration.ZERO), 0, 0, 1);
    private final CheckerParts parts = CheckerParts.create(options, new SeparateStore(), 0);

    /**
     * While the answer of one key is delayed, another row is written, and its own request begins only then. Checked by
     * removal: with the begin of the first request for all rows this fails.
     */
    @Test
    void staleRow_readBesideADelayedOne_isFound_whereTheTimesOfTheWholeRequestExcuseIt() {
        write(DELAYED);
        write(ROW);
        History.Start whole = parts.history().start(0, 2);
        SeparateReads reads = new SeparateReads(parts, 0, BOTH);
        reads.begin(DELAYED);
        write(ROW);
        reads.begin(ROW);
        reads.end(ROW, 1, 0);
        reads.end(DELAYED, 1, 0);
        assertEquals(History.Verdict.RIGHT, parts.history().judge(whole, ROW, 1));
        StalenessReport report = report();
        assertEquals(1, report.stale(), report.toString());
        assertEquals(
                List.of("STALE: partition=0 row=1 version=1 although version=2 was acknowledged before the read"
                        + " began"),
                report.violations());
    }

    /** The row was written after its request began, or its write is not acknowledged: old and new are right. */
    @Test
    void freshRow_isNeverStale() {
        write(DELAYED);
        write(ROW);
        SeparateReads reads = new SeparateReads(parts, 0, BOTH);
        reads.begin(ROW);
        reads.begin(DELAYED);
        write(ROW);
        reads.end(ROW, 1, 0);
        parts.history().issue(DELAYED);
        reads.end(DELAYED, 2, 0);
        assertTrue(report().correct(), report().toString());
        assertEquals(2, report().rows().alone());
        assertEquals(0, report().rows().together());
        assertEquals(2, report().reads());
    }

    @Test
    void rowLostOrForeign_isFound() {
        write(ROW);
        SeparateReads reads = new SeparateReads(parts, 0, BOTH);
        reads.begin(ROW);
        reads.end(ROW, VersionStore.ABSENT, 1);
        assertEquals(1, report().lost());
        assertEquals(1, report().ghost());
    }

    @Test
    void failure_isOneOfItsRow_andToleratedIfAnOutageOverlappedIt() {
        SeparateReads reads = new SeparateReads(parts, 0, BOTH);
        reads.begin(DELAYED);
        reads.fail(DELAYED, new StoreException("timed out", null));
        reads.begin(ROW);
        parts.outages().begin();
        reads.fail(ROW, new StoreException("killed", null));
        assertEquals(1, report().failures());
        assertEquals(1, report().toleratedFailures());
        assertEquals(0, report().reads());
    }

    @Test
    void answerWithoutBegin_isRefused() {
        SeparateReads reads = new SeparateReads(parts, 0, BOTH);
        assertThrows(IllegalStateException.class, () -> reads.end(ROW, 1, 0));
    }

    /** Every row read by a request of its own, on other threads, beside writes, deletions and erasures. */
    @Test
    void correctStore_whoseRowsAreReadSeparately_isCorrect() throws Exception {
        try (SeparateStore store = new SeparateStore()) {
            StalenessReport report = check(store);
            assertTrue(report.correct(), report.violations().toString());
            assertEquals(0, report.failures(), report.violations().toString());
            assertTrue(store.separate.get() > 0 && store.together.get() > 0, "both kinds of requests are sent");
            assertTrue(report.rows().alone() > 0 && report.rows().together() > 0, report.toString());
        }
    }

    /** Only answers to requests that are sent beside others are old. */
    @Test
    void storeThatIsStaleOnlyBesideOthers_isFound() throws Exception {
        try (SeparateStore store = new SeparateStore() {
            @Override
            long answer(int row, long version) {
                return row == 3 && version > 1 ? version - 1 : version;
            }
        }) {
            StalenessReport report = check(store);
            assertTrue(report.stale() > 0, report.toString());
        }
    }

    private static StalenessReport check(SeparateStore store) throws Exception {
        StalenessOptions many =
                new StalenessOptions(2, 16, 3, List.of(Duration.ZERO, Duration.ofNanos(100_000)), 8, 0, 1);
        Disturbance erase = new Disturbance("truncate", Duration.ofMillis(1), store.rows::clear, Effect.ERASES);
        try (StalenessChecker checker = StalenessChecker.start(many, store, List.of(erase))) {
            store.enough.acquire(20_000);
            return checker.stop();
        }
    }

    private void write(int row) {
        parts.history().acknowledge(row, parts.history().issue(row));
    }

    private StalenessReport report() {
        return parts.counts().report(1);
    }

    /** A correct store whose requests for single rows are answered by other threads. */
    private static class SeparateStore implements VersionStore {
        final ConcurrentMap<Long, Long> rows = new ConcurrentHashMap<>();
        final Semaphore enough = new Semaphore(0);
        final AtomicLong separate = new AtomicLong();
        final AtomicLong together = new AtomicLong();
        private final ExecutorService answering = Executors.newFixedThreadPool(4);

        @Override
        public void write(int partition, int row, long version) {
            rows.put(key(partition, row), version);
        }

        @Override
        public void delete(int partition, int row) {
            rows.remove(key(partition, row));
        }

        @Override
        public int read(int partition, RowRange range, long[] versions) {
            enough.release();
            together.addAndGet(range.rows() > 1 ? 1 : 0);
            for (int row = range.first(); row <= range.last(); row++) {
                versions[row] = rows.getOrDefault(key(partition, row), ABSENT);
            }
            return 0;
        }

        @Override
        public boolean canReadEach() {
            return true;
        }

        @Override
        public void readEach(int partition, RowRange range, RowReceiver receiver) {
            separate.incrementAndGet();
            List<Future<?>> answers = new ArrayList<>();
            for (int row = range.first(); row <= range.last(); row++) {
                int number = row;
                receiver.begin(number);
                answers.add(answering.submit(() ->
                        receiver.end(number, answer(number, rows.getOrDefault(key(partition, number), ABSENT)), 0)));
            }
            for (Future<?> answer : answers) {
                try {
                    answer.get();
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }
        }

        /** Returns the version that a request for a single row answers. */
        long answer(int row, long version) {
            return version;
        }

        @Override
        public void close() {
            answering.shutdownNow();
        }

        private static long key(int partition, int row) {
            return (long) partition << 32 | row;
        }
    }
}
