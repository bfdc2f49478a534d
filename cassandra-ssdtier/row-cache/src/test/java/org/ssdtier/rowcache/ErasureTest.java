package org.ssdtier.rowcache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.ssdtier.rowcache.TestCache.evict;
import static org.ssdtier.rowcache.TestCache.key;
import static org.ssdtier.rowcache.TestCache.publish;
import static org.ssdtier.rowcache.TestCache.settle;
import static org.ssdtier.rowcache.TestCache.value;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.segmentlog.device.AlignedBuffers;
import org.ssdtier.segmentlog.device.Device;
import org.ssdtier.segmentlog.device.HookStorage;

/** Erasure: afterwards no byte of a row is in the segments. */
@Tag("unit")
class ErasureTest {
    private static final UUID ID = new UUID(1, 2);
    private static final int ROWS = 2_000;
    /** The first bytes of every image. */
    private static final int VALUE = 0x5eadbeef;

    private final HookStorage storage = new HookStorage();
    private final TestCache.ManualClock clock = new TestCache.ManualClock();

    /** Checked by removal: clear alone leaves every row in the segments. */
    @Test
    void erase_rowsOnTheSsd_areGoneFromTheDevice_andTheTierWorksOn() throws IOException {
        try (TieredCache cache = filled()) {
            assertTrue(occurrences() > 0);
            cache.clear();
            settle(cache);
            assertTrue(occurrences() > 0, "clear leaves the bytes");
            assertTrue(cache.erase());
            assertTrue(cache.ssd().eraseRemainingBytes() > 0);
            publish(cache, key(cache.table(ID), 1), VALUE);
            evict(cache);
            while (cache.ssd().eraseRemainingBytes() > 0) {
                settle(cache);
                clock.advanceSeconds(1);
            }
            assertEquals(0, cache.ssd().eraseRemainingBytes());
            publish(cache, key(cache.table(ID), 1), VALUE);
            evict(cache);
            settle(cache);
            assertEquals(VALUE, value(cache, key(cache.table(ID), 1)));
            assertTrue(occurrences() <= 2, "only what was written since, nothing from before: " + occurrences());
            assertEquals(CacheState.ONLINE, cache.state());
        }
    }

    /** Checked by removal: without the rate limit all segments are overwritten at once. */
    @Test
    void erase_isBoundedInRate() {
        try (TieredCache cache = filled()) {
            assertTrue(cache.erase());
            settle(cache);
            assertEquals(7L * TestCache.SEGMENT_BYTES, cache.ssd().eraseRemainingBytes());
            settle(cache);
            assertEquals(7L * TestCache.SEGMENT_BYTES, cache.ssd().eraseRemainingBytes());
            clock.advanceSeconds(1);
            settle(cache);
            assertEquals(6L * TestCache.SEGMENT_BYTES, cache.ssd().eraseRemainingBytes());
        }
    }

    /** Checked by removal: a segment begun during the erasure keeps old bytes in its gaps. */
    @Test
    void erase_rowsEvictedMeanwhile_waitForItsEnd() {
        try (TieredCache cache = filled()) {
            assertTrue(cache.erase());
            settle(cache);
            CachedTable table = cache.table(ID);
            long admitted = cache.stats().ssd().movement().admitted();
            while (cache.ssd().eraseRemainingBytes() > 0) {
                publish(cache, key(table, 7), 7);
                evict(cache);
                settle(cache);
                assertEquals(admitted, cache.stats().ssd().movement().admitted());
                clock.advanceSeconds(1);
                settle(cache);
            }
            settle(cache);
            assertTrue(cache.stats().ssd().movement().admitted() > admitted);
            assertEquals(7, value(cache, key(table, 7)));
        }
    }

