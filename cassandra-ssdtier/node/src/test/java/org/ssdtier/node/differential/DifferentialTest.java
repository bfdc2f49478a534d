package org.ssdtier.node.differential;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests that query results and replica digests are the same as without the row cache. Properties: {@link Histories}, with the name
 * {@code differential}.
 */
@Tag("property")
class DifferentialTest {
    private static final int HISTORIES = 320;

    @Test
    void randomHistory_cachedAndUncachedTwin_giveTheSame() {
        Totals totals = Histories.play(Round.Subject.ROW_CACHE, "differential", getClass(), HISTORIES);
        assumeTrue(
                totals.histories >= HISTORIES,
                () -> "histories=" + totals.histories + ": every answer was right; totals are judged from "
                        + HISTORIES);
        assertTrue(totals.hits > 0, "no read was answered from the cache: nothing was compared");
        assertTrue(
                totals.answersOfLayout <= 5 + totals.reads / 1_000,
                "too many answers differ because of the layout on disk: " + totals);
        assertTrue(
                totals.digestsOfLayout <= 20 + totals.digests / 20,
                "too many digests differ because of the layout on disk: " + totals);
        assertTrue(totals.digestsOfShadowed <= 20, "too many digests differ after a compaction: " + totals);
    }
}
