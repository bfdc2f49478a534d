package org.ssdtier.ycsb.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.ycsb.FakeDb;
import org.ssdtier.ycsb.workload.AsynchronousDb;
import org.ssdtier.ycsb.workload.OperationSink;
import org.ssdtier.ycsb.workload.OperationType;
import site.ycsb.ByteIterator;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.WorkloadException;

@Tag("unit")
@Timeout(60)
class WorkloadRunnerTest {
    private final FakeDb.Store store = new FakeDb.Store();

    @Test
    void load_threads_insertEveryRecordOnce() throws Exception {
        RunResult result = run(RunOptions.load(properties()).withThreads(3));
        assertTrue(result.succeeded(), result.problem());
        assertNull(result.problem());
        assertEquals(100, store.rows.size());
        assertEquals(100, store.journal.size());
        assertEquals(100, result.transactions());
        assertEquals(100, result.of(OperationType.INSERT).serviceMicros().getTotalCount());
    }

    @Test
    void transactions_count_isExactAndTotalsAddUp() throws Exception {
        run(RunOptions.load(properties()));
        RunResult result =
                run(RunOptions.transactions(properties()).withThreads(3).withLimit(1_000, Duration.ZERO));
        assertTrue(result.succeeded(), result.problem());
        assertEquals(1_000, result.transactions());
        assertEquals(1_000, result.requests());
        long reads = result.of(OperationType.READ).operations();
        assertEquals(1_000, reads + result.of(OperationType.UPDATE).operations());
        assertEquals(950.0, (double) reads, 50);
        assertEquals(
                1_000,
                result.intervals().stream().mapToLong(IntervalReport::requests).sum());
    }

    @Test
    void transactions_recordMissing_failsTheRun() throws Exception {
        run(RunOptions.load(properties()));
        store.rows.clear();
        RunResult result = run(RunOptions.transactions(properties()).withLimit(50, Duration.ZERO));
        assertFalse(result.succeeded());
        assertTrue(result.of(OperationType.READ).failuresByStatus().get("NOT_FOUND") > 0);
        assertTrue(String.valueOf(result.problem()).contains("READ/NOT_FOUND"), result.problem());
        Properties tolerant = properties();
        tolerant.setProperty(RunOptions.NOT_FOUND_FAILS_PROPERTY, "false");
        store.rows.clear();
        assertTrue(run(RunOptions.transactions(tolerant).withLimit(50, Duration.ZERO))
                .succeeded());
    }

    @Test
    void operations_oneFails_failsTheRunAndIsNotTimed() throws Exception {
        AtomicInteger count = new AtomicInteger();
        RunResult result = WorkloadRunner.run(
                RunOptions.load(properties()).withDb(() -> new FakeDb(store) {
                    @Override
                    public Status insert(String table, String key, Map<String, ByteIterator> values) {
                        return count.incrementAndGet() == 7 ? Status.ERROR : super.insert(table, key, values);
                    }
                }),
                RunListener.NONE);
        assertFalse(result.succeeded());
        assertEquals(1, result.failures());
        assertEquals(100, result.of(OperationType.INSERT).operations());
        assertEquals(99, result.of(OperationType.INSERT).serviceMicros().getTotalCount());
        assertEquals(List.of("INSERT/ERROR=1"), result.failuresByStatus());
    }

    @Test
    void operations_databaseThrows_isAFailedOperation() throws Exception {
        RunResult result = WorkloadRunner.run(
                RunOptions.load(properties()).withDb(() -> new FakeDb(store) {
                    @Override
                    public Status insert(String table, String key, Map<String, ByteIterator> values) {
                        throw new IllegalStateException("no");
                    }
                }),
                RunListener.NONE);
        assertEquals(100, result.failures());
        assertEquals(Map.of("EXCEPTION", 100L), result.of(OperationType.INSERT).failuresByStatus());
    }

    @Test
    void operations_tooManyFail_theRunIsAbandoned() throws Exception {
        Properties properties = properties();
        properties.setProperty(RunOptions.MAX_FAILURES_PROPERTY, "10");
        RunResult result = run(RunOptions.transactions(properties).withLimit(0, Duration.ofHours(1)));
        assertFalse(result.succeeded());
        assertTrue(String.valueOf(result.problem()).startsWith("abandoned after 1"), result.problem());
    }

    @Test
    void run_databaseCanNotBeOpened_throws() {
        RunOptions options = RunOptions.load(properties()).withThreads(4).withDb(() -> new FakeDb(store) {
            @Override
            public void init() throws DBException {
                throw new DBException("refused");
            }
        });
        WorkloadException e =
                assertThrows(WorkloadException.class, () -> WorkloadRunner.run(options, RunListener.NONE));
        assertTrue(String.valueOf(e.getMessage()).contains("refused"), e.getMessage());
    }

