package org.ssdtier.rowcache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.ssdtier.rowcache.TestCache.evict;
import static org.ssdtier.rowcache.TestCache.image;
import static org.ssdtier.rowcache.TestCache.key;
import static org.ssdtier.rowcache.TestCache.publish;
import static org.ssdtier.rowcache.TestCache.settle;

import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.ssdtier.segmentlog.device.MemoryStorage;

/** A small cache with an SSD tier, without threads; every block of its memory must have been freed at the end of a test. */
abstract class SsdTierFixture {
    final TestCache.ManualClock clock = new TestCache.ManualClock();
    final TieredCache cache = TestCache.open(new MemoryStorage(), clock, options -> options);
    final CachedTable table = cache.table(new UUID(1, 2));
    final RowKey key = key(table, 7);

    @AfterEach
    void close() {
        cache.close();
        assertEquals(0, cache.imageMemory().liveAllocations(), "blocks that were never freed");
        assertEquals(0, cache.imageMemory().liveBytes());
    }

    /** Publishes the image of a key without rows twice: the first time only its sight is recorded. */
    void publishEmpty(RowKey of) {
        for (int time = 0; time < 2; time++) {
            cache.publishEmpty(of, of.table().ticket(), image(5, 200));
        }
    }

    /** Publishes the image of {@link #key} and moves it to the SSD. */
    void onSsd() {
        publish(cache, key, 5);
        evict(cache);
        settle(cache);
    }

    /** Refreshes the image of {@link #key} with one that has the next number, as a flush does. */
    RefreshResult refresh(boolean readSsd) {
        table.beginChange();
        try {
            return cache.refresh(key, old -> image(old.getInt() + 1, 200), readSsd);
        } finally {
            table.endChange();
        }
    }

    SsdStats ssd() {
        return present(cache.stats().ssd());
    }

    static <T> T present(@Nullable T value) {
        assertNotNull(value);
        return value;
    }
}
