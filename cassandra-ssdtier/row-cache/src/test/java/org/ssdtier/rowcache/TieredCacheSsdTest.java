package org.ssdtier.rowcache;

import static org.junit.jupiter.api.Assertions.assertEquals;
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

import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.rowcache.admission.Admission;
import org.ssdtier.segmentlog.device.HookStorage;
import org.ssdtier.segmentlog.device.MemoryStorage;

/** Tests of the moves of images between the tiers, one step at a time. */
@Tag("unit")
class TieredCacheSsdTest {
    private final TestCache.ManualClock clock = new TestCache.ManualClock();
    private final MemoryStorage storage = new MemoryStorage();
    private final TieredCache cache = TestCache.open(storage, clock, options -> options);
    private final CachedTable table = cache.table(new UUID(1, 2));
    private final RowKey key = key(table, 7);

    @AfterEach
    void close() {
        cache.close();
        assertEquals(0, cache.imageMemory().liveAllocations(), "blocks that were never freed");
        assertEquals(0, cache.imageMemory().liveBytes());
    }

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
    void refresh_imageOfAnEmptyKey_isOneOfARow() {
        publishEmpty(key);
        assertEquals(RefreshResult.MERGED_IN_MEMORY, refresh(true));
        evict(cache);
        settle(cache);
        assertEquals(Tier.SSD, tier(cache, key));
    }

    private void publishEmpty(RowKey of) {
        for (int time = 0; time < 2; time++) {
            cache.publishEmpty(of, of.table().ticket(), image(5, 200));
        }
    }

    @Test
    void drop_imageOnSsd_misses() {
        onSsd();
        cache.drop(key);
        assertEquals(-1, value(cache, key));
        assertEquals(0, ssd().index().entries());
    }

    @Test
    void drop_imagePending_neverReachesTheIndex() {
        publish(cache, key, 5);
        evict(cache);
        cache.drop(key);
        settle(cache);
        assertEquals(-1, value(cache, key));
        assertEquals(0, ssd().index().entries());
    }

    @Test
    void refresh_imagePending_isMergedThere() {
        publish(cache, key, 5);
        evict(cache);
        assertEquals(RefreshResult.MERGED_IN_PENDING, refresh(true));
        settle(cache);
        assertEquals(6, value(cache, key));
    }

    @Test
    void refresh_coldImageOnSsd_isDropped() {
        onSsd();
        assertEquals(RefreshResult.DROPPED, refresh(true));
        assertEquals(-1, value(cache, key));
    }

    @Test
    void refresh_warmImageOnSsd_isReadMergedAndWrittenAgain() {
        onSsd();
        warm();
        assertEquals(RefreshResult.MERGED_FROM_SSD, refresh(true));
        settle(cache);
        assertEquals(Tier.SSD, tier(cache, key));
        assertEquals(6, value(cache, key));
    }

    /** Checked by removal: if the refresh's read is counted as a look-up's, there are two reads for one hit. */
    @Test
    void refresh_readingTheSsd_isNoDeviceReadOfALookUp() {
        onSsd();
        fillers();
        warm();
        assertEquals(1, ssd().device().deviceReads());
        assertEquals(RefreshResult.MERGED_FROM_SSD, refresh(true));
        assertEquals(1, ssd().device().deviceReads());
        assertEquals(1, ssd().device().refreshReads());
        assertEquals(2 * 4096, ssd().device().bytesRead());
    }

    @Test
    void refresh_readingWhatIsStillInTheWriteBuffers_isNoDeviceRead() {
        onSsd();
        warm();
        assertEquals(RefreshResult.MERGED_FROM_SSD, refresh(true));
        assertEquals(0, ssd().device().refreshReads());
        assertEquals(0, ssd().device().bytesRead());
    }

    @Test
    void refresh_warmImageOnSsdButNoReadWanted_isDropped() {
        onSsd();
        warm();
        assertEquals(RefreshResult.DROPPED, refresh(false));
        assertEquals(-1, value(cache, key));
    }

