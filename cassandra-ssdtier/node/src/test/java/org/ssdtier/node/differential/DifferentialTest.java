package org.ssdtier.node.differential;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A query's result, and the digest that a replica sends, are what they are without the row cache. How long it runs and where
 * it begins: {@link Histories}, with the name {@code differential}.
 */
@Tag("property")
class DifferentialTest {
    private static final int HISTORIES = 480;

    @Test
    void randomHistory_cachedAndUncachedTwin_giveTheSame() {
        Totals totals = Histories.play(Round.Subject.ROW_CACHE, "differential", getClass(), HISTORIES);
        if (totals.histories < HISTORIES) {
            return; // a few chosen seeds need not cover everything
        }
        assertTrue(totals.hits > 0, "no read was answered from the cache: nothing was compared");
        assertTrue(
                totals.digestsOfLayout <= 20 + totals.digests / 20,
                "more digests than a few differ for the layout on disk: " + totals);
        assertTrue(totals.digestsOfShadowed <= 20, "more digests than a few differ after a compaction: " + totals);
    }
}