    @Test
    void run_databaseCanNotBeClosed_failsTheRun() throws Exception {
        RunOptions options = RunOptions.load(properties()).withDb(() -> new FakeDb(store) {
            @Override
            public void cleanup() throws DBException {
                throw new DBException("not flushed");
            }
        });
        RunResult result = WorkloadRunner.run(options, RunListener.NONE);
        assertFalse(result.succeeded());
        assertTrue(String.valueOf(result.problem()).contains("not flushed"), result.problem());
    }

    @Test
    void run_listenerThrows_throws() {
        RunOptions options = RunOptions.load(properties()).withDb(() -> new FakeDb(store));
        assertThrows(
                WorkloadException.class,
                () -> WorkloadRunner.run(options, interval -> {
                    throw new IllegalStateException("display");
                }));
    }

    @Test
    void run_unknownClass_isRefused() {
        Properties properties = properties();
        properties.setProperty("workload", "org.example.None");
        assertThrows(IllegalArgumentException.class, () -> run(RunOptions.load(properties)));
        assertThrows(IllegalArgumentException.class, () -> RunOptions.transactions(new Properties()));
        assertThrows(IllegalArgumentException.class, () -> RunOptions.load(new Properties()));
    }

    @Test
    void run_ycsbsOwnWorkload_runsToo() throws Exception {
        Properties properties = properties();
        properties.setProperty("workload", "site.ycsb.workloads.CoreWorkload");
        properties.setProperty("measurementtype", "hdrhistogram");
        assertTrue(run(RunOptions.load(properties)).succeeded());
        assertTrue(run(RunOptions.transactions(properties).withLimit(500, Duration.ZERO))
                .succeeded());
        assertEquals(100, store.rows.size());
    }

    @Test
    void asynchronousInserts_lateFailures_areCountedOnce() throws Exception {
        ExecutorService executor = Executors.newFixedThreadPool(2);
        try {
            RunResult result = WorkloadRunner.run(
                    RunOptions.load(properties()).withThreads(2).withDb(() -> new AsynchronousFake(store, executor)),
                    RunListener.NONE);
            assertEquals(100, result.of(OperationType.INSERT).operations());
            assertEquals(10, result.failures());
            assertFalse(result.succeeded());
        } finally {
            executor.shutdownNow();
        }
    }

    @Test
    void listener_whileRunning_isCalled() throws Exception {
        CountDownLatch calls = new CountDownLatch(3);
        AtomicLong requests = new AtomicLong();
        run(RunOptions.load(properties()));
        RunOptions options = RunOptions.transactions(properties())
                .withDb(() -> new FakeDb(store))
                .withInterval(Duration.ofMillis(5))
                .withLimit(0, Duration.ofHours(1));
        try (WorkloadRun run = WorkloadRunner.start(options, interval -> {
            requests.addAndGet(interval.requests());
            calls.countDown();
        })) {
            calls.await();
            run.stop();
            RunResult result = run.await();
            assertTrue(result.succeeded(), result.problem());
            assertEquals(result.requests(), requests.get());
            assertTrue(result.intervals().size() >= 3);
        }
    }

    @Test
    void duration_passed_endsTheRun() throws Exception {
        run(RunOptions.load(properties()));
        ManualClock clock = new ManualClock();
        RunOptions options = RunOptions.transactions(properties())
                .withLimit(0, Duration.ofSeconds(10))
                .withTargetPerSecond(100)
                .withDb(() -> new FakeDb(store));
        try (WorkloadRun run = WorkloadRunner.start(options, RunListener.NONE, clock)) {
            RunResult result = run.await();
            assertEquals(1_000, result.transactions());
            assertEquals(100, result.requestsPerSecond(), 0.2);
        }
    }

    /**
     * Guard: if the response were not measured from the due time, one stall would be one slow operation of a thousand.
     */
    @Test
    void target_oneStall_isChargedToAllOperationsItDelayed() throws Exception {
        run(RunOptions.load(properties()));
        ManualClock clock = new ManualClock();
        AtomicInteger count = new AtomicInteger();
        RunOptions options = RunOptions.transactions(properties())
                .withLimit(1_000, Duration.ZERO)
                .withTargetPerSecond(100)
                .withDb(() -> new FakeDb(store) {
                    @Override
                    public Status read(String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
                        clock.advance(count.incrementAndGet() == 300 ? Duration.ofSeconds(2) : Duration.ofMillis(1));
                        return super.read(table, key, fields, result);
                    }
                });
        try (WorkloadRun run = WorkloadRunner.start(options, RunListener.NONE, clock)) {
            OperationTotal reads = run.await().of(OperationType.READ);
            Histogram service = reads.serviceMicros();
            Histogram response = reads.responseMicros();
            assertEquals(1, service.getCountBetweenValues(100_000, Long.MAX_VALUE / 2));
            // 2 s of operations due every 10 ms, done at 1 ms each: about 220 operations were late, half by over 1 s.
            assertEquals(210.0, (double) response.getCountBetweenValues(20_000, Long.MAX_VALUE / 2), 20);
            assertEquals(105.0, (double) response.getCountBetweenValues(1_000_000, Long.MAX_VALUE / 2), 15);
        }
    }

