package org.ssdtier.benchmarks.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
final class SpreadTest {
    @Test
    void median_ofOddAndEvenCounts_isTheMiddle() {
        assertEquals(new Spread(2, 1, 9, 3), Spread.of(List.of(9.0, 1.0, 2.0)));
        assertEquals(new Spread(3, 1, 9, 4), Spread.of(List.of(9.0, 1.0, 2.0, 4.0)));
        assertEquals(new Spread(7, 7, 7, 1), Spread.of(List.of(7.0)));
    }

    @Test
    void median_ofNothing_isNotANumber() {
        Spread nothing = Spread.of(List.of());
        assertTrue(Double.isNaN(nothing.median()));
        assertEquals(0, nothing.runs());
    }
}
