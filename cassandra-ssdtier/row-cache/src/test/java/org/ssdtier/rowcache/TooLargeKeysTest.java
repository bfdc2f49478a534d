package org.ssdtier.rowcache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.rowcache.TestCache.ManualClock;
import org.ssdtier.rowcache.index.IndexMemory;
import org.ssdtier.segmentlog.device.MemoryStorage;

@Tag("unit")
class TooLargeKeysTest {
    private final ManualClock clock = new ManualClock();
    private final CachedTable table = new CachedTable(new UUID(1, 2), 1, new ImageMemory(), TestCache.HASH_KEY);

    @Test
    void mark_agesAndIsForgotten() {
        TooLargeKeys keys = new TooLargeKeys(1 << 10, clock);
        RowKey key = TestCache.key(table, 1);
        assertFalse(keys.contains(key));
        keys.add(key, table.floor());
        assertTrue(keys.contains(key));
        clock.advanceSeconds((TooLargeKeys.MAX_AGE_MINUTES - 1) * 60L);
        assertTrue(keys.contains(key));
        clock.advanceSeconds(60);
        assertFalse(keys.contains(key));
        keys.add(key, table.floor());
        assertTrue(keys.contains(key));
    }

    @Test
    void mark_tablePurged_isForgotten() {
        TooLargeKeys keys = new TooLargeKeys(1 << 10, clock);
        RowKey key = TestCache.key(table, 1);
        keys.add(key, table.floor());
        table.purge();
        assertFalse(keys.contains(key));
    }

    @Test
    void mark_madeAfterAPurgeOfAReadFromBefore_isNotValid() {
        TooLargeKeys keys = new TooLargeKeys(1 << 10, clock);
        RowKey key = TestCache.key(table, 1);
        int floor = table.floor();
        table.purge();
        keys.add(key, floor);
        assertFalse(keys.contains(key));
    }

    @Test
    void mark_ofAReadThatAPurgeOvertook_isNotMade() {
        try (TieredCache cache = TestCache.open(new MemoryStorage())) {
            RowKey key = TestCache.key(cache.table(new UUID(1, 2)), 1);
            long ticket = key.table().ticket();
            cache.purge(key.table());
            cache.tooLarge().addUnlessChanged(key, ticket);
            assertFalse(cache.tooLarge().contains(key));
            cache.tooLarge().addUnlessChanged(key, key.table().ticket());
            assertTrue(cache.tooLarge().contains(key));
        }
    }

    @Test
    void mark_tableFlushed_alsoTooSlowly_isRemembered() {
        TooLargeKeys keys = new TooLargeKeys(1 << 10, clock);
        RowKey key = TestCache.key(table, 1);
        keys.add(key, table.floor());
        table.raiseStampAbove(0);
        table.purgeRange(key.token(), Long.MAX_VALUE);
        assertTrue(keys.contains(key));
    }

    @Test
    void marks_asManyAsATenthOfTheSlots_areRememberedAndNoOtherIs() {
        IndexMemory memory = IndexMemory.of(512 << 20);
        TooLargeKeys keys = new TooLargeKeys(memory.markWords(), clock);
        int marked = memory.markWords() / 10;
        for (int number = 0; number < marked; number++) {
            keys.add(TestCache.key(table, number), table.floor());
        }
        int known = 0;
        for (int number = 0; number < marked; number++) {
            known += keys.contains(TestCache.key(table, number)) ? 1 : 0;
        }
        assertTrue(marked > 12_000 && known > marked * 9 / 10, "marked=" + marked + " known=" + known);
        int strangers = 0;
        for (int number = marked; number < 10 * marked; number++) {
            strangers += keys.contains(TestCache.key(table, number)) ? 1 : 0;
        }
        assertEquals(0, strangers);
    }
}
