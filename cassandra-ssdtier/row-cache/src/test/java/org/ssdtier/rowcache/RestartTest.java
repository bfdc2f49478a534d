package org.ssdtier.rowcache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.ssdtier.rowcache.TestCache.evict;
import static org.ssdtier.rowcache.TestCache.image;
import static org.ssdtier.rowcache.TestCache.key;
import static org.ssdtier.rowcache.TestCache.publish;
import static org.ssdtier.rowcache.TestCache.settle;
import static org.ssdtier.rowcache.TestCache.value;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.rowcache.admission.Admission;
import org.ssdtier.segmentlog.SegmentState;
import org.ssdtier.segmentlog.SegmentStatus;
import org.ssdtier.segmentlog.device.AlignedBuffers;
import org.ssdtier.segmentlog.device.Device;
import org.ssdtier.segmentlog.device.HookStorage;

/**
 * Tests of starts after clean stops, kills, and damaged files: warm if everything is verified, otherwise cold, never
 * wrong.
 */
@Tag("crash")
class RestartTest {
    private static final UUID ID = new UUID(1, 2);
    private static final byte[] DIGEST = {9, 9};
    private static final int ROWS = 60;

    private final HookStorage storage = new HookStorage();

    @Test
    void cleanStop_nextStart_isWarm() {
        stopWith(DIGEST);
        try (TieredCache cache = open()) {
            assertEquals(CacheState.RECOVERING, cache.state());
            settle(cache);
            assertEquals(CacheState.ONLINE, cache.state());
            cache.confirm(cache.table(ID), DIGEST);
            assertEquals(ROWS, hits(cache));
        }
    }

    @Test
    void cleanStop_twiceInARow_isWarmBothTimes() {
        stopWith(DIGEST);
        for (int i = 0; i < 2; i++) {
            TieredCache cache = open();
            settle(cache);
            cache.confirm(cache.table(ID), DIGEST);
            assertEquals(ROWS, hits(cache));
            cache.cleanStop(TestCache.IDENTITY, id -> DIGEST);
        }
    }

    @Test
    void cleanStop_beforeTheIndexWasLoaded_losesNothing() {
        stopWith(DIGEST);
        TieredCache cache = open();
        cache.confirm(cache.table(ID), DIGEST);
        cache.cleanStop(TestCache.IDENTITY, id -> DIGEST);
        assertWarm();
    }

    @Test
    void cleanStop_imageOfAnEmptyKey_isNotWritten() {
        try (TieredCache cache = open()) {
            RowKey key = key(cache.table(ID), 1);
            for (int time = 0; time < 2; time++) {
                cache.publishEmpty(key, key.table().ticket(), image(5, 200));
            }
            assertEquals(5, value(cache, key));
            cache.cleanStop(TestCache.IDENTITY, id -> DIGEST);
            assertEquals(0, cache.stats().ssd().movement().demotions());
        }
    }

    @Test
    void table_notConfirmed_doesNotAnswer() {
        stopWith(DIGEST);
        try (TieredCache cache = open()) {
            settle(cache);
            assertEquals(0, hits(cache));
            cache.confirm(cache.table(ID), DIGEST);
            assertEquals(ROWS, hits(cache));
        }
    }

    @Test
    void table_otherDigest_isDropped() {
        stopWith(DIGEST);
        try (TieredCache cache = open()) {
            settle(cache);
            cache.confirm(cache.table(ID), new byte[] {1});
            cache.confirm(cache.table(ID), DIGEST);
            assertEquals(0, hits(cache));
            publish(cache, key(cache.table(ID), 1), 5);
            assertEquals(5, value(cache, key(cache.table(ID), 1)));
        }
    }

    @Test
    void table_notSaved_doesNotAnswer() {
        TieredCache cache = filled();
        cache.cleanStop(TestCache.IDENTITY, id -> null);
        assertColdTable();
    }

    @Test
    void table_unconfirmedInTheRunBefore_doesNotAnswer() {
        stopWith(DIGEST);
        TieredCache cache = open();
        settle(cache);
        cache.cleanStop(TestCache.IDENTITY, id -> new byte[] {5});
        try (TieredCache next = open()) {
            settle(next);
            next.confirm(next.table(ID), new byte[] {5});
            assertEquals(0, hits(next));
        }
    }

