package org.ssdtier.rowcache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.ssdtier.rowcache.TestCache.evict;
import static org.ssdtier.rowcache.TestCache.key;
import static org.ssdtier.rowcache.TestCache.publish;
import static org.ssdtier.rowcache.TestCache.settle;
import static org.ssdtier.rowcache.TestCache.tier;

import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.rowcache.admission.Admission;
import org.ssdtier.segmentlog.device.MemoryStorage;

/** Tests of the decision before a write to the SSD: second sight and the write rate. */
@Tag("unit")
class SsdAdmissionTest extends SsdTierFixture {
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
}
