package org.ssdtier.rowcache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.ssdtier.rowcache.TestCache.evict;
import static org.ssdtier.rowcache.TestCache.key;
import static org.ssdtier.rowcache.TestCache.publish;
import static org.ssdtier.rowcache.TestCache.settle;
import static org.ssdtier.rowcache.TestCache.tier;
import static org.ssdtier.rowcache.TestCache.value;

import java.io.IOException;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.rowcache.admission.Admission;
import org.ssdtier.segmentlog.ResizeResult;
import org.ssdtier.segmentlog.checks.Polling;
import org.ssdtier.segmentlog.device.HookStorage;
import org.ssdtier.segmentlog.device.NoSpaceException;

/** Failures of the SSD: each is a counted miss; beyond a threshold the tier goes offline and comes back by itself. */
@Tag("crash")
class FailureTest {
    private static final HookStorage.Disturbance FAIL_READS = new HookStorage.Disturbance() {
        @Override
        public void beforeRead(String device) throws IOException {
            throw new IOException("read");
        }
    };
    private static final HookStorage.Disturbance FAIL_ALL = new HookStorage.Disturbance() {
        @Override
        public void beforeRead(String device) throws IOException {
            throw new IOException("read");
        }

        @Override
        public void beforeWrite(String device) throws IOException {
            throw new IOException("write");
        }
    };

    private final TestCache.ManualClock clock = new TestCache.ManualClock();
    private final HookStorage storage = new HookStorage();

    @Test
    void readErrors_upToTheThreshold_areMisses_thenTheTierIsOffline_andComesBackCold() {
        try (TieredCache cache = open()) {
            CachedTable table = filled(cache);
            storage.disturb(FAIL_READS);
            int asked = 0;
            while (cache.state() == CacheState.ONLINE) {
                assertNull(tier(cache, key(table, asked++)));
            }
            assertEquals(5, asked);
            assertEquals(CacheState.OFFLINE, cache.state());
            evict(cache);
            publish(cache, key(table, 1), 11);
            assertEquals(Tier.MEMORY, tier(cache, key(table, 1)));
            storage.calm();
            settle(cache);
            assertEquals(0, stats(cache).index().entries());
            assertEquals(CacheState.OFFLINE, cache.state());
            clock.advanceSeconds(2);
            settle(cache);
            assertEquals(CacheState.ONLINE, cache.state());
            assertNull(tier(cache, key(table, 2)));
            evict(cache);
            settle(cache);
            assertEquals(Tier.SSD, tier(cache, key(table, 1)));
            assertEquals(11, value(cache, key(table, 1)));
        }
    }

    /** Checked by removal: with only the counters of the open log, all counters start again from 0. */
    @Test
    void counters_ofALogThatWasOpenedAgain_goOn() {
        try (TieredCache cache = open()) {
            CachedTable table = filled(cache);
            fill(cache, table);
            assertEquals(Tier.SSD, tier(cache, key(table, 0)));
            SsdStats before = stats(cache);
            assertTrue(
                    before.movement().reclaims() > 0
                            && before.device().bytesWritten() > 0
                            && before.device().bytesRead() > 0,
                    before.toString());
            takeOffline(cache, table);
            SsdStats offline = stats(cache);
            assertGrown(before, offline);
            comeBack(cache);
            assertGrown(offline, stats(cache));
            fill(cache, table);
            assertTrue(
                    stats(cache).movement().reclaims() > before.movement().reclaims(),
                    stats(cache).toString());
            takeOffline(cache, table);
            comeBack(cache);
            assertGrown(offline, stats(cache));
            assertTrue(
                    stats(cache).movement().reclaims() > before.movement().reclaims(),
                    stats(cache).toString());
        }
    }

    /**
     * Checked by removal: a directory that is gone causes no I/O error, so the tier would keep using its open files.
     */
    @Test
    void directoryGone_theTierIsOffline_andComesBackCold() {
        try (TieredCache cache = open()) {
            CachedTable table = filled(cache);
            assertEquals(Tier.SSD, tier(cache, key(table, 0)));
            storage.setPresent(false);
            clock.advanceSeconds(2);
            settle(cache);
            assertEquals(CacheState.OFFLINE, cache.state());
            evict(cache);
            assertNull(tier(cache, key(table, 1)));
            storage.setPresent(true);
            comeBack(cache);
            assertEquals(0, stats(cache).index().entries());
            fill(cache, table);
            assertEquals(Tier.SSD, tier(cache, key(table, 1)));
        }
    }

