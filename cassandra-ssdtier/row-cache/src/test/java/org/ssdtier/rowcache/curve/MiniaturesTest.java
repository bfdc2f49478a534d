package org.ssdtier.rowcache.curve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.rowcache.index.KeyHash;

@Tag("unit")
class MiniaturesTest {
    private static final double[] FACTORS = {0.5, 1, 2};
    private static final TierPolicy POLICY = new TierPolicy(true, 0);
    private static final int ROW_BYTES = 100;

    private final Miniatures miniatures = new Miniatures(1_000, 0.5, FACTORS, FACTORS, POLICY);

    @Test
    void points_areThoseOfBothTiers() {
        miniatures.resize(new TierSizes(10_000, 100_000, 1_000));
        assertEquals(List.of(0.5, 1.0, 2.0), factors(miniatures.ssdPoints(miniatures.total(), 0)));
        assertEquals(List.of(0.5, 1.0, 2.0), factors(miniatures.memoryPoints(miniatures.total(), 0)));
    }

    /** A loop over 1,500 rows fits into the SSD at twice today's size only. */
    @Test
    void loop_fitsIntoTwiceTheSize_hitsThere() {
        miniatures.resize(new TierSizes(100 * ROW_BYTES, 1_000 * ROW_BYTES, 1_000));
        loop(1_500, 2);
        miniatures.forgetReads();
        loop(1_500, 4);
        List<CurvePoint> ssd = miniatures.ssdPoints(miniatures.total(), 0);
        assertTrue(ssd.get(0).hitRatio() < 0.1, ssd.toString());
        assertTrue(ssd.get(1).hitRatio() < 0.8, ssd.toString());
        assertEquals(1, ssd.get(2).hitRatio(), 0.01);
        assertTrue(ssd.get(2).fill() < 0.9, ssd.toString());
    }

    /** The rows of many keys would need more room than the miniatures have: the rate falls, the hit ratio stays. */
    @Test
    void manyKeys_rateIsLowered_andTheRatioIsRight() {
        int rows = 200_000;
        miniatures.resize(new TierSizes(rows / 100L * ROW_BYTES, rows / 4L * ROW_BYTES, rows));
        SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < 10 * rows; i++) {
            read(random.nextInt(rows), 0);
            miniatures.expect(0, 1);
            if (i == 8 * rows) {
                miniatures.forgetReads();
            }
        }
        assertTrue(miniatures.rate() < 1.0 / 50, "rate=" + miniatures.rate());
        assertTrue(miniatures.rate() > 1.0 / 200, "rate=" + miniatures.rate());
        List<CurvePoint> ssd = miniatures.ssdPoints(miniatures.total(), 0);
        assertEquals(0.25, ssd.get(1).hitRatio(), 0.04);
        assertEquals(0.5, ssd.get(2).hitRatio(), 0.04);
        assertEquals(0.01, ssd.get(1).memoryHitRatio(), 0.01);
    }

    @Test
    void drop_thenRead_misses() {
        miniatures.resize(new TierSizes(1_000 * ROW_BYTES, 1_000 * ROW_BYTES, 100));
        loop(100, 2);
        miniatures.forgetReads();
        for (int row = 0; row < 100; row++) {
            miniatures.drop(hash(row), 0);
        }
        loop(100, 1);
        assertEquals(0, today().hitRatio(), 1e-9);
        loop(100, 1);
        assertEquals(0.5, today().hitRatio(), 0.03);
    }

    @Test
    void purge_dropsTheRowsOfOneTable() {
        miniatures.resize(new TierSizes(1_000 * ROW_BYTES, 1_000 * ROW_BYTES, 100));
        for (int row = 0; row < 100; row++) {
            read(row, 0);
            read(row, 1);
        }
        miniatures.forgetReads();
        miniatures.purge(1);
        for (int row = 0; row < 100; row++) {
            read(row, 0);
            read(row, 1);
        }
        miniatures.expect(0, 100);
        miniatures.expect(1, 100);
        assertEquals(1, miniatures.ssdPoints(miniatures.tally(0), 0).get(1).hitRatio(), 1e-9);
        assertEquals(0, miniatures.ssdPoints(miniatures.tally(1), 0).get(1).hitRatio(), 1e-9);
    }

    /** A flush drops cold images from the SSD and keeps those in memory, as in the cache. */
    @Test
    void refresh_keepsWhatIsInMemoryAndDropsWhatIsColdOnTheSsd() {
        miniatures.resize(new TierSizes(1_000 * ROW_BYTES, 10_000 * ROW_BYTES, 100));
        loop(400, 1);
        for (int row = 0; row < 400; row++) {
            miniatures.refresh(hash(row), 0);
        }
        loop(400, 1);
        List<CurvePoint> memory = miniatures.memoryPoints(miniatures.total(), 0);
        assertEquals(0.5, memory.get(1).hitRatio(), 0.03);
        Miniatures small = new Miniatures(1_000, 0.5, FACTORS, FACTORS, POLICY);
        small.resize(new TierSizes(2 * ROW_BYTES, 10_000 * ROW_BYTES, 100));
        for (int round = 0; round < 2; round++) {
            for (int row = 0; row < 400; row++) {
                small.setBytes(hash(row), 0, ROW_BYTES, ROW_BYTES);
                small.read(hash(row), 0, true);
                small.refresh(hash(row), 0);
            }
        }
        small.expect(0, 800);
        assertTrue(small.ssdPoints(small.total(), 0).get(1).hitRatio() < 0.1, "cold images survived on the SSD");
    }

    /** A row that the cache did not answer and that is not published, because it is too large, stays a miss. */
    @Test
    void read_neverPublished_staysAMiss() {
        long hash = hash(1) | Long.MIN_VALUE; // in the sample
        miniatures.resize(new TierSizes(1_000 * ROW_BYTES, 1_000 * ROW_BYTES, 100));
        for (int i = 0; i < 10; i++) {
            miniatures.read(hash, 0, false);
            miniatures.expect(0, 2);
        }
        assertEquals(0, today().hitRatio(), 1e-9);
        miniatures.setBytes(hash, 0, ROW_BYTES, ROW_BYTES);
        miniatures.put(hash, 0);
        miniatures.forgetReads();
        miniatures.read(hash, 0, false);
        miniatures.expect(0, 2);
        assertEquals(1, today().hitRatio(), 1e-9);
    }

    @Test
    void resize_smaller_evicts() {
        miniatures.resize(new TierSizes(100 * ROW_BYTES, 2_000 * ROW_BYTES, 100));
        loop(1_000, 3);
        assertFalse(today().hitRatio() < 0.6, today().toString());
        miniatures.resize(new TierSizes(10 * ROW_BYTES, 100 * ROW_BYTES, 100));
        miniatures.forgetReads();
        loop(1_000, 2);
        assertTrue(today().hitRatio() < 0.2, today().toString());
    }

    private CurvePoint today() {
        return miniatures.ssdPoints(miniatures.total(), 0).get(1);
    }

    private void loop(int rows, int times) {
        for (int round = 0; round < times; round++) {
            for (int row = 0; row < rows; row++) {
                read(row, 0);
            }
            miniatures.expect(0, rows);
        }
    }

    private void read(int row, int table) {
        miniatures.setBytes(hash(row), table, ROW_BYTES, ROW_BYTES);
        miniatures.read(hash(row), table, true);
    }

    private static long hash(int row) {
        return KeyHash.mix(row + 1);
    }

    private static List<Double> factors(List<CurvePoint> points) {
        List<Double> factors = new ArrayList<>();
        points.forEach(point -> factors.add(point.factor()));
        return factors;
    }
}
