package org.ssdtier.benchmarks.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
final class PageCacheRefillTest {
    private final PageCacheRefill refill = new PageCacheRefill(1_000);

    @Test
    void aFullPageCache_needsNoRequests() {
        assertFalse(refill.isWanted(980));
        assertEquals(0, refill.begun());
    }

    @Test
    void aHalfEmptyOne_isFilledUntilItIsFull() {
        assertTrue(refill.isWanted(500));
        assertTrue(refill.isWanted(900));
        assertFalse(refill.isWanted(985));
        assertEquals(2, refill.begun());
    }

    @Test
    void aTableThatIsSmaller_endsIt() {
        assertTrue(refill.isWanted(500));
        assertTrue(refill.isWanted(600));
        assertFalse(refill.isWanted(609));
    }

    @Test
    void slowGrowth_endsAfterSomeSteps() {
        long bytes = 0;
        while (refill.isWanted(bytes)) {
            bytes += 10;
        }
        assertEquals(15, refill.begun());
    }
}