    /**
     * Checked by removal: where little is written, errors add up to the threshold only after many seconds, and meanwhile the file system
     * cannot be unmounted.
     */
    @Test
    void fileSystemFails_theTierIsOfflineAfterOneError() {
        try (TieredCache cache = open()) {
            CachedTable table = filled(cache);
            storage.setFailing(true);
            clock.advanceSeconds(2);
            settle(cache);
            assertEquals(CacheState.ONLINE, cache.state(), "not asked without an error");
            storage.disturb(FAIL_READS);
            assertNull(tier(cache, key(table, 0)));
            assertEquals(CacheState.ONLINE, cache.state());
            clock.advanceSeconds(2);
            settle(cache);
            assertEquals(CacheState.OFFLINE, cache.state());
            storage.setFailing(false);
            storage.calm();
            comeBack(cache);
        }
    }

    /** One error of a file system that is well is only counted. */
    @Test
    void oneError_ofAWellFileSystem_isForgiven() {
        try (TieredCache cache = open()) {
            CachedTable table = filled(cache);
            storage.disturb(FAIL_READS);
            assertNull(tier(cache, key(table, 0)));
            storage.calm();
            clock.advanceSeconds(2);
            settle(cache);
            assertEquals(CacheState.ONLINE, cache.state());
        }
    }

    /** Checked by removal: unless the tier grows back, the log stays as small as when it was opened. */
    @Test
    void fullDiskAtStart_spaceFreed_theTierGrowsBack() {
        AtomicInteger room = new AtomicInteger(5);
        storage.disturb(fullAfter(room));
        try (TieredCache cache = open()) {
            assertEquals(5, stats(cache).content().segments());
            CachedTable table = filled(cache);
            clock.advanceSeconds(61);
            settle(cache);
            assertEquals(5, stats(cache).content().segments());
            room.set(2);
            clock.advanceSeconds(61);
            settle(cache);
            assertEquals(7, stats(cache).content().segments());
            assertEquals(Tier.SSD, tier(cache, key(table, 399)));
            storage.calm();
            clock.advanceSeconds(61);
            settle(cache);
            assertEquals(8, stats(cache).content().segments());
            assertEquals(CacheState.ONLINE, cache.state());
            assertEquals(0, stats(cache).failures().ioErrors());
        }
    }

    /** Checked by removal: the callback of a resize receives its result, not merely the request. */
    @Test
    void resize_fullDisk_saysWhatWasReached_andStaysThere() {
        try (TieredCache cache = open()) {
            filled(cache);
            storage.disturb(fullAfter(new AtomicInteger(2)));
            CompletableFuture<ResizeResult> larger = new CompletableFuture<>();
            cache.ssd().resize(16L * TestCache.SEGMENT_BYTES, larger::complete);
            assertFalse(larger.isDone());
            settle(cache);
            assertEquals(new ResizeResult(10, ResizeResult.Outcome.NO_SPACE), larger.join());
            storage.calm();
            clock.advanceSeconds(61);
            settle(cache);
            assertEquals(10, stats(cache).content().segments());
        }
    }

    @Test
    void resize_askedForTwiceBeforeItBegins_bothEndAsTheLater() {
        try (TieredCache cache = open()) {
            CompletableFuture<ResizeResult> first = new CompletableFuture<>();
            CompletableFuture<ResizeResult> second = new CompletableFuture<>();
            cache.ssd().resize(16L * TestCache.SEGMENT_BYTES, first::complete);
            cache.ssd().resize(6L * TestCache.SEGMENT_BYTES, second::complete);
            settle(cache);
            assertEquals(new ResizeResult(6, ResizeResult.Outcome.DONE), second.join());
            assertEquals(second.join(), first.join());
        }
    }

    @Test
    void fullDiskAtStart_tooLittleRoom_isGivenBack_andTheTierComesLater() {
        storage.disturb(fullAfter(new AtomicInteger(3)));
        try (TieredCache cache = open()) {
            assertEquals(CacheState.OFFLINE, cache.state());
            assertTrue(storage.names().stream().noneMatch(name -> name.startsWith("segment")));
            storage.calm();
            comeBack(cache);
            assertEquals(8, stats(cache).content().segments());
        }
    }

    @Test
    void failedWrites_areNoChecksumErrors() {
        try (TieredCache cache = open()) {
            CachedTable table = filled(cache);
            storage.disturb(new HookStorage.Disturbance() {
                @Override
                public void beforeWrite(String device) throws IOException {
                    throw new IOException("write");
                }
            });
            for (int i = 1000; i < 1400; i++) {
                publish(cache, key(table, i), i);
                settle(cache);
                clock.advanceSeconds(20);
            }
            storage.calm();
            for (int i = 1000; i < 1400; i++) {
                int value = value(cache, key(table, i));
                assertTrue(value == -1 || value == i, "row=" + i + " value=" + value);
            }
            assertTrue(stats(cache).failures().ioErrors() > 0, stats(cache).toString());
            assertEquals(0, stats(cache).failures().checksumErrors());
        }
    }