    @Test
    void purge_imagesInEveryTier_missAndTheirEntryGoes() {
        onSsd();
        cache.purge(table);
        assertEquals(-1, value(cache, key));
        assertEquals(0, ssd().index().entries());
        publish(cache, key, 6);
        assertEquals(6, value(cache, key));
    }

    @Test
    void purge_imagePending_isNotWritten() {
        publish(cache, key, 5);
        evict(cache);
        cache.purge(table);
        settle(cache);
        assertEquals(0, ssd().movement().admitted());
        assertEquals(-1, value(cache, key));
    }

    /**
     * Checked by removal: if a new table with the same id begins at the first stamp, it finds the rows of the dropped
     * one.
     */
    @Test
    void forget_tableIsMadeAgainWithTheSameId_formerImagesDoNotAnswer() {
        cache.purge(table);
        onSsd();
        cache.forget(table.id());
        CachedTable again = cache.table(table.id());
        assertEquals(-1, value(cache, key(again, 7)));
        publish(cache, key(again, 7), 6);
        assertEquals(6, value(cache, key(again, 7)));
    }

    @Test
    void purgeRange_imageOnSsdInside_misses() {
        onSsd();
        cache.purgeRange(table, 6, 7);
        assertEquals(-1, value(cache, key));
    }

    @Test
    void clear_imagesInEveryTier_miss() {
        onSsd();
        RowKey other = key(table, 8);
        publish(cache, other, 1);
        cache.clear();
        assertEquals(-1, value(cache, key));
        assertEquals(-1, value(cache, other));
        assertEquals(0, cache.imageMemory().liveAllocations());
    }

    @Test
    void setMemoryCapacity_zero_emptiesTheSsdToo() {
        onSsd();
        cache.setMemoryCapacity(0);
        cache.setMemoryCapacity(8 << 10);
        assertEquals(-1, value(cache, key));
    }

    @Test
    void pause_imageOnSsd_missesAndDropsStayEffective() {
        onSsd();
        RowKey other = key(table, 8);
        publish(cache, other, 1);
        evict(cache);
        settle(cache);
        cache.ssd().pause();
        assertEquals(CacheState.PAUSED, cache.state());
        assertEquals(-1, value(cache, key));
        cache.drop(key);
        cache.ssd().resume();
        assertEquals(-1, value(cache, key));
        assertEquals(1, value(cache, other));
    }

    @Test
    void manyRows_moreThanTheSsdHolds_reclaimMakesRoom() {
        int rows = 4000;
        for (int i = 0; i < rows; i++) {
            publish(cache, key(table, i), i);
            settle(cache);
        }
        evict(cache);
        settle(cache);
        int hits = 0;
        for (int i = 0; i < rows; i++) {
            int value = value(cache, key(table, i));
            assertTrue(value == -1 || value == i, "row=" + i + " value=" + value);
            hits += value == i ? 1 : 0;
        }
        assertTrue(
                ssd().movement().reclaims() > 5, "reclaims=" + ssd().movement().reclaims());
        assertTrue(hits > 700, "hits=" + hits);
        assertEquals(0, cache.stats().errors());
    }

    @Test
    void writeAmplification_withoutReinsertion_staysBelowOnePointOne_withItBelowOnePointThree() {
        double without = writeAmplification(0);
        assertTrue(without > 1 && without <= 1.1, "without=" + without);
        double with = writeAmplification(0.15);
        assertTrue(with > without && with <= 1.3, "with=" + with);
    }

