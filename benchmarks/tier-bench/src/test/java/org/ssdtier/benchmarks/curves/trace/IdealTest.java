package org.ssdtier.benchmarks.curves.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
final class IdealTest {
    @Test
    void ratio_oneOfTwoRows_isTheShareOfTheFirst() {
        assertEquals(1 / (1 + Math.pow(2, -0.99)), new Ideal(2).ratio(1), 1e-12);
    }

    @Test
    void ratio_everyRow_isOne() {
        assertEquals(1, new Ideal(1_000).ratio(1_000), 1e-12);
        assertEquals(0, new Ideal(1_000).ratio(0), 1e-12);
    }

    @Test
    void ratio_fourMillionRows_isWhatTheDesignSays() {
        Ideal ideal = new Ideal(4_000_000);
        assertEquals(0.737, ideal.ratio(80_000), 0.001);
        assertEquals(0.856, ideal.ratio(480_000), 0.001);
        assertEquals(0.911, ideal.ratio(1_080_000), 0.001);
    }

    @Test
    void ratio_writesDropTheRow_losesTheirShare() {
        Ideal ideal = new Ideal(4_000_000);
        assertEquals(0.813, ideal.ratio(480_000, 0.05), 0.001);
        assertEquals(0.642, ideal.ratio(480_000, 0.25), 0.001);
    }
}