    /** Checked by removal: a lack of memory outside the heap counts as errors of the device, and empties the tier. */
    @Test
    void writerWithoutMemory_keepsTheTierOnline() throws InterruptedException {
        AtomicBoolean isShort = new AtomicBoolean();
        AtomicInteger failures = new AtomicInteger();
        LongSupplier clock = () -> {
            if (isShort.get() && isInWritersStep()) {
                failures.incrementAndGet();
                throw new OutOfMemoryError("Cannot reserve direct buffer memory");
            }
            return System.nanoTime();
        };
        TieredCacheOptions options = TieredCacheOptions.builder()
                .memoryCapacityBytes(8 << 10)
                .identity(TestCache.IDENTITY)
                .nanoClock(clock)
                .storage(HookStorage::new)
                .ssd(TestCache.ssd())
                .build();
        try (TieredCache cache = TieredCache.open(options)) {
            Polling.value("the tier opens", cache::state, CacheState.ONLINE::equals);
            isShort.set(true);
            Thread.sleep(2_500);
            isShort.set(false);
            assertTrue(failures.get() > 0, "the writer's step was not disturbed");
            assertEquals(CacheState.ONLINE, cache.state());
            assertEquals(0, cache.stats().ssd().failures().ioErrors());
        }
    }

    private static boolean isInWritersStep() {
        return StackWalker.getInstance()
                .walk(frames -> frames.anyMatch(frame -> frame.getClassName().equals(SsdWriter.class.getName())
                        && frame.getMethodName().equals("workOnLog")));
    }

    @Test
    void errorsSpreadOverTime_keepTheTierOnline() {
        try (TieredCache cache = open()) {
            CachedTable table = filled(cache);
            storage.disturb(FAIL_READS);
            for (int i = 0; i < 20; i++) {
                assertNull(tier(cache, key(table, i)));
                clock.advanceSeconds(30);
            }
            assertEquals(CacheState.ONLINE, cache.state());
            assertEquals(20, stats(cache).failures().ioErrors());
        }
    }

    @Test
    void offline_probesBackOff() {
        AtomicInteger opens = new AtomicInteger();
        TieredCacheOptions.Builder options = TestCache.options(storage, clock, 8 << 10)
                .storage(() -> {
                    opens.incrementAndGet();
                    throw new IOException("unmounted");
                });
        try (TieredCache cache = TieredCache.open(options.build())) {
            assertEquals(CacheState.OFFLINE, cache.state());
            for (int second = 0; second < 600; second++) {
                clock.advanceSeconds(1);
                settle(cache);
            }
            assertTrue(opens.get() > 10 && opens.get() < 20, "opens=" + opens);
        }
    }

    @Test
    void directoryUnusableAtStart_memoryServes_andTheTierComesLater() {
        AtomicInteger opens = new AtomicInteger();
        TieredCacheOptions.Builder options = TestCache.options(storage, clock, 8 << 10)
                .storage(() -> {
                    if (opens.incrementAndGet() < 3) {
                        throw new IOException("locked");
                    }
                    return storage;
                });
        try (TieredCache cache = TieredCache.open(options.build())) {
            CachedTable table = cache.table(new UUID(1, 2));
            publish(cache, key(table, 1), 1);
            assertEquals(1, value(cache, key(table, 1)));
            for (int i = 0; i < 10; i++) {
                clock.advanceSeconds(1);
                settle(cache);
            }
            assertEquals(CacheState.ONLINE, cache.state());
            evict(cache);
            settle(cache);
            assertEquals(Tier.SSD, tier(cache, key(table, 1)));
        }
    }

    @Test
    void drop_whileOffline_staysEffectiveAfterwards() {
        try (TieredCache cache = open()) {
            CachedTable table = filled(cache);
            storage.disturb(FAIL_READS);
            for (int i = 0; i < 6; i++) {
                tier(cache, key(table, i));
            }
            assertEquals(CacheState.OFFLINE, cache.state());
            cache.drop(key(table, 3));
            storage.calm();
            clock.advanceSeconds(5);
            settle(cache);
            assertEquals(CacheState.ONLINE, cache.state());
            assertEquals(-1, value(cache, key(table, 3)));
        }
    }

    @Test
    void writeErrors_neverGiveAWrongAnswer_andTheTierComesBack() {
        try (TieredCache cache = open()) {
            CachedTable table = filled(cache);
            storage.disturb(FAIL_ALL);
            for (int i = 0; i < 2000; i++) {
                publish(cache, key(table, i), i + 10_000);
                settle(cache);
                int value = value(cache, key(table, i));
                assertTrue(value == -1 || value == i + 10_000, "row=" + i + " value=" + value);
            }
            assertTrue(stats(cache).failures().ioErrors() > 0);
            storage.calm();
            for (int i = 0; i < 130; i++) {
                clock.advanceSeconds(1);
                settle(cache);
            }
            assertEquals(CacheState.ONLINE, cache.state());
            publish(cache, key(table, 1), 5);
            evict(cache);
            settle(cache);
            assertEquals(5, value(cache, key(table, 1)));
            assertEquals(0, cache.stats().errors());
        }
    }