    /**
     * Copies fill write buffers, and during a write another thread can run: between the copy of a record and the change
     * of its index entry.
     */
    @Test
    void drop_whileReclaimCopiesTheRow_isEffective() {
        HookStorage watched = new HookStorage();
        try (TieredCache busy = TestCache.open(watched, clock, options -> options)) {
            CachedTable one = busy.table(new UUID(1, 2));
            Set<Integer> dropped = new HashSet<>();
            int[] newest = {0};
            boolean[] reclaiming = {false};
            watched.disturb(new HookStorage.Disturbance() {
                @Override
                public void beforeRead(String device) {
                    reclaiming[0] = true; // while the writer works, only reclaim reads
                }

                @Override
                public void beforeWrite(String device) {
                    for (int i = Math.max(0, newest[0] - 500); reclaiming[0] && i < newest[0]; i += 3) {
                        busy.drop(key(one, i));
                        dropped.add(i);
                    }
                    reclaiming[0] = false; // once: a second drop would hide what the first one missed
                }
            });
            int checked = 0;
            for (int i = 0; i < 3000; i++) {
                newest[0] = i;
                busy.publish(key(one, i), one.ticket(), image(i, 900));
                reclaiming[0] = false;
                settle(busy);
                for (int row : dropped) {
                    checked++;
                    assertEquals(-1, value(busy, key(one, row)), "row=" + row);
                }
                dropped.clear();
                for (int back = 30; back < 400; back += 37) {
                    value(busy, key(one, Math.max(0, i - back)));
                }
            }
            assertTrue(present(busy.stats().ssd()).movement().reinsertedBytes() > 0, "nothing was reinserted");
            assertTrue(checked > 1000, "checked=" + checked);
        }
    }

    @Test
    void purge_duringAnSsdRead_thePromotedImageIsDeadToo() {
        HookStorage watched = new HookStorage();
        try (TieredCache read = TestCache.open(watched, clock, options -> options)) {
            CachedTable one = flushedRows(read);
            onNextRead(watched, () -> read.purge(one));
            assertEquals(-1, value(read, key(one, 0)));
            assertEquals(-1, value(read, key(one, 0)));
        }
    }

    @Test
    void drop_duringAnSsdRead_theImageIsNotPromoted() {
        HookStorage watched = new HookStorage();
        try (TieredCache read = TestCache.open(watched, clock, options -> options)) {
            CachedTable one = flushedRows(read);
            onNextRead(watched, () -> read.drop(key(one, 0)));
            assertEquals(0, value(read, key(one, 0)));
            assertEquals(-1, value(read, key(one, 0)));
        }
    }

    @Test
    void drop_whileARefreshReadsTheSsd_theMergedImageIsNotKept() {
        HookStorage watched = new HookStorage();
        try (TieredCache read = TestCache.open(watched, clock, options -> options)) {
            CachedTable one = flushedRows(read);
            value(read, key(one, 0));
            evict(read);
            settle(read);
            onNextRead(watched, () -> read.drop(key(one, 0)));
            assertEquals(RefreshResult.DROPPED, read.refresh(key(one, 0), old -> image(6, 200), true));
            assertEquals(-1, value(read, key(one, 0)));
        }
    }

    /**
     * Checked by removal: entries left from dropped slots refer to the records written there next, which seem damaged.
     */
    @Test
    void resize_slotsAreUsedAgain_noRecordLooksDamaged() {
        for (int i = 0; i < 4000; i++) {
            publish(cache, key(table, i), i);
            settle(cache);
        }
        cache.ssd().resize(4L * TestCache.SEGMENT_BYTES);
        settle(cache);
        cache.ssd().resize(8L * TestCache.SEGMENT_BYTES);
        settle(cache);
        for (int i = 4000; i < 5000; i++) {
            cache.publish(key(table, i), table.ticket(), image(i, 333));
            settle(cache);
        }
        for (int i = 0; i < 5000; i++) {
            int value = value(cache, key(table, i));
            assertTrue(value == -1 || value == i, "row=" + i + " value=" + value);
            clock.advanceSeconds(30);
        }
        assertEquals(0, ssd().failures().checksumErrors());
        assertEquals(0, ssd().device().falseDeviceReads());
    }