    @Test
    void purgeBeforeTheStop_holdsAfterIt() {
        TieredCache cache = filled();
        evict(cache);
        settle(cache);
        cache.purgeRange(cache.table(ID), -1, 9);
        cache.cleanStop(TestCache.IDENTITY, id -> DIGEST);
        try (TieredCache next = open()) {
            settle(next);
            next.confirm(next.table(ID), DIGEST);
            assertEquals(ROWS - 10, hits(next));
        }
    }

    /**
     * Checked by removal: if the snapshot's stamp base ignores the forgotten table's stamps, its rows answer for the
     * next table with the same id.
     */
    @Test
    void forgottenBeforeTheStop_madeAgainAfterIt_doesNotAnswer() {
        TieredCache cache = filled();
        cache.purge(cache.table(ID));
        for (int row = 0; row < ROWS; row++) {
            publish(cache, key(cache.table(ID), row), row);
        }
        evict(cache);
        settle(cache);
        cache.forget(ID);
        cache.cleanStop(TestCache.IDENTITY, id -> DIGEST);
        try (TieredCache next = open()) {
            settle(next);
            next.confirm(next.table(ID), DIGEST);
            assertEquals(0, hits(next));
        }
    }

    @Test
    void drop_whileTheIndexIsBeingLoaded_isEffective() {
        stopWith(DIGEST);
        try (TieredCache cache = open()) {
            CachedTable table = cache.table(ID);
            cache.confirm(table, DIGEST);
            cache.drop(key(table, 3));
            settle(cache);
            assertEquals(-1, value(cache, key(table, 3)));
            assertEquals(ROWS - 1, hits(cache));
        }
    }

    @Test
    void clear_whileTheIndexIsBeingLoaded_isEffective() {
        stopWith(DIGEST);
        try (TieredCache cache = open()) {
            cache.confirm(cache.table(ID), DIGEST);
            cache.clear();
            settle(cache);
            assertEquals(0, hits(cache));
        }
    }

    @Test
    void kill_nextStart_isCold() {
        TieredCache killed = filled();
        evict(killed);
        settle(killed);
        assertColdTable();
    }

    /** Checked by removal: if the manifest is marked open at the start, a start that fails loses the cache. */
    @Test
    void kill_beforeTheFirstChange_leavesWhatTheStopLeft() throws IOException {
        stopWith(DIGEST);
        Map<String, ByteBuffer> stopped = contents();
        for (int start = 0; start < 3; start++) {
            TieredCache killed = open();
            settle(killed);
            killed.confirm(killed.table(ID), DIGEST);
            assertEquals(ROWS, hits(killed));
        }
        open();
        assertEquals(stopped, contents());
        assertWarm();
    }

    /**
     * A log that was made smaller lacks free segments. Checked by removal: it reclaims before there is anything to
     * write.
     */
    @Test
    void kill_beforeTheFirstChange_ofAFullLog_reclaimsNothing() throws IOException {
        TieredCache full = filled();
        CachedTable table = full.table(ID);
        for (int i = ROWS; i < 40 * ROWS; i++) {
            publish(full, key(table, i), i);
            settle(full);
        }
        full.cleanStop(TestCache.IDENTITY, id -> DIGEST);
        UnaryOperator<TieredCacheOptions.Builder> smaller =
                options -> options.ssd(geometry(5, TestCache.SEGMENT_BYTES, 64 << 10));
        TestCache.open(storage, () -> 0, smaller);
        Map<String, ByteBuffer> stopped = contents();
        TieredCache killed = TestCache.open(storage, () -> 0, smaller);
        settle(killed);
        SsdStats stats = killed.stats().ssd();
        assertNotNull(stats);
        assertTrue(
                stats.content().freeSegments() <= 2, "free=" + stats.content().freeSegments());
        assertEquals(0, stats.movement().reclaims());
        assertEquals(stopped, contents());
    }

