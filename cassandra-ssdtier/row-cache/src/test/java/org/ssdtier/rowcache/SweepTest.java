package org.ssdtier.rowcache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.ssdtier.rowcache.TestCache.evict;
import static org.ssdtier.rowcache.TestCache.image;
import static org.ssdtier.rowcache.TestCache.publish;
import static org.ssdtier.rowcache.TestCache.settle;
import static org.ssdtier.rowcache.TestCache.value;

import java.nio.ByteBuffer;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.segmentlog.device.MemoryStorage;

/**
 * Tests of a flush's sweep interleaved with readers and other changes. Each was seen to fail without the guard it
 * tests.
 */
@Tag("unit")
class SweepTest {
    private final TieredCache cache = TestCache.open(new MemoryStorage());
    private final CachedTable table = cache.table(new UUID(1, 2));
    private final RowKey key = TestCache.key(table, 10);

    @AfterEach
    void close() {
        cache.close();
        assertEquals(0, cache.imageMemory().liveAllocations());
        assertEquals(0, cache.stats().errors());
    }

    @Test
    void publish_keyAheadOfTheSweep_isTakenAndRefreshed() {
        table.beginChange();
        table.beginSweep();
        table.sweepTo(9);
        assertTrue(publish(cache, key, 5));
        table.sweepTo(10);
        refresh(key);
        table.endSweep();
        table.endChange();
        assertEquals(6, value(cache, key));
    }

    @Test
    void publish_keyThatTheSweepHasComeTo_isRefused() {
        table.beginChange();
        long ticket = ticketOfASweep();
        table.sweepTo(10);
        assertFalse(cache.publish(key, ticket, image(5, 200)));
        table.endSweep();
        table.endChange();
    }

    @Test
    void publish_sweepEndedAndViewNotSwitched_isRefused() {
        table.beginChange();
        long ticket = ticketOfASweep();
        table.endSweep();
        assertFalse(cache.publish(key, ticket, image(5, 200)));
        table.endChange();
    }

    @Test
    void publish_changeEndedSince_isRefused() {
        table.beginChange();
        long ticket = ticketOfASweep();
        table.endSweep();
        table.endChange();
        table.beginChange();
        table.beginSweep();
        assertFalse(cache.publish(key, ticket, image(5, 200)));
        table.endSweep();
        table.endChange();
    }

    /** The other change would not refresh the image. */
    @Test
    void publish_anotherChangeInProgress_isRefused() {
        table.beginChange();
        table.beginChange();
        long ticket = ticketOfASweep();
        assertFalse(cache.publish(key, ticket, image(5, 200)));
        table.endSweep();
        table.endChange();
        table.endChange();
    }

    @Test
    void publish_ticketFromBeforeTheChange_isRefused() {
        long ticket = table.ticket();
        table.beginChange();
        table.beginSweep();
        assertFalse(cache.publish(key, ticket, image(5, 200)));
        table.endSweep();
        table.endChange();
    }

    @Test
    void refresh_whileMerging_theOldImageAnswers() {
        publish(cache, key, 5);
        int[] seen = {0};
        RefreshResult result = cache.refresh(
                key,
                old -> {
                    seen[0] = value(cache, key);
                    return image(6, 200);
                },
                true);
        assertEquals(5, seen[0]);
        assertEquals(RefreshResult.MERGED_IN_MEMORY, result);
        assertEquals(6, value(cache, key));
    }

    @Test
    void refresh_anotherImageIsThereAfterTheMerge_dropsIt() {
        publish(cache, key, 5);
        RefreshResult result = cache.refresh(
                key,
                old -> {
                    cache.drop(key);
                    publish(cache, key, 7);
                    return image(6, 200);
                },
                true);
        assertEquals(RefreshResult.DROPPED, result);
        assertEquals(-1, value(cache, key));
    }

    @Test
    void refresh_evictedWhileMerging_isDroppedInEveryTier() {
        publish(cache, key, 5);
        RefreshResult result = cache.refresh(
                key,
                old -> {
                    evict(cache);
                    settle(cache);
                    return image(6, 200);
                },
                true);
        assertEquals(RefreshResult.DROPPED, result);
        assertEquals(-1, value(cache, key));
    }

    @Test
    void refresh_pendingImageDroppedWhileMerging_theMergedOneIsNotKept() {
        publish(cache, key, 5);
        evict(cache);
        RefreshResult result = cache.refresh(
                key,
                old -> {
                    cache.drop(key);
                    return image(6, 200);
                },
                true);
        assertEquals(RefreshResult.DROPPED, result);
        settle(cache);
        assertEquals(-1, value(cache, key));
    }

    /** Two flushes of one table: the image merged by the slower one lacks the other's changes. */
    @Test
    void refresh_refreshedByAnotherFlushWhileMerging_isDropped() {
        publish(cache, key, 5);
        cache.refresh(
                key,
                old -> {
                    refresh(key);
                    return image(9, 200);
                },
                true);
        assertEquals(-1, value(cache, key));
    }

    @Test
    void hasNoImages_onlyUntilOneIsPublished() {
        assertTrue(table.hasNoImages());
        publish(cache, key, 5);
        assertFalse(table.hasNoImages());
        cache.drop(key);
        assertTrue(table.hasNoImages());
    }

    @Test
    void hasNoImages_imageOnTheWayToTheSsdOrThere_isFalseUntilAPurge() {
        publish(cache, key, 5);
        evict(cache);
        assertFalse(table.hasNoImages());
        settle(cache);
        assertFalse(table.hasNoImages());
        cache.purge(table);
        assertTrue(table.hasNoImages());
    }

    /** A reader makes its image, then checks whether it may publish it; a change may begin in between. */
    @Test
    void hasNoImages_imageMadeAndNotPublished_isFalse() {
        MemoryImage made = MemoryImage.of(key, table.stamp(), image(5, 200), 0);
        assertFalse(table.hasNoImages());
        made.release();
        assertTrue(table.hasNoImages());
    }

    private long ticketOfASweep() {
        long ticket = table.ticket();
        table.beginSweep();
        return ticket;
    }

    private void refresh(RowKey of) {
        cache.refresh(of, SweepTest::next, true);
    }

    private static ByteBuffer next(ByteBuffer old) {
        return image(old.getInt() + 1, 200);
    }
}
