package org.ssdtier.rowcache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.rowcache.TestCache.ManualClock;
import org.ssdtier.rowcache.curve.Curve;
import org.ssdtier.rowcache.curve.ReadSampler;
import org.ssdtier.rowcache.curve.RowCosts;
import org.ssdtier.segmentlog.device.MemoryStorage;

/** Tests of the samples that a cache takes of its own reads and changes. */
@Tag("unit")
class CurveSamplesTest {
    private static final UUID ID = new UUID(3, 4);
    private static final int ROWS = 400;
    private static final long MEMORY_BYTES = 1 << 20;

    private final ManualClock clock = new ManualClock();

    @Test
    void reads_areSampledByKey_withTheirHits() {
        try (TieredCache cache = open(0.5)) {
            read(cache);
            restart(cache);
            read(cache);
            read(cache);
            Curve curve = curve(cache);
            assertTrue(curve.sampledReads() > 0.7 * ROWS && curve.sampledReads() < 1.3 * ROWS, curve.toString());
            assertEquals(0, curve.sampledReads() % 2, "each key of the sample was read twice");
            assertEquals(1, curve.memory().get(1).hitRatio(), 0.01);
            assertEquals(0, curve.droppedSamples());
            assertTrue(curve.readsPerSecond() > 0);
        }
    }

    @Test
    void dropsAndPurges_endTheResidence() {
        try (TieredCache cache = open(0.5)) {
            CachedTable table = cache.table(ID);
            read(cache);
            for (int row = 0; row < ROWS; row++) {
                cache.drop(TestCache.key(table, row));
            }
            restart(cache);
            read(cache);
            assertEquals(0, curve(cache).memory().get(1).hitRatio(), 0.01);
            cache.purge(table);
            restart(cache);
            read(cache);
            assertEquals(0, curve(cache).memory().get(1).hitRatio(), 0.01);
            cache.clear();
            restart(cache);
            read(cache);
            assertEquals(0, curve(cache).memory().get(1).hitRatio(), 0.01);
            restart(cache);
            read(cache);
            assertEquals(1, curve(cache).memory().get(1).hitRatio(), 0.01);
            cache.forget(ID);
            assertEquals(0, curve(cache).sampledReads());
        }
    }

    /** A read that was under way holds the table that was dropped: it takes no number again, which nobody would give back. */
    @Test
    void forget_readUnderWay_takesNoNumberAgain() {
        try (TieredCache cache = open(0.5)) {
            CachedTable before = cache.table(ID);
            cache.forget(ID);
            assertEquals(ReadSampler.OTHERS, before.sampleNumber());
            CachedTable fresh = cache.table(new UUID(3, 5));
            cache.forget(fresh.id());
            assertEquals(ReadSampler.OTHERS, fresh.takeSampleNumber(() -> {
                throw new AssertionError("takes a number");
            }));
        }
    }

    /** The miniatures count what a row takes as the tiers do. */
    @Test
    void costs_areThoseOfTheTiers() {
        RowCosts costs = CurveSamples.costs(
                TestCache.options(new MemoryStorage(), clock, MEMORY_BYTES).build());
        try (TieredCache cache = open(0)) {
            CachedTable table = cache.table(ID);
            TestCache.publish(cache, TestCache.key(table, 1), 1);
            assertEquals(cache.stats().memory().memoryBytes(), costs.memoryBytes(Long.BYTES + 200));
        }
        // header of 40 bytes and table of 16, padded to 16, and the entry in the footer
        assertEquals(272 + 10, costs.ssdBytes(Long.BYTES + 200));
        assertEquals(3_056 + 10, costs.ssdBytes(3_000));
        assertEquals(10_064 + 11, costs.ssdBytes(10_000));
    }

    @Test
    void withoutARate_nothingIsSampled() {
        try (TieredCache cache = open(0)) {
            read(cache);
            assertEquals(0, curve(cache).sampledReads());
        }
    }

    @Test
    void rate_outOfBounds_isRefused() {
        for (double rate : new double[] {-0.1, 0.6, Double.NaN}) {
            IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, () -> open(rate));
            assertEquals("sample_rate=" + rate + ", allowed 0 to 0.5", refused.getMessage());
        }
    }

    private TieredCache open(double rate) {
        return TestCache.open(new MemoryStorage(), clock, options -> options.memoryCapacityBytes(MEMORY_BYTES)
                .sampleRate(rate));
    }

    /** Reads every row once, and publishes those that are not found. */
    private void read(TieredCache cache) {
        CachedTable table = cache.table(ID);
        for (int row = 0; row < ROWS; row++) {
            RowKey key = TestCache.key(table, row);
            if (TestCache.value(cache, key) < 0) {
                TestCache.publish(cache, key, row);
            }
            if (row % 100 == 99) {
                work(cache);
            }
        }
    }

    private void work(TieredCache cache) {
        clock.advanceSeconds(1);
        cache.counters().samples().work(cache::stats);
    }

    private void restart(TieredCache cache) {
        work(cache);
        cache.counters().samples().sampler().forgetReads();
    }

    private Curve curve(TieredCache cache) {
        work(cache);
        return cache.counters().samples().curve();
    }
}
