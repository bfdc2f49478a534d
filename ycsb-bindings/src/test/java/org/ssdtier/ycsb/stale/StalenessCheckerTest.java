package org.ssdtier.ycsb.stale;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ssdtier.ycsb.stale.Disturbance.Effect;

@Tag("unit")
@Timeout(120)
class StalenessCheckerTest {
    private static final StalenessOptions SINGLE = StalenessOptions.singleRows(50)
            .withWriterPaces(Duration.ZERO, Duration.ofNanos(100_000))
            .withReaders(3);
    private static final StalenessOptions SLICES = StalenessOptions.clusteringRows(10, 8)
            .withWriterPaces(Duration.ZERO, Duration.ofNanos(100_000))
            .withReaders(3);

    @Test
    void correctStore_singleRowsWithDeletes_isCorrect() throws Exception {
        StalenessReport report = check(SINGLE.withDeleteOneIn(4), new MapStore(), List.of());
        assertTrue(report.correct(), report.violations().toString());
        assertEquals(0, report.failures());
        assertTrue(report.reads() > 20_000);
        assertTrue(report.writes() > 50 && report.deletes() > 0, report.toString());
        assertEquals(report.reads(), report.rowsChecked());
    }

    @Test
    void correctStore_slicesErasedAndRecreated_isCorrect() throws Exception {
        MapStore store = new MapStore();
        StalenessReport report = check(
                SLICES.withReadSkew(0.99),
                store,
                List.of(
                        new Disturbance("flush", Duration.ofMillis(1), () -> {}, Effect.NONE),
                        new Disturbance("truncate", Duration.ofMillis(1), store::erase, Effect.ERASES),
                        new Disturbance("recreate", Duration.ofMillis(2), store::recreate, Effect.RECREATES)));
        assertTrue(report.correct(), report.violations().toString());
        assertEquals(0, report.failures(), report.violations().toString());
        assertTrue(report.disturbances().get("truncate") > 0, report.toString());
        assertTrue(report.rowsChecked() > report.reads());
        assertTrue(3 * report.rows().alone() > report.reads(), "too few rows judged by their own times: " + report);
    }

    @Test
    void cacheWithoutGuard_staleReads_areFound() throws Exception {
        StalenessReport report = check(SINGLE, new OldVersionStore(), List.of());
        assertTrue(report.stale() > 0, report.toString());
        assertEquals(0, report.ghost());
        assertTrue(
                report.violations().get(0).startsWith("STALE: partition="),
                report.violations().toString());
    }

    @Test
    void storeThatForgets_lostRows_areFound() throws Exception {
        StalenessReport report = check(
                SLICES.withDeleteOneIn(0),
                new MapStore() {
                    @Override
                    public int read(int partition, RowRange range, long[] versions) throws StoreException {
                        super.read(partition, range, versions);
                        versions[range.last()] = partition == 3 ? ABSENT : versions[range.last()];
                        return 0;
                    }
                },
                List.of());
        assertTrue(report.lost() > 0, report.toString());
    }

    /** A thread that ended unseen would leave its rows unjudged. */
    @Test
    void storeThatThrowsSomethingUnexpected_isAFailure_andTheThreadGoesOn() throws Exception {
        AtomicInteger reads = new AtomicInteger();
        AtomicBoolean hasThrown = new AtomicBoolean();
        StalenessReport report = check(
                SINGLE,
                new MapStore() {
                    @Override
                    public int read(int partition, RowRange range, long[] versions) throws StoreException {
                        if (reads.incrementAndGet() <= 10) {
                            throw new IllegalArgumentException("expecting 8 bytes");
                        }
                        return super.read(partition, range, versions);
                    }

                    @Override
                    public void write(int partition, int row, long version) throws StoreException {
                        // not while the store is filled, by several writers side by side
                        if (version > 1 && hasThrown.compareAndSet(false, true)) {
                            throw new IllegalStateException("closed");
                        }
                        super.write(partition, row, version);
                    }
                },
                List.of());
        assertEquals(11, report.failures(), report.violations().toString());
        assertTrue(
                report.violations().toString().contains("expecting 8 bytes"),
                report.violations().toString());
        assertTrue(report.reads() > 20_000, report.toString());
    }

    /** Each request may take as long as a client waits, and there are many rows. */
    @Test
    void storeThatDoesNotAnswerAtTheEnd_isAFailure_andNotAskedForEveryRow() throws Exception {
        AtomicBoolean isGone = new AtomicBoolean();
        AtomicInteger refused = new AtomicInteger();
        MapStore store = new MapStore() {
            @Override
            public int read(int partition, RowRange range, long[] versions) throws StoreException {
                if (isGone.get()) {
                    refused.incrementAndGet();
                    throw new StoreException("gone", null);
                }
                return super.read(partition, range, versions);
            }
        };
        StalenessOptions many = StalenessOptions.singleRows(5_000).withReaders(3);
        StalenessChecker checker = StalenessChecker.start(many, store, List.of());
        checker.beginOutage();
        checker.awaitQuiet();
        isGone.set(true);
        StalenessReport report = checker.stop();
        assertTrue(refused.get() <= 3 * 6, "reads=" + refused);
        assertTrue(report.failures() >= 3, report.toString());
        assertTrue(report.violations().toString().contains("the last reads after partition"), report.toString());
    }