    /** Otherwise the writer's thread occupies a processor until the erasure has ended. */
    @Test
    void erase_rowsEvictedMeanwhile_theWriterPausesUntilTheNextSegment() {
        try (TieredCache cache = filled()) {
            assertTrue(cache.erase());
            settle(cache);
            publish(cache, key(cache.table(ID), 7), 7);
            evict(cache);
            settle(cache);
            assertTrue(cache.stats().ssd().content().pendingEntries() > 0);
            assertTrue(cache.ssd().pauseNanos() > 0);
            while (cache.ssd().eraseRemainingBytes() > 0) {
                clock.advanceSeconds(1);
                settle(cache);
            }
            publish(cache, key(cache.table(ID), 8), 8);
            evict(cache);
            assertEquals(0, cache.ssd().pauseNanos());
        }
    }

    @Test
    void erase_theDeviceFails_saysSo() {
        try (TieredCache cache = filled()) {
            assertTrue(cache.erase());
            settle(cache);
            storage.disturb(new HookStorage.Disturbance() {
                @Override
                public void beforeWrite(String device) throws IOException {
                    throw new IOException("sick");
                }
            });
            clock.advanceSeconds(1);
            settle(cache);
            assertEquals(-1, cache.ssd().eraseRemainingBytes());
        }
    }

    /** Checked by removal: the probe at the end of the stall takes a slot that is yet to be overwritten, which fails. */
    @Test
    void erase_theDeviceStallsMeanwhile_itGoesOnAfterwards() {
        try (TieredCache cache = filled(500)) { // the first slots only, so the next segment would begin in a later one
            assertTrue(cache.erase());
            settle(cache);
            AtomicBoolean hangs = new AtomicBoolean(true);
            storage.disturb(new HookStorage.Disturbance() {
                @Override
                public void beforeWrite(String device) {
                    if (hangs.getAndSet(false)) {
                        for (int second = 0; second < 5; second++) {
                            cache.ssd().look();
                            clock.advanceSeconds(1);
                        }
                        cache.ssd().look();
                        assertEquals(CacheState.OFFLINE, cache.state());
                    }
                }
            });
            clock.advanceSeconds(1);
            cache.work();
            assertFalse(hangs.get());
            while (cache.ssd().eraseRemainingBytes() > 0) {
                clock.advanceSeconds(1);
                settle(cache);
            }
            assertEquals(0, cache.ssd().eraseRemainingBytes());
            assertEquals(CacheState.ONLINE, cache.state());
            assertEquals(0, cache.stats().ssd().failures().ioErrors());
        }
    }

    /** Checked by removal: the erasure of a drained node would be promised, and rows be warm after the next start. */
    @Test
    void erase_afterTheStop_isRefused() {
        TieredCache cache = filled();
        cache.cleanStop(TestCache.IDENTITY, id -> new byte[] {1});
        assertTrue(cache.ssd().isStopped());
        assertFalse(cache.erase());
        assertEquals(0, cache.ssd().eraseRemainingBytes());
    }

    @Test
    void erase_ofATierThatIsPaused_isRefused() {
        try (TieredCache cache = filled()) {
            cache.ssd().pause();
            assertFalse(cache.erase());
        }
    }

    private TieredCache filled() {
        return filled(ROWS);
    }

    private TieredCache filled(int rows) {
        TieredCache cache = TestCache.open(storage, clock, options -> options);
        settle(cache);
        CachedTable table = cache.table(ID);
        for (int row = 0; row < rows; row++) {
            publish(cache, key(table, row), VALUE);
            settle(cache);
        }
        return cache;
    }

    private long occurrences() throws IOException {
        long found = 0;
        for (String name : storage.names()) {
            Device device = storage.raw(name);
            ByteBuffer bytes = AlignedBuffers.allocate((int) device.size());
            device.read(bytes, 0);
            bytes.order(ByteOrder.BIG_ENDIAN);
            for (int at = 0; at + Integer.BYTES <= bytes.capacity(); at++) {
                found += bytes.getInt(at) == VALUE ? 1 : 0;
            }
        }
        return found;
    }
}
