package org.ssdtier.rowcache.curve;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class TallyTest {
    private static final double RATE = 0.1;

    private final Tally tally = new Tally(1);

    @Test
    void hitRatio_noReads_isZero() {
        assertEquals(0, tally.hitRatio(0));
        tally.expect(10);
        assertEquals(0, tally.hitRatio(0));
    }

    /** A key with half of all reads is in the sample: without a correction the hit ratio would be 0.93. */
    @Test
    void hitRatio_aHotKeyInTheSample_isThatOfAllReads() {
        int[] counts = new int[1_000];
        SplittableRandom random = new SplittableRandom(1);
        int reads = 100_000;
        int hot = 0;
        for (int i = 0; i < reads; i++) {
            if (random.nextBoolean()) {
                hot++;
                tally.read(hot);
            } else if (random.nextDouble() < RATE) {
                int key = random.nextInt(counts.length);
                counts[key]++;
                tally.read(counts[key]);
                if (random.nextDouble() < 0.8) {
                    tally.miss(0, counts[key]);
                }
            }
        }
        tally.expect(reads * RATE);
        assertEquals(1 - 0.5 * 0.8, tally.hitRatio(0), 0.01);
    }

    /** All keys are alike: that the sample has a few keys too many does not change the ratio. */
    @Test
    void hitRatio_keysAlike_isThatOfTheSample() {
        int[] counts = new int[1_000];
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 100_000; i++) {
            int key = random.nextInt(counts.length);
            counts[key]++;
            tally.read(counts[key]);
            if (random.nextDouble() < 0.7) {
                tally.miss(0, counts[key]);
            }
        }
        tally.expect(95_000);
        assertEquals(0.3, tally.hitRatio(0), 0.005);
    }

    @Test
    void scale_keepsTheRatio() {
        for (int i = 0; i < 100; i++) {
            tally.read(1);
            tally.expect(1);
            if (i < 25) {
                tally.miss(0, 1);
            }
        }
        assertEquals(0.75, tally.hitRatio(0), 1e-9);
        tally.scale(0.5);
        assertEquals(0.75, tally.hitRatio(0), 1e-9);
        assertEquals(50, tally.reads(), 1e-9);
        Tally sum = new Tally(1);
        sum.add(tally);
        sum.add(tally);
        assertEquals(0.75, sum.hitRatio(0), 1e-9);
        assertEquals(100, sum.expectedReads(), 1e-9);
    }
}
