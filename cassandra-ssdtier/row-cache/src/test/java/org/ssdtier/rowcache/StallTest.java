package org.ssdtier.rowcache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.ssdtier.rowcache.TestCache.evict;
import static org.ssdtier.rowcache.TestCache.image;
import static org.ssdtier.rowcache.TestCache.key;
import static org.ssdtier.rowcache.TestCache.publish;
import static org.ssdtier.rowcache.TestCache.settle;
import static org.ssdtier.rowcache.TestCache.tier;
import static org.ssdtier.rowcache.TestCache.value;

import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ssdtier.rowcache.compression.CompressionMode;
import org.ssdtier.rowcache.compression.CompressionPolicy;
import org.ssdtier.rowcache.compression.ImageCompression;
import org.ssdtier.segmentlog.CpuWitness;
import org.ssdtier.segmentlog.checks.Polling;
import org.ssdtier.segmentlog.device.HookStorage;

/** Tests of a device that stalls without an error: it only causes misses, and no caller waits for it. */
@Tag("concurrency")
@Timeout(60)
class StallTest {
    private static final long READ_TIMEOUT_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final int READS_IN_FLIGHT = 6;
    /** Late reads after which no further read begins. */
    private static final int MOST_LATE = READS_IN_FLIGHT / 2;

    private static final int ROWS = 40;

    private final AtomicLong clock = new AtomicLong();
    private long wakeUpDelayNanos;
    private final HookStorage storage = new HookStorage();
    private final CountDownLatch stallEnds = new CountDownLatch(1);

    private final class Stall implements HookStorage.Disturbance {
        @Override
        public void beforeRead(String device) {
            await(stallEnds);
        }

        @Override
        public void beforeWrite(String device) {
            await(stallEnds);
        }
    }

    @AfterEach
    void endTheStall() {
        stallEnds.countDown();
    }

    /**
     * Checked by removal: with {@code read_timeout} 0, the first look-up waits for ever. Without the check of late reads
     * in {@code ReaderPool.tryAcquire}, further look-ups wait for the bound.
     */
    @Test
    void readsThatHang_areMisses_thenOffline_andTheSameContentAnswersAfterwards() {
        try (TieredCache cache = open()) {
            CachedTable table = filled(cache);
            storage.disturb(new Stall());
            for (int i = 0; i < MOST_LATE; i++) {
                assertNull(tier(cache, key(table, i)));
            }
            assertEquals(MOST_LATE, stats(cache).failures().lateReads());
            int reads = storage.reads();
            for (int i = 0; i < ROWS; i++) {
                assertNull(tier(cache, key(table, i)));
            }
            assertEquals(MOST_LATE, stats(cache).failures().lateReads());
            assertEquals(ROWS, stats(cache).failures().refusedReads());
            assertEquals(reads, storage.reads());

            cache.ssd().look();
            assertEquals(CacheState.ONLINE, cache.state());
            advanceMillis(1000);
            cache.ssd().look();
            assertEquals(CacheState.OFFLINE, cache.state());
            SsdOutage outage = cache.ssd().outage();
            assertNotNull(outage);
            assertTrue(outage.reason().contains("late reads=3"), outage.reason());
            assertEquals(1000, outage.nextAttemptMillis());

            stallEnds.countDown();
            comeBack(cache);
            assertNull(cache.ssd().outage());
            assertEquals(1, stats(cache).failures().outages());
            for (int i = 0; i < ROWS; i++) {
                assertEquals(i, value(cache, key(table, i)));
            }
            assertEquals(0, stats(cache).failures().ioErrors());
            assertEquals(0, stats(cache).failures().checksumErrors());
        }
    }

    /** Checked by removal: a tier that comes back while reads of the stall are in progress has no free readers. */
    @Test
    void stallThatGoesOn_theTierStaysOffline() {
        try (TieredCache cache = open()) {
            CachedTable table = filled(cache);
            storage.disturb(new Stall());
            stall(cache, table);
            for (int second = 0; second < 100; second++) {
                advanceMillis(1000);
                cache.ssd().look();
                cache.work();
                assertEquals(CacheState.OFFLINE, cache.state());
            }
            stallEnds.countDown();
        }
    }

