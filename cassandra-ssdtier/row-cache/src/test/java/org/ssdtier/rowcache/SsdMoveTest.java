package org.ssdtier.rowcache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.ssdtier.rowcache.TestCache.evict;
import static org.ssdtier.rowcache.TestCache.image;
import static org.ssdtier.rowcache.TestCache.key;
import static org.ssdtier.rowcache.TestCache.publish;
import static org.ssdtier.rowcache.TestCache.settle;
import static org.ssdtier.rowcache.TestCache.tier;
import static org.ssdtier.rowcache.TestCache.value;

import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.segmentlog.device.MemoryStorage;

/** Tests of the moves of images from memory to the SSD and back, one step at a time. */
@Tag("unit")
class SsdMoveTest extends SsdTierFixture {
    @Test
    void evictedImage_answersFromPending_thenFromTheSsd_thenFromMemory() {
        publish(cache, key, 5);
        evict(cache);
        assertEquals(Tier.PENDING, tier(cache, key));
        settle(cache);
        assertEquals(Tier.SSD, tier(cache, key));
        assertEquals(Tier.MEMORY, tier(cache, key));
        assertEquals(5, value(cache, key));
    }

    @Test
    void imageThatCameBackFromTheSsd_evictedAgain_isNotWrittenAgain() {
        onSsd();
        tier(cache, key);
        evict(cache);
        settle(cache);
        assertEquals(1, ssd().movement().alreadyOnSsd());
        assertEquals(1, ssd().movement().admitted());
        assertEquals(Tier.SSD, tier(cache, key));
    }

    @Test
    void evict_imageOfAnEmptyKey_isNotWritten() {
        publishEmpty(key);
        evict(cache);
        settle(cache);
        assertEquals(-1, value(cache, key));
        assertEquals(0, ssd().movement().demotions());
    }

    @Test
    void pendingFull_evictedImages_areDroppedAndCounted() {
        try (TieredCache small =
                TestCache.open(new MemoryStorage(), clock, options -> options.pendingCapacityBytes(1000))) {
            CachedTable one = small.table(new UUID(1, 2));
            for (int i = 0; i < 100; i++) {
                publish(small, key(one, i), i);
            }
            SsdStats stats = present(small.stats().ssd());
            assertTrue(
                    stats.movement().droppedPending() > 50,
                    "dropped=" + stats.movement().droppedPending());
            assertTrue(stats.content().pendingBytes() <= 1000);
        }
    }

    /** The hit in memory resets the recency of the record on the SSD; the eviction raises it again. */
    @Test
    void imageFromTheSsd_answersFromMemory_itsRecordIsCold() {
        onSsd();
        assertEquals(Tier.SSD, tier(cache, key));
        assertEquals(Tier.MEMORY, tier(cache, key));
        evict(cache);
        settle(cache);
        assertEquals(1, ssd().movement().alreadyOnSsd());
        assertEquals(RefreshResult.MERGED_FROM_SSD, refresh(true));
    }

    @Test
    void largeImage_severalPages_comesBackWhole() {
        RowKey large = key(table, 9);
        cache.publish(large, table.ticket(), image(77, 20_000));
        settle(cache);
        evict(cache);
        settle(cache);
        try (Image found = cache.get(large, table.ticket())) {
            assertNotNull(found);
            assertEquals(Tier.SSD, found.tier());
            assertEquals(20_000, found.lengthBytes());
            assertEquals(77, found.bytes().getInt());
        }
    }

    @Test
    void emptyImage_isAnImage() {
        cache.publish(key, table.ticket(), image(0, 4).limit(0));
        evict(cache);
        settle(cache);
        try (Image found = cache.get(key, table.ticket())) {
            assertNotNull(found);
            assertEquals(0, found.lengthBytes());
        }
    }

    @Test
    void image_closedTwice_isReleasedOnce() {
        publish(cache, key, 5);
        Image found = present(cache.get(key, table.ticket()));
        found.close();
        found.close();
        assertEquals(5, value(cache, key));
    }

    @Test
    void image_heldWhileDropped_keepsItsBytes() {
        publish(cache, key, 5);
        Image found = present(cache.get(key, table.ticket()));
        cache.drop(key);
        assertEquals(5, found.bytes().getInt());
        found.close();
        assertEquals(0, cache.imageMemory().liveAllocations());
    }
}