    /** Nobody would start the readers. */
    @Test
    void storeThatThrowsSomethingUnexpectedWhileItIsFilled_isAFailureOfTheStart() {
        StoreException failure = assertThrows(
                StoreException.class,
                () -> check(
                        SINGLE,
                        new MapStore() {
                            @Override
                            public void write(int partition, int row, long version) {
                                throw new IllegalStateException("closed");
                            }
                        },
                        List.of()));
        assertTrue(String.valueOf(failure.getMessage()).contains("closed"), failure.toString());
    }

    @Test
    void storeThatIgnoresDeletes_ghostRows_areFound() throws Exception {
        StalenessReport report = check(
                SINGLE.withDeleteOneIn(3),
                new MapStore() {
                    @Override
                    public void delete(int partition, int row) {}
                },
                List.of());
        assertTrue(report.ghost() > 0, report.toString());
    }

    @Test
    void storeThatIgnoresTruncates_ghostRows_areFound() throws Exception {
        StalenessReport report = check(
                SINGLE.withWriterPaces(Duration.ofMillis(1)),
                new MapStore(),
                List.of(new Disturbance("truncate", Duration.ofMillis(1), () -> {}, Effect.ERASES)));
        assertTrue(report.ghost() > 0, report.toString());
    }

    @Test
    void storeThatReturnsForeignRows_ghostRows_areFound() throws Exception {
        StalenessReport report = check(
                SINGLE,
                new MapStore() {
                    @Override
                    public int read(int partition, RowRange range, long[] versions) throws StoreException {
                        super.read(partition, range, versions);
                        return partition == 1 ? 1 : 0;
                    }
                },
                List.of());
        assertTrue(report.ghost() > 0, report.toString());
    }