    /** Checked by removal: without {@code hasLateReads}, each key of a flush waits for the full bound. */
    @Test
    void refreshWhileAReadHangs_readsNoMore() {
        try (TieredCache cache = open()) {
            CachedTable table = filled(cache);
            for (int i = 0; i < ROWS; i++) {
                assertEquals(Tier.SSD, tier(cache, key(table, i)));
            }
            evict(cache);
            settle(cache);
            storage.disturb(new Stall());
            for (int i = 0; i < ROWS; i++) {
                assertEquals(
                        RefreshResult.DROPPED,
                        cache.refresh(key(table, i), old -> image(old.getInt(old.position()) + 1, 200), true));
            }
            assertEquals(1, stats(cache).failures().lateReads());
            assertEquals(0, stats(cache).failures().refusedReads());
            stallEnds.countDown();
        }
    }

    /**
     * Checked by removal: without {@code SsdHealth.late}, every look-up on a slow device waits for its bound, for ever.
     */
    @Test
    void slowReads_thatGoOn_takeTheTierOffline() {
        SsdParts parts = online();
        StallWatch watch = new StallWatch(parts, clock::get, witness());
        for (int quarter = 0; quarter < 4; quarter++) {
            manyLate(parts.health);
            watch.look();
            assertEquals(CacheState.ONLINE, parts.health.state());
            advanceMillis(250);
        }
        manyLate(parts.health);
        watch.look();
        assertEquals(CacheState.OFFLINE, parts.health.state());
    }

    /** Checked by removal: without the second that they must last, one pause of the device costs a second of all rows on it. */
    @Test
    void slowReads_allAtOnce_keepTheTierOnline() {
        SsdParts parts = online();
        StallWatch watch = new StallWatch(parts, clock::get, witness());
        for (int burst = 0; burst < 3; burst++) {
            manyLate(parts.health);
        }
        for (int look = 0; look < 20; look++) {
            watch.look();
            assertEquals(CacheState.ONLINE, parts.health.state());
            advanceMillis(250);
        }
    }

    /**
     * Checked by removal: without the witness, a node whose threads wait for a processor loses all rows on the SSD for a second or
     * more, which then come from slow disks and need more of the processor.
     */
    @Test
    void slowReads_whileThreadsWaitForAProcessor_keepTheTierOnline() {
        SsdParts parts = online();
        StallWatch watch = new StallWatch(parts, clock::get, witness());
        wakeUpDelayNanos = TimeUnit.MILLISECONDS.toNanos(60);
        for (int look = 0; look < 40; look++) {
            manyLate(parts.health);
            watch.look();
            assertEquals(CacheState.ONLINE, parts.health.state());
            advanceMillis(250);
        }
        wakeUpDelayNanos = 0;
        for (int look = 0; look < 9; look++) {
            manyLate(parts.health);
            watch.look();
            advanceMillis(250);
        }
        assertEquals(CacheState.OFFLINE, parts.health.state());
    }

    /** Checked by removal: the pause between attempts grows also if each of them succeeds. */
    @Test
    void outages_again_andAgain_becomeLonger() {
        SsdParts parts = online();
        for (long seconds = 1; seconds <= 64; seconds *= 2) {
            parts.health.stalled("test");
            assertEquals(
                    Math.min(60, seconds) * 1000,
                    Objects.requireNonNull(parts.health.outage()).nextAttemptMillis());
            advanceMillis(Math.min(60, seconds) * 1000);
            parts.health.online("test");
            advanceMillis(59_999);
        }
        advanceMillis(1);
        parts.health.stalled("test");
        assertEquals(1000, Objects.requireNonNull(parts.health.outage()).nextAttemptMillis());
    }

    /** Checked by removal: a process that was stopped for a while finds its device stalled. */
    @Test
    void pauseOfTheProcess_isNoStall() throws InterruptedException {
        try (TieredCache cache = open()) {
            filled(cache);
            storage.disturb(new Stall());
            for (int i = 0; i < 200; i++) {
                publish(cache, key(cache.table(new UUID(1, 2)), 1000 + i), i);
            }
            Thread writer = new Thread(() -> settle(cache));
            writer.start();
            Polling.value("the writer waits", writer::getState, Thread.State.WAITING::equals);
            cache.ssd().look();
            advanceMillis(30_000);
            cache.ssd().look();
            assertEquals(CacheState.ONLINE, cache.state());
            stallEnds.countDown();
            writer.join();
        }
    }

