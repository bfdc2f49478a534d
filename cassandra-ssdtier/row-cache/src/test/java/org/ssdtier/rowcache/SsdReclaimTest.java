package org.ssdtier.rowcache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.ssdtier.rowcache.TestCache.evict;
import static org.ssdtier.rowcache.TestCache.image;
import static org.ssdtier.rowcache.TestCache.key;
import static org.ssdtier.rowcache.TestCache.publish;
import static org.ssdtier.rowcache.TestCache.settle;
import static org.ssdtier.rowcache.TestCache.value;

import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ssdtier.rowcache.admission.Admission;
import org.ssdtier.segmentlog.device.MemoryStorage;

/** Tests of an SSD smaller than its rows: reclaim, write amplification, changes of size. */
@Tag("unit")
class SsdReclaimTest extends SsdTierFixture {
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

    @ParameterizedTest
    @CsvSource({"380, 1.1, 1.3", "1000, 1.08, 1.27"})
    void writeAmplification_withoutAndWithReinsertion_isBounded(int rowBytes, double most, double mostWithCopies) {
        double without = writeAmplification(rowBytes, 0);
        assertTrue(without > 1 && without <= most, "without=" + without);
        double with = writeAmplification(rowBytes, 0.15);
        assertTrue(with > without && with <= mostWithCopies, "with=" + with);
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

    /** Returns the write amplification for rows of one length, in segments of 512 KiB. */
    private double writeAmplification(int rowBytes, double reinsertedShare) {
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
                busy.publish(next, one.ticket(), image(i, rowBytes));
                settle(busy);
                value(busy, key(one, Math.max(0, i - 100)));
            }
            return present(busy.stats().ssd()).writeAmplification();
        }
    }
}