    @Test
    void flippedBits_areMissesAndCounted() {
        try (TieredCache cache = open()) {
            CachedTable table = filled(cache);
            storage.afterRead(read -> {
                for (int at = read.position(); at < read.limit(); at += 100) {
                    read.put(at, (byte) ~read.get(at));
                }
            });
            for (int i = 0; i < 10; i++) {
                assertNull(tier(cache, key(table, i)));
                clock.advanceSeconds(30);
            }
            assertEquals(10, stats(cache).failures().checksumErrors());
            assertEquals(CacheState.ONLINE, cache.state());
            for (int i = 10;
                    i < 100 && cache.state() == CacheState.ONLINE;
                    i++) { // one of the ten was within this minute
                assertNull(tier(cache, key(table, i)));
            }
            assertEquals(14, stats(cache).failures().checksumErrors());
        }
    }

    @Test
    void fullDiskAtStart_theTierIsSmaller() {
        storage.disturb(fullAfter(new AtomicInteger(5)));
        try (TieredCache cache = open()) {
            assertEquals(CacheState.ONLINE, cache.state());
            assertEquals(5, stats(cache).content().segments());
        }
    }

    @Test
    void impossibleOptions_refuseToOpen_namingKeyValueAndRange() {
        String size = refusal(1 << 16, 1 << 16);
        assertTrue(size.matches("size=65536, allowed \\d+ to \\d+.*"), size);
        String index = refusal(1 << 20, 100);
        assertTrue(index.startsWith("index_memory=100, allowed 16384"), index);
    }

    private String refusal(int bytes, int indexBytes) {
        SsdOptions ssd = SsdOptions.of(
                TestCache.ssd().directory(), new SsdOptions.Geometry(bytes, 1 << 16, 4096, indexBytes), Admission.ALL);
        TieredCacheOptions options = TestCache.options(storage, clock, 8 << 10)
                .ssd(ssd.withIoErrorThreshold(4))
                .build();
        return assertThrows(IllegalArgumentException.class, () -> TieredCache.open(options))
                .getMessage();
    }

    /** Returns a disturbance that simulates a disk with room for only the given number of further segments. */
    private static HookStorage.Disturbance fullAfter(AtomicInteger segments) {
        return new HookStorage.Disturbance() {
            @Override
            public void beforeAllocate(String device) throws NoSpaceException {
                if (device.startsWith("segment") && segments.decrementAndGet() < 0) {
                    throw new NoSpaceException("full");
                }
            }
        };
    }

    private TieredCache open() {
        return TestCache.open(storage, clock, options -> options);
    }

    private static CachedTable filled(TieredCache cache) {
        CachedTable table = cache.table(new UUID(1, 2));
        for (int i = 0; i < 400; i++) {
            publish(cache, key(table, i), i);
            settle(cache);
        }
        evict(cache);
        settle(cache);
        for (int i = 400; i < 430; i++) {
            publish(cache, key(table, i), i);
        }
        return table;
    }

    private void takeOffline(TieredCache cache, CachedTable table) {
        storage.disturb(FAIL_READS);
        for (int asked = 0; cache.state() == CacheState.ONLINE; asked++) {
            assertTrue(asked < 400, "still online");
            tier(cache, key(table, asked));
        }
        storage.calm();
        settle(cache);
    }

    private void comeBack(TieredCache cache) {
        for (int second = 0; cache.state() == CacheState.OFFLINE; second++) {
            assertTrue(second < 130, "still offline");
            clock.advanceSeconds(1);
            settle(cache);
        }
    }

    private static void fill(TieredCache cache, CachedTable table) {
        for (int i = 0; i < 4000; i++) {
            publish(cache, key(table, i % 400), i);
            settle(cache);
        }
        evict(cache);
        settle(cache);
    }

    private static void assertGrown(SsdStats before, SsdStats after) {
        assertTrue(after.movement().reclaims() >= before.movement().reclaims(), before + " " + after);
        assertTrue(after.device().bytesWritten() >= before.device().bytesWritten(), before + " " + after);
        assertTrue(after.device().bytesRead() >= before.device().bytesRead(), before + " " + after);
        assertTrue(after.device().deviceReads() >= before.device().deviceReads(), before + " " + after);
        assertTrue(after.movement().reinsertedBytes() >= before.movement().reinsertedBytes(), before + " " + after);
    }

    private static SsdStats stats(TieredCache cache) {
        SsdStats stats = cache.stats().ssd();
        assertNotNull(stats);
        return stats;
    }
}