    private TieredCache picky() {
        SsdOptions options = SsdOptions.of(
                        TestCache.ssd().directory(),
                        new SsdOptions.Geometry(8L * 65536, 65536, 4096, 65536),
                        Admission.SECOND_SIGHT)
                .withIoErrorThreshold(4);
        return TestCache.open(new MemoryStorage(), clock, builder -> builder.ssd(options));
    }

    /** Fills the SSD until reclaim would begin. */
    private static void fill(TieredCache cache) {
        CachedTable one = cache.table(new UUID(1, 2));
        for (int i = 0; present(cache.stats().ssd()).content().freeSegments() > 3; i++) {
            publishAndEvict(cache, key(one, i));
        }
    }

    private static void publishAndEvict(TieredCache cache, RowKey key) {
        publish(cache, key, 1);
        evict(cache);
        settle(cache);
    }

    private static CachedTable flushedRows(TieredCache read) {
        CachedTable one = read.table(new UUID(1, 2));
        for (int i = 0; i < 100; i++) {
            publish(read, key(one, i), i);
        }
        evict(read);
        settle(read);
        return one;
    }

    private static void onNextRead(HookStorage storage, Runnable action) {
        storage.disturb(new HookStorage.Disturbance() {
            @Override
            public void beforeRead(String device) {
                storage.calm();
                action.run();
            }
        });
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

    @Test
    void secondSight_roomLeft_imageSeenOnceIsAdmitted() {
        try (TieredCache picky = picky()) {
            RowKey seen = key(picky.table(new UUID(1, 2)), 1);
            publishAndEvict(picky, seen);
            assertEquals(Tier.SSD, tier(picky, seen));
            assertEquals(0, present(picky.stats().ssd()).rejections().rejectedSeenOnce());
        }
    }

    @Test
    void secondSight_noRoomLeft_imageSeenOnceIsRejectedAndAdmittedTheSecondTime() {
        try (TieredCache picky = picky()) {
            fill(picky);
            RowKey seen = key(picky.table(new UUID(1, 2)), -1);
            long rejected = present(picky.stats().ssd()).rejections().rejectedSeenOnce();
            publishAndEvict(picky, seen);
            assertNull(tier(picky, seen));
            publishAndEvict(picky, seen);
            assertEquals(Tier.SSD, tier(picky, seen));
            assertEquals(rejected + 1, present(picky.stats().ssd()).rejections().rejectedSeenOnce());
        }
    }

    /**
     * A row that was on the SSD and was dropped because it changed is admitted at its next eviction, even without room
     * left.
     */
    @Test
    void secondSight_noRoomLeft_droppedRowIsAdmittedAtFirstSight() {
        try (TieredCache picky = picky()) {
            RowKey seen = key(picky.table(new UUID(1, 2)), -1);
            publishAndEvict(picky, seen);
            fill(picky);
            picky.drop(seen);
            publishAndEvict(picky, seen);
            assertEquals(Tier.SSD, tier(picky, seen));
        }
    }

    /**
     * Rows written first and read since stay, and rows written later and never read go: reclaim does not free the
     * oldest segment.
     */
    @Test
    void reclaim_oldestSegmentIsWarm_aColdOneGoes() {
        SsdOptions options = TestCache.ssd().withReinsertedShare(0);
        try (TieredCache warm = TestCache.open(new MemoryStorage(), clock, builder -> builder.ssd(options))) {
            CachedTable one = warm.table(new UUID(1, 2));
            for (int i = 0; i < 1500; i++) {
                publish(warm, key(one, i), i);
                settle(warm);
                if (i == 200) {
                    evict(warm); // all of them are in the oldest segment
                    settle(warm);
                }
                if (i == 400) {
                    for (int row = 0; row < 200; row++) {
                        value(warm, key(one, row));
                    }
                }
            }
            assertTrue(present(warm.stats().ssd()).movement().reclaims() > 0, "nothing was reclaimed");
            evict(warm);
            settle(warm);
            for (int row = 0; row < 200; row++) {
                assertEquals(row, value(warm, key(one, row)), "row=" + row);
            }
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
    void writeRateLimit_budgetUsedUp_rejectsUntilTimePasses() {
        SsdOptions options = SsdOptions.of(
                        TestCache.ssd().directory(),
                        new SsdOptions.Geometry(8L * 65536, 65536, 4096, 65536),
                        Admission.ALL)
                .withWriteRateLimit(1000)
                .withIoErrorThreshold(4);
        try (TieredCache slow = TestCache.open(new MemoryStorage(), clock, builder -> builder.ssd(options))) {
            CachedTable one = slow.table(new UUID(1, 2));
            for (int i = 0; i < 10; i++) {
                publish(slow, key(one, i), i);
            }
            evict(slow);
            settle(slow);
            assertEquals(3, present(slow.stats().ssd()).movement().admitted());
            assertEquals(7, present(slow.stats().ssd()).rejections().rejectedWriteRate());
            clock.advanceSeconds(1);
            publish(slow, key(one, 11), 11);
            evict(slow);
            settle(slow);
            assertEquals(4, present(slow.stats().ssd()).movement().admitted());
        }
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

    @Test
    void resize_smallerAndLarger_keepsAnswersRight() {
        for (int i = 0; i < 3000; i++) {
            publish(cache, key(table, i), i);
            settle(cache);
        }
        for (long segments : new long[] {4, 12}) {
            cache.ssd().resize(segments * TestCache.SEGMENT_BYTES);
            settle(cache);
            assertEquals(segments, ssd().content().segments());
            for (int i = 0; i < 3000; i++) {
                int value = value(cache, key(table, i));
                assertTrue(value == -1 || value == i, "row=" + i + " value=" + value);
            }
        }
    }

    /** Returns the write amplification for rows of 380 bytes, nine records to a device page, in segments of 512 KiB. */
    private double writeAmplification(double reinsertedShare) {
        SsdOptions options = SsdOptions.of(
                        TestCache.ssd().directory(),
                        new SsdOptions.Geometry(4L << 20, 512 << 10, 4096, 256 << 10),
                        Admission.ALL)
                .withIoErrorThreshold(4)
                .withReinsertedShare(reinsertedShare);
        try (TieredCache busy = TestCache.open(new MemoryStorage(), clock, builder -> builder.ssd(options))) {
            CachedTable one = busy.table(new UUID(1, 2));
            for (int i = 0; i < 30_000; i++) {
                RowKey next = key(one, i);
                busy.publish(next, one.ticket(), image(i, 380));
                settle(busy);
                value(busy, key(one, Math.max(0, i - 100)));
            }
            return present(busy.stats().ssd()).writeAmplification();
        }
    }

    private void onSsd() {
        publish(cache, key, 5);
        evict(cache);
        settle(cache);
    }

    /** Reads the image once from the SSD and evicts it from memory again. */
    private void warm() {
        assertEquals(Tier.SSD, tier(cache, key));
        evict(cache);
        settle(cache);
    }

    /** Displaces the image from the write buffers, which hold no more than a segment. */
    private void fillers() {
        for (int i = 1000; i < 1400; i++) {
            publish(cache, key(table, i), i);
            settle(cache);
        }
        evict(cache);
        settle(cache);
    }

    private RefreshResult refresh(boolean readSsd) {
        table.beginChange();
        try {
            return cache.refresh(key, old -> image(old.getInt() + 1, 200), readSsd);
        } finally {
            table.endChange();
        }
    }

    private SsdStats ssd() {
        return present(cache.stats().ssd());
    }

    private static <T> T present(@Nullable T value) {
        assertNotNull(value);
        return value;
    }
}
