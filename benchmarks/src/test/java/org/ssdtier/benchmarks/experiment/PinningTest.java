package org.ssdtier.benchmarks.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
final class PinningTest {
    @Test
    void nodesAndOthers_haveHalfOfTheCoresEach() {
        for (int cores : List.of(2, 3, 8)) {
            Pinning pinning = new Pinning(true, cores);
            String others = pinning.ofOthers(7).get(4);
            String nodes = pinning.ofNode().get(2);
            assertEquals("0-" + (cores / 2 - 1), nodes);
            assertEquals(cores / 2 + "-" + (cores - 1), others);
        }
    }

    @Test
    void withoutPinning_commandsAreAsTheyWere() {
        assertEquals(List.of(), new Pinning(false, 1).ofNode());
    }

    @Test
    void oneCore_cannotBeDivided() {
        IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, () -> new Pinning(true, 1));
        assertEquals("cores for --pin=1: allowed 2 or more", refused.getMessage());
    }
}
