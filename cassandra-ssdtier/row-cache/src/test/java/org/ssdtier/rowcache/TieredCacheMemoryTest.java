package org.ssdtier.rowcache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of {@link TieredCache} without an SSD tier. */
@Tag("unit")
class TieredCacheMemoryTest {
    private final TieredCache cache =
            TieredCache.open(TieredCacheOptions.builder().build());
    private final CachedTable table = cache.table(new UUID(1, 2));
    private final RowKey key = new RowKey(table, new byte[] {1, 2, 3}, 77);

    @AfterEach
    void close() {
        cache.close();
    }

    @Test
    void get_afterPublish_returnsTheImage() {
        assertTrue(publish(5));
        assertEquals(5, value());
        assertEquals(1, table.hits(Tier.MEMORY));
    }

    @Test
    void get_staleTicket_misses() {
        publish(5);
        long ticket = table.ticket();
        table.beginChange();
        table.endChange();
        assertNull(cache.get(key, ticket));
    }

    @Test
    void publish_changeBegunAfterTheTicket_isRefused() {
        long ticket = table.ticket();
        table.beginChange();
        table.endChange();
        assertFalse(cache.publish(key, ticket, image(5)));
        assertEquals(-1, value());
    }

    @Test
    void publish_changeInProgressAtTheTicket_isRefused() {
        table.beginChange();
        long ticket = table.ticket();
        assertFalse(cache.publish(key, ticket, image(5)));
        table.endChange();
        assertFalse(cache.publish(key, ticket, image(5)));
    }

    /** The reader took its view before the purge's change was visible; the image was made after that. */
    @Test
    void get_changeInProgressAtTheTicketAndEndedSince_misses() {
        table.beginChange();
        cache.purge(table);
        long ticket = table.ticket();
        table.endChange();
        publish(5);
        assertNull(cache.get(key, ticket));
        assertEquals(5, value());
    }

    @Test
    void refresh_purgedWhileMerging_doesNotAnswer() {
        publish(5);
        cache.refresh(
                key,
                old -> {
                    table.purge();
                    return image(6);
                },
                false);
        assertEquals(-1, value());
    }

    @Test
    void drop_publishedKey_misses() {
        publish(5);
        cache.drop(key);
        assertEquals(-1, value());
    }

    @Test
    void refresh_keyInMemory_isMerged() {
        publish(5);
        RefreshResult result = cache.refresh(key, old -> image(old.getInt() + 1), false);
        assertEquals(RefreshResult.MERGED_IN_MEMORY, result);
        assertEquals(6, value());
    }

    @Test
    void refresh_mergerThrows_dropsTheImage() {
        publish(5);
        RefreshResult result = cache.refresh(
                key,
                old -> {
                    throw new IllegalStateException("no");
                },
                false);
        assertEquals(RefreshResult.DROPPED, result);
        assertEquals(-1, value());
    }

    /** Checked by removal: if the merge catches only exceptions, one error purges the whole table. */
    @Test
    void refresh_mergerFailsAnAssertion_dropsThisImageAndNoOther() {
        RowKey ofTheTable = new RowKey(table, new byte[] {4}, 78);
        RowKey ofAnother = new RowKey(cache.table(new UUID(3, 4)), new byte[] {5}, 79);
        publish(5);
        assertTrue(cache.publish(ofTheTable, table.ticket(), image(6)));
        assertTrue(cache.publish(ofAnother, ofAnother.table().ticket(), image(7)));
        RefreshResult result = cache.refresh(
                key,
                old -> {
                    throw new AssertionError("no");
                },
                false);
        assertEquals(RefreshResult.DROPPED, result);
        assertEquals(-1, value());
        assertEquals(6, TestCache.value(cache, ofTheTable));
        assertEquals(7, TestCache.value(cache, ofAnother));
        assertEquals(1, cache.stats().errors());
    }

    @Test
    void forget_droppedTable_holdsNothingAndPublishesNothing() {
        publish(5);
        cache.forget(table.id());
        assertTrue(cache.tables().isEmpty());
        assertEquals(-1, value());
        assertFalse(publish(6));
    }

    @Test
    void refresh_absentKey_doesNothing() {
        assertEquals(RefreshResult.ABSENT, cache.refresh(key, old -> image(1), true));
    }

    @Test
    void purge_publishedKey_misses() {
        publish(5);
        cache.purge(table);
        assertEquals(-1, value());
        publish(6);
        assertEquals(6, value());
    }

    @Test
    void purgeRange_keyInside_missesAndOutsideStays() {
        publish(5);
        cache.purgeRange(table, 77, 100);
        assertEquals(5, value());
        cache.purgeRange(table, 76, 77);
        assertEquals(-1, value());
    }

    @Test
    void setMemoryCapacity_zero_emptiesTheCache() {
        publish(5);
        cache.setMemoryCapacity(0);
        assertFalse(publish(5));
        cache.setMemoryCapacity(1 << 20);
        assertEquals(-1, value());
    }

    @Test
    void publishEmpty_secondTime_isTaken() {
        assertFalse(cache.publishEmpty(key, table.ticket(), image(5)));
        assertEquals(-1, value());
        assertTrue(cache.publishEmpty(key, table.ticket(), image(5)));
        assertEquals(5, value());
        assertEquals(1, cache.stats().publishing().emptyDeferred());
        assertEquals(1, cache.stats().publishing().emptyPublishes());
        assertEquals(1, cache.stats().publishing().publishes());
    }

    @Test
    void find_isNeitherHitNorMiss() {
        publish(5);
        try (Image image = cache.find(key, table.ticket())) {
            assertNotNull(image);
        }
        assertEquals(0, cache.stats().hits() + cache.stats().lookups().misses());
        assertEquals(0, table.hits(Tier.MEMORY) + table.misses());
    }

    private boolean publish(int value) {
        return cache.publish(key, table.ticket(), image(value));
    }

    private int value() {
        try (Image image = cache.get(key, table.ticket())) {
            return image == null ? -1 : image.bytes().getInt();
        }
    }

    private static ByteBuffer image(int value) {
        return ByteBuffer.allocate(4).putInt(0, value);
    }
}
