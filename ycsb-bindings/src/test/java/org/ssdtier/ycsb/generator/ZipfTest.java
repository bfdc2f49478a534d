package org.ssdtier.ycsb.generator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ZipfTest {
    @Tag("property")
    @ParameterizedTest
    @ValueSource(doubles = {0.5, 0.99, 1.0, 1.3})
    void next_manyDraws_matchTheIdealFrequencies(double exponent) {
        int n = 1_000;
        int draws = 2_000_000;
        Zipf zipf = new Zipf(exponent);
        SplittableRandom random = new SplittableRandom(7);
        long[] counts = new long[n];
        for (int i = 0; i < draws; i++) {
            counts[(int) zipf.next(random, n)]++;
        }
        double chiSquare = 0;
        double before = 0;
        for (int rank = 0; rank < n; rank++) {
            double mass = zipf.mass(rank + 1, n);
            double expected = (mass - before) * draws;
            chiSquare += (counts[rank] - expected) * (counts[rank] - expected) / expected;
            before = mass;
        }
        // 999 degrees of freedom: mean 999, standard deviation 44.7; five of them.
        assertTrue(chiSquare < 999 + 5 * 44.7, "chiSquare=" + chiSquare);
    }

    @Test
    @Tag("unit")
    void mass_ofThePapersShares_isTheDesignsTable() {
        Zipf zipf = new Zipf(Zipf.YCSB_EXPONENT);
        assertEquals(0.737, zipf.mass(80_000, 4_000_000), 0.001);
        assertEquals(0.856, zipf.mass(480_000, 4_000_000), 0.001);
        assertEquals(0.911, zipf.mass(1_080_000, 4_000_000), 0.001);
        assertEquals(0.879, zipf.mass(12_000_000, 100_000_000), 0.001);
    }

    @Test
    @Tag("property")
    void next_largeN_hitsTheIdealShare() {
        Zipf zipf = new Zipf(Zipf.YCSB_EXPONENT);
        SplittableRandom random = new SplittableRandom(11);
        long n = 10_000_000_000L;
        long share = 1_000_000_000L;
        int hits = 0;
        int draws = 1_000_000;
        for (int i = 0; i < draws; i++) {
            hits += zipf.next(random, n) < share ? 1 : 0;
        }
        assertEquals(zipf.mass(share, n), hits / (double) draws, 0.002);
    }

    @Test
    @Tag("unit")
    void next_sameSeed_sameRanks() {
        Zipf zipf = new Zipf(Zipf.YCSB_EXPONENT);
        SplittableRandom one = new SplittableRandom(3);
        SplittableRandom two = new SplittableRandom(3);
        for (int i = 0; i < 1_000; i++) {
            assertEquals(zipf.next(one, 1_000_000), zipf.next(two, 1_000_000));
        }
    }

    @Test
    @Tag("unit")
    void next_oneRank_isZero() {
        assertEquals(0, new Zipf(0.99).next(new SplittableRandom(1), 1));
    }
}