    /** A stall at the end delays as many operations as one in the middle; a database that hangs still ends the run. */
    @Test
    void target_stallAtTheEnd_isChargedToWhatWasDue() throws Exception {
        Properties reads = properties();
        reads.setProperty("readproportion", "1");
        reads.setProperty("updateproportion", "0");
        run(RunOptions.load(reads));
        for (Duration stall : List.of(Duration.ofSeconds(2), Duration.ofSeconds(60))) {
            ManualClock clock = new ManualClock();
            AtomicInteger count = new AtomicInteger();
            RunOptions options = RunOptions.transactions(reads)
                    .withLimit(0, Duration.ofSeconds(10))
                    .withTargetPerSecond(100)
                    .withDb(() -> new FakeDb(store) {
                        @Override
                        public Status read(
                                String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
                            if (count.incrementAndGet() == 950) {
                                clock.advance(stall);
                            }
                            return super.read(table, key, fields, result);
                        }
                    });
            try (WorkloadRun run = WorkloadRunner.start(options, RunListener.NONE, clock)) {
                RunResult result = run.await();
                boolean isShort = stall.toSeconds() < 10;
                assertEquals(isShort ? 1_000 : 950, result.transactions(), "stall=" + stall);
                assertEquals(
                        isShort ? 51 : 1,
                        result.of(OperationType.READ)
                                .responseMicros()
                                .getCountBetweenValues(1_000_000, Long.MAX_VALUE / 2),
                        1);
            }
        }
    }

    @Test
    void print_andHistogramLog_holdTheTotals(@TempDir Path directory) throws Exception {
        RunResult result = run(RunOptions.load(properties()));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        result.print(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        String text = bytes.toString(StandardCharsets.UTF_8);
        assertTrue(text.contains("[INSERT], Operations, 100"), text);
        assertTrue(text.contains("[INSERT], Return=OK, 100"), text);
        Path file = directory.resolve("run.hdr");
        result.writeHistogramLog(file);
        assertEquals(100, totalOf(file, "INSERT"));
        assertTrue(Files.size(file) > 0);
    }

    private static long totalOf(Path file, String tag) throws IOException {
        try (HistogramLogReader reader = new HistogramLogReader(file.toFile())) {
            long total = 0;
            while (reader.hasNext()) {
                EncodableHistogram histogram = reader.nextIntervalHistogram();
                if (histogram instanceof Histogram one && tag.equals(one.getTag())) {
                    total += one.getTotalCount();
                }
            }
            return total;
        }
    }

    private RunResult run(RunOptions options) throws WorkloadException, InterruptedException {
        return WorkloadRunner.run(options.withDb(() -> new FakeDb(store)), RunListener.NONE);
    }

    private static Properties properties() {
        Properties properties = new Properties();
        properties.setProperty("recordcount", "100");
        properties.setProperty("operationcount", "100");
        properties.setProperty("requestdistribution", "uniform");
        return properties;
    }

    /** A clock that advances only when the client thread sleeps or a test advances it; for one client thread. */
    private static final class ManualClock implements RunClock {
        private final AtomicLong now = new AtomicLong(1_000_000);

        @Override
        public long nanoTime() {
            return now.get();
        }

        @Override
        public void sleepUntil(long deadlineNanos, BooleanSupplier stop) {
            now.accumulateAndGet(deadlineNanos, Math::max);
        }

        private void advance(Duration time) {
            now.addAndGet(time.toNanos());
        }
    }

    /** A database whose inserts complete later on another thread; every tenth fails. */
    private static final class AsynchronousFake extends FakeDb implements AsynchronousDb {
        private static final int IN_FLIGHT = 8;

        private final ExecutorService executor;
        private final Semaphore permits = new Semaphore(IN_FLIGHT);
        private final Store shared;
        private OperationSink sink = (type, status, start, end) -> {};

        private AsynchronousFake(Store store, ExecutorService executor) {
            super(store);
            this.shared = store;
            this.executor = executor;
        }

        @Override
        public void reportTo(OperationSink newSink) {
            sink = newSink;
        }

        @Override
        public void drain() throws InterruptedException {
            permits.acquire(IN_FLIGHT);
            permits.release(IN_FLIGHT);
        }

        @Override
        public Status insert(String table, String key, Map<String, ByteIterator> values) {
            permits.acquireUninterruptibly();
            long start = System.nanoTime();
            executor.execute(() -> {
                synchronized (shared) {
                    super.insert(table, key, values);
                    boolean fails = shared.journal.size() % 10 == 0;
                    sink.record(OperationType.INSERT, fails ? Status.ERROR : Status.OK, start, System.nanoTime());
                }
                permits.release();
            });
            return Status.BATCHED_OK;
        }
    }
}
