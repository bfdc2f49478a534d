package org.ssdtier.benchmarks.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
final class SharesTest {
    @Test
    void ideal_isThatOfTheKnownTable() {
        assertEquals(0.737, Shares.ideal(4_000_000, 0.02), 0.001);
        assertEquals(0.856, Shares.ideal(4_000_000, 0.12), 0.001);
        assertEquals(0.911, Shares.ideal(4_000_000, 0.27), 0.001);
    }

    @Test
    void ideal_isTheSumOfThePopularities() {
        double all = 0;
        double popular = 0;
        for (int i = 1; i <= 20_000; i++) {
            all += Math.pow(i, -0.99);
            popular = i == 5_000 ? all : popular;
        }
        assertEquals(popular / all, Shares.ideal(20_000, 0.25), 1e-9);
    }

    @Test
    void equalHits_giveTheHitsOfThePapersTable() {
        Shares shares = Shares.of(Shares.EQUAL_HITS, 4_000_000);
        assertEquals(Shares.ideal(100_000_000, 0.02), Shares.ideal(4_000_000, shares.memory()), 1e-4);
        assertEquals(Shares.ideal(100_000_000, 0.12), Shares.ideal(4_000_000, shares.memory() + shares.ssd()), 1e-4);
        assertTrue(shares.memory() > 0.02 && shares.ssd() > 0.10, shares.toString());
    }

    @Test
    void otherScaling_isRefused() {
        assertThrows(IllegalArgumentException.class, () -> Shares.of("equal", 1_000));
    }
}