    @Test
    void failures_areCountedAndNotTakenForStaleness() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        StalenessReport report = check(
                SINGLE,
                new MapStore() {
                    @Override
                    public void write(int partition, int row, long version) throws StoreException {
                        boolean fails = calls.incrementAndGet() % 7 == 0 && version > 1;
                        if (!fails || version % 2 == 0) {
                            super.write(partition, row, version);
                        }
                        if (fails) {
                            throw new StoreException("timed out", new IllegalStateException("timed out"));
                        }
                    }
                },
                List.of());
        assertTrue(report.correct(), report.violations().toString());
        assertTrue(report.failures() > 0, report.toString());
        assertEquals(0, report.toleratedFailures());
    }

    @Test
    void start_storeRefuses_throwsAndStops() {
        MapStore store = new MapStore();
        store.unavailable = true;
        assertThrows(StoreException.class, () -> StalenessChecker.start(SINGLE, store, List.of()));
    }

    private static StalenessReport check(StalenessOptions options, MapStore store, List<Disturbance> disturbances)
            throws Exception {
        CountDownLatch disturbed = new CountDownLatch(disturbances.size());
        List<Disturbance> observed =
                disturbances.stream().map(one -> observed(one, disturbed)).toList();
        try (StalenessChecker checker = StalenessChecker.start(options, store, observed)) {
            disturbed.await();
            store.enough = new CountDownLatch(MapStore.READS);
            store.enough.await();
            return checker.stop();
        }
    }

    @Test
    void storeThatGoesAwayAndComesBack_isCorrect() throws Exception {
        StalenessReport report = checkOutages(new CrashingStore());
        assertTrue(report.correct(), report.violations().toString());
        assertEquals(0, report.failures(), report.violations().toString());
    }

    @Test
    void storeThatComesBackWithoutAcknowledgedRows_lostRows_areFound() throws Exception {
        StalenessReport report = checkOutages(new CrashingStore() {
            @Override
            void crash() {
                super.crash();
                rows.remove(key(7, 0));
            }
        });
        assertTrue(report.lost() > 0, report.toString());
        assertEquals(0, report.ghost() + report.stale(), report.toString());
    }

    @Test
    void storeThatComesBackOlder_staleRows_areFound() throws Exception {
        StalenessReport report = checkOutages(new CrashingStore() {
            @Override
            void crash() {
                super.crash();
                rows.put(key(7, 0), 1L);
            }
        });
        assertTrue(report.stale() > 0, report.toString());
    }

    @Test
    void undecidedWriteThatComesBackAfterItWasSettled_isFound() throws Exception {
        AtomicInteger reads = new AtomicInteger();
        CrashingStore store = new CrashingStore() {
            @Override
            void restart() {
                super.restart();
                reads.set(0);
            }

            @Override
            public int read(int partition, RowRange range, long[] versions) throws StoreException {
                super.read(partition, range, versions);
                Long failed = undone.get(key(partition, 0));
                if (failed != null && reads.incrementAndGet() > 2 * SINGLE.partitions()) {
                    versions[0] = failed; // a ghost, or stale if the row was written again by then
                }
                return 0;
            }
        };
        StalenessReport report = checkOutages(store);
        assertTrue(report.ghost() + report.stale() > 0, report.toString());
    }

    @Test
    void requestThatFailsWhileSettling_isAFailure() throws Exception {
        CrashingStore store = new CrashingStore();
        try (StalenessChecker checker = StalenessChecker.start(SINGLE, store, List.of())) {
            store.enough.await();
            checker.beginOutage();
            store.crash();
            checker.awaitQuiet();
            checker.settle();
            store.restart();
            checker.endOutage();
            assertEquals(SINGLE.partitions(), checker.stop().failures());
        }
    }

    /** Three outages during requests; the checker continues between them. */
    private static StalenessReport checkOutages(CrashingStore store) throws Exception {
        StalenessOptions options = SINGLE.withWriterPaces(Duration.ZERO, Duration.ZERO, Duration.ZERO);
        try (StalenessChecker checker = StalenessChecker.start(options, store, List.of())) {
            for (int outage = 0; outage < 3; outage++) {
                store.enough = new CountDownLatch(MapStore.READS);
                store.enough.await();
                store.awaitWriteUnderWay();
                checker.beginOutage();
                store.crash();
                checker.awaitQuiet();
                store.restart();
                checker.settle();
                checker.endOutage();
            }
            store.enough = new CountDownLatch(MapStore.READS);
            store.enough.await();
            return checker.stop();
        }
    }

    /** A correct store that can crash; a write in flight then fails and has no effect. */
    private static class CrashingStore extends MapStore {
        final Map<Long, Long> undone = new ConcurrentHashMap<>();
        private volatile CountDownLatch underWay = new CountDownLatch(0);
        private volatile CountDownLatch crashed = new CountDownLatch(0);

        @Override
        public void write(int partition, int row, long version) throws StoreException {
            if (underWay.getCount() > 0) {
                underWay.countDown();
                awaitCrash();
            }
            try {
                super.write(partition, row, version);
            } catch (StoreException e) {
                undone.put(key(partition, row), version);
                throw e;
            }
        }

        private void awaitCrash() {
            try {
                crashed.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        void awaitWriteUnderWay() throws InterruptedException {
            crashed = new CountDownLatch(1);
            underWay = new CountDownLatch(1);
            underWay.await();
        }

        void crash() {
            unavailable = true;
            crashed.countDown();
        }

        void restart() {
            unavailable = false;
        }
    }

    /** A disturbance that signals its third execution: reads from then on overlap it. */
    private static Disturbance observed(Disturbance disturbance, CountDownLatch disturbed) {
        AtomicInteger runs = new AtomicInteger();
        return new Disturbance(
                disturbance.name(),
                disturbance.period(),
                () -> {
                    disturbance.action().run();
                    if (runs.incrementAndGet() == 3) {
                        disturbed.countDown();
                    }
                },
                disturbance.effect());
    }

    /** A correct store. */
    private static class MapStore implements VersionStore {
        private static final int READS = 20_000;

        final Map<Long, Long> rows = new ConcurrentHashMap<>();
        volatile CountDownLatch enough = new CountDownLatch(READS);
        volatile boolean unavailable;

        @Override
        public void write(int partition, int row, long version) throws StoreException {
            check();
            rows.put(key(partition, row), version);
        }

        @Override
        public void delete(int partition, int row) throws StoreException {
            check();
            rows.remove(key(partition, row));
        }

        @Override
        public int read(int partition, RowRange range, long[] versions) throws StoreException {
            enough.countDown();
            check();
            for (int row = range.first(); row <= range.last(); row++) {
                versions[row] = rows.getOrDefault(key(partition, row), ABSENT);
            }
            return 0;
        }

        void erase() {
            rows.clear();
        }

        void recreate() {
            unavailable = true;
            rows.clear();
            unavailable = false;
        }

        static long key(int partition, int row) {
            return (long) partition << 32 | row;
        }

        private void check() throws StoreException {
            if (unavailable) {
                throw new StoreException("unconfigured table", new IllegalStateException("unconfigured table"));
            }
        }
    }

    /** A store that returns the previous version for one read in a hundred, as a cache without a guard does. */
    private static final class OldVersionStore extends MapStore {
        private final AtomicLong reads = new AtomicLong();
        private final Map<Long, Long> cached = new ConcurrentHashMap<>();

        @Override
        public void write(int partition, int row, long version) throws StoreException {
            cached.put(key(partition, row), rows.getOrDefault(key(partition, row), version));
            super.write(partition, row, version);
        }

        @Override
        public int read(int partition, RowRange range, long[] versions) throws StoreException {
            super.read(partition, range, versions);
            if (reads.incrementAndGet() % 100 == 0) {
                versions[0] = cached.get(key(partition, 0));
            }
            return 0;
        }
    }
}