    private SsdParts online() {
        SsdParts parts = new SsdParts(
                ssd(),
                1 << 20,
                clock::get,
                ImageCompression.open(CompressionMode.OFF, CompressionPolicy.STANDARD, true, false, clock::get));
        parts.health.online("test");
        return parts;
    }

    private CpuWitness witness() {
        return new CpuWitness(
                clock::get,
                nanos -> clock.addAndGet(nanos + wakeUpDelayNanos),
                ssd().device().readTimeoutNanos());
    }

    private static void manyLate(SsdHealth health) {
        for (int late = 0; late <= ssd().device().ioErrorThreshold(); late++) {
            health.late();
        }
    }

    /** Checked by removal: without {@code SsdHealth.inTime}, slow reads add up over days. */
    @Test
    void slowReads_seldom_keepTheTierOnline() {
        SsdHealth health = new SsdHealth(4, new LongAdder(), clock::get);
        health.online("test");
        for (int late = 0; late < 1000; late++) {
            health.late();
            for (int read = 0; read < 100; read++) {
                health.inTime();
            }
            clock.addAndGet(TimeUnit.SECONDS.toNanos(1));
            assertFalse(health.hasTooManyLate(false));
        }
    }

    /**
     * Checked by removal: the writer itself is blocked and cannot detect the stall; without the watch the state stays
     * ONLINE.
     */
    @Test
    void writesThatHang_theTierIsOffline_andComesBack() throws InterruptedException {
        try (TieredCache cache = open()) {
            CachedTable table = filled(cache);
            storage.disturb(new Stall());
            for (int i = 0; i < 200; i++) {
                publish(cache, key(table, 1000 + i), i);
            }
            Thread writer = new Thread(() -> settle(cache));
            writer.start();
            Polling.value("the writer waits", writer::getState, Thread.State.WAITING::equals);
            cache.ssd().look();
            for (int second = 0; second < 3; second++) {
                assertEquals(CacheState.ONLINE, cache.state());
                advanceMillis(1000);
                cache.ssd().look();
            }
            assertEquals(CacheState.OFFLINE, cache.state());
            stallEnds.countDown();
            writer.join();
            comeBack(cache);
            assertEquals(3, value(cache, key(table, 3)));
        }
    }

    /** Checked by removal: without {@code Patience}, the stop waits for the writer, which waits for the device. */
    @Test
    void stopWhileTheDeviceHangs_ends_andTheNextStartIsCold() {
        TieredCache cache = TieredCache.open(withThreads());
        CachedTable table = cache.table(new UUID(1, 2));
        storage.disturb(new Stall());
        for (int i = 0; i < 400; i++) {
            publish(cache, key(table, i), i);
        }
        cache.cleanStop(TestCache.IDENTITY, id -> new byte[] {1});
        assertEquals(1, stallEnds.getCount());
        stallEnds.countDown();
        try (TieredCache next = open()) {
            assertEquals(0, stats(next).index().entries());
        }
    }

    /**
     * Checked by removal: without {@code Patience} in {@code LogLifecycle.connect}, the start waits for the device.
     */
    @Test
    void startWhileTheDeviceHangs_isOffline_andTheTierComesBackEmpty() throws InterruptedException {
        TieredCache before = TieredCache.open(withThreads());
        CachedTable table = before.table(new UUID(1, 2));
        for (int i = 0; i < 400; i++) {
            publish(before, key(table, i), i);
        }
        before.cleanStop(TestCache.IDENTITY, id -> new byte[] {1});
        storage.disturb(new Stall());
        try (TieredCache cache = TieredCache.open(withThreads())) {
            SsdOutage outage = cache.ssd().outage();
            assertNotNull(outage);
            assertEquals("the device does not answer at the start", outage.reason());
            CachedTable now = cache.table(new UUID(1, 2));
            publish(cache, key(now, 7), 8);
            assertEquals(8, value(cache, key(now, 7)));
            Thread.sleep(1500); // a probe is due meanwhile
            assertEquals(CacheState.OFFLINE, cache.state());
            stallEnds.countDown();
            while (cache.state() == CacheState.OFFLINE) {
                Thread.sleep(10);
            }
            assertEquals(CacheState.ONLINE, cache.state());
            assertEquals(-1, value(cache, key(now, 3)));
            for (int i = 0; i < 400; i++) {
                publish(cache, key(now, i), 1000 + i);
            }
            cache.cleanStop(TestCache.IDENTITY, id -> new byte[] {2});
        }
        try (TieredCache next = open()) {
            settle(next);
            next.confirm(next.table(new UUID(1, 2)), new byte[] {2});
            assertTrue(stats(next).index().entries() > 0);
            for (int i = 0; i < 400; i++) {
                int seen = value(next, key(next.table(new UUID(1, 2)), i));
                assertTrue(seen == -1 || seen == 1000 + i, "seen=" + seen);
            }
        }
    }

