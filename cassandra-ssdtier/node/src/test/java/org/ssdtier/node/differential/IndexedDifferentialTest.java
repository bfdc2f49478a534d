package org.ssdtier.node.differential;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.rowcache.cassandra.FineIndex;

/**
 * Same as {@link DifferentialTest}, with an index in every image of at least two rows: query results and replica digests are the same
 * as without the row cache although only the rows of the query's slices are read. Properties: {@link Histories}, with the name
 * {@code indexed}.
 */
@Tag("property")
class IndexedDifferentialTest {
    private static final int HISTORIES = 192;

    @Test
    void randomHistory_imagesWithAnIndex_giveTheSame() {
        Totals totals =
                FineIndex.during(() -> Histories.play(Round.Subject.ROW_CACHE, "indexed", getClass(), HISTORIES));
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
