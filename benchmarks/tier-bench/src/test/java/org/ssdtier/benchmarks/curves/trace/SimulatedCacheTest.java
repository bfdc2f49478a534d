package org.ssdtier.benchmarks.curves.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of LRU and perfect LFU against analytical results. */
@Tag("unit")
final class SimulatedCacheTest {
    private static final int READS = 200_000;

    /** With one place a hit requires the same row twice, which has the probability of the sum of the squares. */
    @Test
    void lru_onePlace_hitsWithTheSumOfTheSquares() {
        double[] popularity = {0.5, 0.3, 0.2};
        assertEquals(0.25 + 0.09 + 0.04, ratio(new SimulatedLru(3, 1, false), popularity), 0.005);
    }

    @Test
    void lru_rowsInTurnOneMoreThanItHolds_neverHits() {
        SimulatedLru lru = new SimulatedLru(5, 4, false);
        for (int read = 0; read < 100; read++) {
            assertFalse(lru.read(read % 5));
        }
    }

    @Test
    void lru_writeInvalidates_nextReadMissesAndThePlaceIsFree() {
        SimulatedLru lru = new SimulatedLru(5, 2, true);
        lru.read(0);
        lru.read(1);
        lru.write(0);
        lru.read(2);
        assertTrue(lru.read(1), "the free place was not used");
        assertFalse(lru.read(0));
    }

    @Test
    void lru_writeSurvives_nextReadHits() {
        SimulatedLru lru = new SimulatedLru(5, 2, false);
        lru.read(0);
        lru.write(0);
        assertTrue(lru.read(0));
    }

    /** With two places for three rows, the two most popular rows eventually stay cached. */
    @Test
    void frequency_twoPlaces_hitsWithTheTwoMostPopular() {
        double[] popularity = {0.5, 0.3, 0.2};
        assertEquals(0.8, ratio(new SimulatedFrequency(3, 2, false), popularity), 0.005);
    }

    @Test
    void frequency_rowCountedMoreOften_takesThePlaceOfTheLeast() {
        SimulatedFrequency frequency = new SimulatedFrequency(3, 1, false);
        frequency.read(0);
        assertFalse(frequency.read(1));
        assertTrue(frequency.read(0));
        assertFalse(frequency.read(1));
        assertFalse(frequency.read(1));
        assertTrue(frequency.read(1));
        assertFalse(frequency.read(0));
    }

    /** The previous request for a row is a write with a probability of the fraction of writes. */
    @Test
    void frequency_writesInvalidate_losesTheirShare() {
        SimulatedFrequency frequency = new SimulatedFrequency(2, 2, true);
        SplittableRandom random = new SplittableRandom(5);
        int hits = 0;
        int reads = 0;
        for (int request = 0; request < READS; request++) {
            int row = random.nextInt(2);
            if (random.nextDouble() < 0.25) {
                frequency.write(row);
            } else {
                reads++;
                hits += frequency.read(row) ? 1 : 0;
            }
        }
        assertEquals(0.75, (double) hits / reads, 0.005);
    }

    private static double ratio(SimulatedCache arm, double[] popularity) {
        SplittableRandom random = new SplittableRandom(7);
        int hits = 0;
        for (int read = 0; read < READS; read++) {
            double left = random.nextDouble();
            int row = 0;
            while (row < popularity.length - 1 && left >= popularity[row]) {
                left -= popularity[row];
                row++;
            }
            hits += arm.read(row) ? 1 : 0;
        }
        return (double) hits / READS;
    }
}
