package org.ssdtier.node.lifetimes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("unit")
final class CompactionTiersTest {
    private static final long FLUSH = 10_000_000;

    @ParameterizedTest
    @CsvSource({
        "0.1, 1",
        "1, 1",
        "2, 1",
        "4, 1",
        "7.9, 1",
        "8.1, 2",
        "16, 2",
        "31, 2",
        "33, 3",
        "64, 3",
        "127, 3",
        "129, 4",
        "256, 4",
        "100000, 4"
    })
    void tier_withoutLevel_isTheLogarithmOfTheInput(double flushes, int tier) {
        assertEquals(tier, CompactionTiers.tier(0, Math.round(flushes * FLUSH), FLUSH));
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "2, 2", "3, 3", "4, 4", "8, 4"})
    void tier_withLevel_isTheLevel(int level, int tier) {
        assertEquals(tier, CompactionTiers.tier(level, 1000 * FLUSH, FLUSH));
    }

    @Test
    void tier_ofUnknownSizes_isTheLowest() {
        assertEquals(1, CompactionTiers.tier(0, 0, FLUSH));
        assertEquals(1, CompactionTiers.tier(0, FLUSH, 0));
    }

    /** Four of a tier make one of the next, whatever the size of a flush. */
    @Test
    void tier_ofFourSstablesOfATier_isTheNext() {
        for (long flush : new long[] {1_000, 1_000_000, 5_000_000_000L}) {
            long input = flush;
            for (int tier = 1; tier <= CompactionTiers.MAX; tier++) {
                input *= 4;
                assertEquals(tier, CompactionTiers.tier(0, input, flush), "flush=" + flush);
            }
        }
    }
}