    @Test
    void kill_afterTheFirstWrite_nextStartIsCold() {
        stopWith(DIGEST);
        TieredCache killed = open();
        settle(killed);
        killed.confirm(killed.table(ID), DIGEST);
        publish(killed, key(killed.table(new UUID(3, 4)), 1), 1);
        evict(killed);
        settle(killed);
        assertFalse(storage.names().contains(SnapshotDescriptor.NAME));
        assertColdTable();
    }

    /** A crash may happen between marking the manifest open and deleting the snapshot. */
    @Test
    void kill_afterTheFirstWrite_snapshotStillThere_nextStartIsCold() throws IOException {
        stopWith(DIGEST);
        ByteBuffer snapshot = contents(SnapshotDescriptor.NAME);
        TieredCache killed = open();
        killed.drop(key(killed.table(ID), 1));
        settle(killed);
        putBack(snapshot);
        assertColdTable();
    }

    @Test
    void kill_afterTheFirstChange_nextStartIsCold() {
        List<BiConsumer<TieredCache, CachedTable>> changes = List.of(
                (cache, table) -> cache.drop(key(table, 1)),
                TieredCache::purge,
                (cache, table) -> cache.purgeRange(table, 1, 2),
                (cache, table) -> cache.refresh(key(table, 1), image -> null, false),
                (cache, table) -> cache.clear());
        for (BiConsumer<TieredCache, CachedTable> change : changes) {
            stopWith(DIGEST);
            TieredCache killed = open();
            settle(killed);
            change.accept(killed, killed.table(ID));
            settle(killed);
            assertColdTable();
        }
    }

    @Test
    void kill_afterAChangeOfAnotherTable_nextStartIsWarm() {
        stopWith(DIGEST);
        TieredCache killed = open();
        killed.purge(killed.table(new UUID(3, 4)));
        settle(killed);
        assertWarm();
    }

    @Test
    void kill_whileTheIndexIsBeingLoaded_nextStartIsWarm() {
        stopWith(DIGEST);
        open();
        assertWarm();
    }

    @Test
    void identity_other_isCold() {
        stopWith(DIGEST);
        assertCold(options -> options.identity(new byte[] {4}));
    }

    @Test
    void recover_switchedOff_isCold() {
        stopWith(DIGEST);
        SsdOptions ssd = TestCache.ssd();
        assertCold(options -> options.ssd(
                SsdOptions.of(ssd.directory(), ssd.geometry(), ssd.writes().admission())
                        .withRecovery(RecoverOnStart.NEVER)
                        .withIoErrorThreshold(4)));
    }

    @Test
    void geometry_other_isCold() {
        stopWith(DIGEST);
        assertCold(options -> options.ssd(geometry(8, TestCache.SEGMENT_BYTES, 128 << 10)));
        stopWith(DIGEST);
        assertCold(options -> options.ssd(geometry(8, 2 * TestCache.SEGMENT_BYTES, 64 << 10)));
    }

    @Test
    void snapshot_missing_isCold() throws IOException {
        stopWith(DIGEST);
        storage.delete(SnapshotDescriptor.NAME);
        assertColdTable();
    }

    @Test
    void snapshot_ofAnEarlierStop_isCold() throws IOException {
        stopWith(DIGEST);
        ByteBuffer earlier = contents(SnapshotDescriptor.NAME);
        TieredCache cache = open();
        settle(cache);
        cache.confirm(cache.table(ID), DIGEST);
        for (int i = 0; i < ROWS; i++) {
            cache.drop(key(cache.table(ID), i));
        }
        cache.cleanStop(TestCache.IDENTITY, id -> DIGEST);
        putBack(earlier);
        assertColdTable();
    }

    @Test
    void snapshot_cutAnywhere_isNeverWrong() throws IOException {
        for (int pages = 0; ; pages++) {
            stopWith(DIGEST);
            ByteBuffer whole = contents(SnapshotDescriptor.NAME);
            if (pages * Device.PAGE_BYTES >= whole.capacity()) {
                break;
            }
            storage.delete(SnapshotDescriptor.NAME);
            Device device = storage.raw(SnapshotDescriptor.NAME);
            device.allocate((long) pages * Device.PAGE_BYTES);
            device.write(whole.limit(pages * Device.PAGE_BYTES), 0);
            assertColdTable();
        }
    }

