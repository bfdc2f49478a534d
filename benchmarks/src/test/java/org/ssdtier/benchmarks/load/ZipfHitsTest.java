package org.ssdtier.benchmarks.load;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
final class ZipfHitsTest {
    /** By hand for three rows: 1, 2^-0.99 and 3^-0.99 of their sum. */
    @Test
    void hits_ofThreeRows_areTheirShares() {
        double second = Math.pow(2, -0.99);
        double sum = 1 + second + Math.pow(3, -0.99);
        ZipfHits hits = new ZipfHits(3);
        assertEquals(0, hits.of(0), 1e-12);
        assertEquals(1 / sum, hits.of(1), 1e-12);
        assertEquals((1 + second) / sum, hits.of(2), 1e-12);
        assertEquals(1, hits.of(3), 1e-12);
        assertEquals(1, hits.of(7), 1e-12);
    }

    @Test
    void hits_of12PercentOf4MillionRows_areThoseOfTheSimulator() {
        assertEquals(0.737, new ZipfHits(4_000_000).of(80_000), 0.001);
        assertEquals(0.856, new ZipfHits(4_000_000).of(480_000), 0.001);
    }
}