    /**
     * The opening hangs after it has begun a journal. Checked by removal: without {@code isOpening} in {@code
     * SsdWriter.journal}, changes are recorded in the journal of an opening that was abandoned; without it in {@code
     * comeBack}, the writer deletes that journal at the same time.
     */
    @Test
    void startHangsAfterTheJournalHasBegun_itIsNotShown() throws InterruptedException {
        TieredCache.open(withThreads(TestCache.IDENTITY, RecoverOnStart.CRASH)).close();
        storage.raw("dictionary-00000001");
        AtomicInteger deletions = new AtomicInteger();
        storage.disturb(new HookStorage.Disturbance() {
            @Override
            public void beforeDelete(String device) {
                deletions.incrementAndGet();
                if (device.startsWith("dictionary")) {
                    await(stallEnds);
                }
            }
        });
        byte[] other = {9}; // so the dictionary is deleted, after the new journal has begun
        try (TieredCache cache = TieredCache.open(withThreads(other, RecoverOnStart.CRASH))) {
            assertNotNull(cache.ssd().outage());
            assertNull(cache.journaled().journal());
            Thread.sleep(500); // several steps of the writer
            assertEquals(
                    3, deletions.get(), "the old journal, the new one's file before it is written, and the dictionary");
            stallEnds.countDown();
            while (cache.state() == CacheState.OFFLINE) {
                Thread.sleep(10);
            }
            assertNotNull(cache.journaled().journal());
        }
    }

    /** Checked by removal: damaged data that was only counted would be read again and again. */
    @Test
    void garbageFromTheDevice_countsTowardsOffline() {
        try (TieredCache cache = open()) {
            CachedTable table = filled(cache);
            storage.afterRead(read -> {
                for (int at = read.position(); at < read.limit(); at++) {
                    read.put(at, (byte) ~read.get(at));
                }
            });
            int asked = 0;
            while (cache.state() == CacheState.ONLINE) {
                assertNull(tier(cache, key(table, asked++)));
            }
            assertEquals(ssd().device().ioErrorThreshold() + 1, asked);
            assertEquals(asked, stats(cache).failures().checksumErrors());
            assertFalse(cache.ssd().outage().reason().isEmpty());
        }
    }

    private static SsdOptions ssd() {
        return TestCache.ssd().withReads(READ_TIMEOUT_NANOS, READS_IN_FLIGHT);
    }

    private TieredCacheOptions withThreads() {
        return withThreads(TestCache.IDENTITY, RecoverOnStart.CLEAN_ONLY);
    }

    private TieredCacheOptions withThreads(byte[] identity, RecoverOnStart recover) {
        return TieredCacheOptions.builder()
                .memoryCapacityBytes(8 << 10)
                .identity(identity)
                .storage(() -> storage)
                .ssd(ssd().withRecovery(recover))
                .build();
    }

    private TieredCache open() {
        return TestCache.open(storage, clock::get, options -> options.ssd(ssd()));
    }

    /** Returns a table with rows that are on the SSD and not in memory. */
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

    private void stall(TieredCache cache, CachedTable table) {
        for (int i = 0; i < MOST_LATE; i++) {
            assertNull(tier(cache, key(table, i)));
        }
        cache.ssd().look();
        advanceMillis(1000);
        cache.ssd().look();
        assertEquals(CacheState.OFFLINE, cache.state());
    }

    /** Steps until the tier is back. The late reads end on other threads, so the number of attempts varies. */
    private void comeBack(TieredCache cache) {
        while (cache.state() == CacheState.OFFLINE) {
            advanceMillis(1000);
            cache.ssd().look();
            cache.work();
        }
    }

    private void advanceMillis(long millis) {
        clock.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
    }

    private static SsdStats stats(TieredCache cache) {
        SsdStats stats = cache.stats().ssd();
        assertNotNull(stats);
        return stats;
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