    @Test
    void snapshot_oneBitFlippedAnywhere_isNeverWrong() throws IOException {
        stopWith(DIGEST);
        int bytes = contents(SnapshotDescriptor.NAME).capacity();
        int cold = 0;
        int tried = 0;
        for (int at = 0; at < bytes; at += at < 200 || (at > 4090 && at < 4300) ? 3 : 997) {
            HookStorage fresh = new HookStorage();
            stopWith(fresh, DIGEST);
            flip(fresh, SnapshotDescriptor.NAME, at);
            tried++;
            try (TieredCache cache = open(fresh)) {
                settle(cache);
                cache.confirm(cache.table(ID), DIGEST);
                int hits = hits(cache);
                assertTrue(hits == 0 || hits == ROWS, "at=" + at + " hits=" + hits);
                cold += hits == 0 ? 1 : 0;
            }
        }
        assertTrue(cold > tried / 3, "cold=" + cold + " of " + tried);
    }

    @Test
    void manifest_damaged_isColdAndWorks() throws IOException {
        stopWith(DIGEST);
        for (String name : storage.names()) {
            if (name.startsWith("manifest")) {
                for (int at = 0; at < contents(name).capacity(); at += 64) {
                    flip(storage, name, at);
                }
            }
        }
        assertColdTable();
    }

    @Test
    void segment_damaged_losesRowsAndCountsThem() throws IOException {
        stopWith(DIGEST);
        for (String name : storage.names()) {
            if (name.startsWith("segment")) {
                for (int at = 5000; at < TestCache.SEGMENT_BYTES; at += 700) {
                    flip(storage, name, at);
                }
            }
        }
        AtomicLong everSlower = new AtomicLong();
        try (TieredCache cache =
                TestCache.open(storage, () -> everSlower.addAndGet(TimeUnit.MINUTES.toNanos(1)), same -> same)) {
            settle(cache);
            cache.confirm(cache.table(ID), DIGEST);
            int hits = hits(cache);
            SsdStats stats = cache.stats().ssd();
            assertNotNull(stats);
            assertTrue(hits < ROWS, "hits=" + hits);
            assertEquals(ROWS - hits, stats.failures().checksumErrors());
        }
    }

    /**
     * Checked by removal: if the load does not check which records exist, the index keeps entries of missing records.
     */
    @Test
    void segment_missing_itsEntriesGoWithIt() throws IOException {
        stopWith(DIGEST);
        storage.delete("segment-00000");
        try (TieredCache cache = open()) {
            settle(cache);
            cache.confirm(cache.table(ID), DIGEST);
            SsdStats stats = cache.stats().ssd();
            assertNotNull(stats);
            assertEquals(0, stats.index().entries());
            assertEquals(0, hits(cache));
            assertEquals(CacheState.ONLINE, cache.state());
        }
    }

    /** Checked by removal: if only segments with live records are reported, those without pass for full of them. */
    @Test
    void segmentsOfGarbage_afterARestart_areStillKnownAndReclaimedFirst() {
        TieredCache stopped = filled();
        for (int value = 0; ssd(stopped).content().freeSegments() > 4; value++) {
            overwrite(stopped, value);
        }
        assertEquals(0, ssd(stopped).movement().reclaims());
        List<Integer> garbage = garbageOnly(stopped);
        assertTrue(garbage.size() > 1, "garbage=" + garbage);
        stopped.cleanStop(TestCache.IDENTITY, id -> DIGEST);
        try (TieredCache cache = open()) {
            settle(cache);
            cache.confirm(cache.table(ID), DIGEST);
            assertTrue(garbageOnly(cache).containsAll(garbage), "garbage=" + garbageOnly(cache));
            for (int value = 0; ssd(cache).movement().reclaims() < garbage.size(); value++) {
                overwrite(cache, value);
            }
            assertEquals(ROWS, hits(cache));
        }
    }

