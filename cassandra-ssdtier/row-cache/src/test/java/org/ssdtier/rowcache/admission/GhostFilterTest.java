package org.ssdtier.rowcache.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.rowcache.index.IndexMemory;
import org.ssdtier.rowcache.index.KeyHash;
import org.ssdtier.rowcache.index.LocationIndex;

@Tag("unit")
class GhostFilterTest {
    @Test
    void sighted_secondTime_isKnownAndForgotten() {
        GhostFilter ghosts = new GhostFilter(16);
        assertFalse(ghosts.recordSighting(hash(1)));
        assertTrue(ghosts.recordSighting(hash(1)));
        assertFalse(ghosts.recordSighting(hash(1)));
    }

    @Test
    void sighted_remembered_isKnown() {
        GhostFilter ghosts = new GhostFilter(16);
        ghosts.remember(hash(1));
        ghosts.remember(hash(1));
        assertTrue(ghosts.recordSighting(hash(1)));
        assertFalse(ghosts.recordSighting(hash(1)), "it was added twice");
    }

    @Test
    void word_sixOthersSince_theOldestIsForgotten() {
        GhostFilter ghosts = new GhostFilter(1);
        for (int i = 0; i < 7; i++) {
            ghosts.remember(hash(i));
        }
        assertTrue(ghosts.recordSighting(hash(1)));
        assertTrue(ghosts.recordSighting(hash(6)));
        assertFalse(ghosts.recordSighting(hash(0)));
    }

    @Test
    void stranger_fullFilter_isTakenForKnownInOneOfAHundredAtMost() {
        GhostFilter ghosts = new GhostFilter(1000);
        for (int i = 0; i < 20_000; i++) {
            ghosts.remember(hash(i));
        }
        int known = 0;
        for (int i = 20_000; i < 21_000; i++) {
            known += ghosts.recordSighting(hash(i)) ? 1 : 0;
        }
        assertTrue(known <= 12, "known=" + known);
    }

    /** Four ghosts for ten slots: with one for ten, as in an earlier version, hardly any row was seen twice in time. */
    @Test
    void indexMemory_ghosts_areFourForTenSlots() {
        for (long bytes : new long[] {64 << 10, 4 << 20, 100_000_000, 4L << 30}) {
            IndexMemory memory = IndexMemory.of(bytes);
            double ghosts = 6.0 * memory.ghostWords() / (memory.entryBytes() / 8.0);
            assertTrue(ghosts > 0.38 && ghosts < 0.42, "bytes=" + bytes + " ghosts=" + ghosts);
            long sum = memory.entryBytes()
                    + 4L * memory.epochStripes()
                    + 8L * memory.ghostWords()
                    + memory.markBytes()
                    + LocationIndex.BUCKET_BYTES;
            assertEquals(bytes, sum);
        }
    }

    private static long hash(int i) {
        return KeyHash.mix(i);
    }
}