    /** Writes one of ten other rows to the SSD again, so that its previous record becomes garbage. */
    private static void overwrite(TieredCache cache, int value) {
        publish(cache, key(cache.table(ID), ROWS + value % 10), value);
        evict(cache);
        settle(cache);
    }

    private static List<Integer> garbageOnly(TieredCache cache) {
        return cache.ssd().segments().stream()
                .filter(segment ->
                        segment.state() == SegmentState.SEALED && segment.garbageBytes() >= segment.usedBytes() * 4 / 5)
                .map(SegmentStatus::slot)
                .toList();
    }

    private static SsdStats ssd(TieredCache cache) {
        return Objects.requireNonNull(cache.stats().ssd());
    }

    private void stopWith(byte[] digest) {
        stopWith(storage, digest);
    }

    private static void stopWith(HookStorage on, byte[] digest) {
        filled(on).cleanStop(TestCache.IDENTITY, id -> digest);
    }

    private TieredCache filled() {
        return filled(storage);
    }

    private static TieredCache filled(HookStorage on) {
        TieredCache cache = open(on);
        settle(cache);
        CachedTable table = cache.table(ID);
        for (int i = 0; i < ROWS; i++) {
            publish(cache, key(table, i), i);
            settle(cache);
        }
        return cache;
    }

    private TieredCache open() {
        return open(storage);
    }

    private static TieredCache open(HookStorage on) {
        return TestCache.open(on);
    }

    private void assertWarm() {
        try (TieredCache cache = open()) {
            settle(cache);
            cache.confirm(cache.table(ID), DIGEST);
            assertEquals(ROWS, hits(cache));
        }
    }

    private void assertColdTable() {
        assertCold(options -> options);
    }

    private void assertCold(UnaryOperator<TieredCacheOptions.Builder> change) {
        try (TieredCache cache = TestCache.open(storage, () -> 0, change)) {
            settle(cache);
            assertEquals(CacheState.ONLINE, cache.state());
            cache.confirm(cache.table(ID), DIGEST);
            assertEquals(0, hits(cache));
            publish(cache, key(cache.table(ID), 1), 5);
            evict(cache);
            settle(cache);
            assertEquals(5, value(cache, key(cache.table(ID), 1)));
        }
    }

    private static SsdOptions geometry(int segments, int segmentBytes, long indexBytes) {
        return SsdOptions.of(
                        TestCache.ssd().directory(),
                        new SsdOptions.Geometry((long) segments * segmentBytes, segmentBytes, 4096, indexBytes),
                        Admission.ALL)
                .withIoErrorThreshold(4);
    }

    private static int hits(TieredCache cache) {
        int hits = 0;
        for (int i = 0; i < ROWS; i++) {
            int value = value(cache, key(cache.table(ID), i));
            assertTrue(value == -1 || value == i, "row=" + i + " value=" + value);
            hits += value == i ? 1 : 0;
        }
        return hits;
    }

    private void putBack(ByteBuffer snapshot) throws IOException {
        storage.delete(SnapshotDescriptor.NAME);
        Device device = storage.raw(SnapshotDescriptor.NAME);
        device.allocate(snapshot.remaining());
        device.write(snapshot, 0);
    }

    private Map<String, ByteBuffer> contents() throws IOException {
        Map<String, ByteBuffer> all = new TreeMap<>();
        for (String name : storage.names()) {
            all.put(name, contents(name));
        }
        return all;
    }

    private ByteBuffer contents(String name) throws IOException {
        Device device = storage.raw(name);
        ByteBuffer bytes = AlignedBuffers.allocate((int) device.size());
        device.read(bytes, 0);
        return bytes.flip();
    }

    private static void flip(HookStorage on, String name, int at) throws IOException {
        Device device = on.raw(name);
        ByteBuffer page = AlignedBuffers.allocate(Device.PAGE_BYTES);
        long from = at / Device.PAGE_BYTES * (long) Device.PAGE_BYTES;
        device.read(page, from);
        page.put(at % Device.PAGE_BYTES, (byte) (page.get(at % Device.PAGE_BYTES) ^ 4));
        device.write(page.flip(), from);
    }
}
