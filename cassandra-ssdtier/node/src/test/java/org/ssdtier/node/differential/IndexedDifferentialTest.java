package org.ssdtier.node.differential;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.rowcache.cassandra.FineIndex;

/**
 * As {@link DifferentialTest}, with an index in every image that has two rows: a query's result, and the digest that a replica sends,
 * are what they are without the row cache, though only the rows of the query's slices are read. Histories of the name {@code indexed}.
 */
@Tag("property")
class IndexedDifferentialTest {
    private static final int HISTORIES = 320;

    @Test
    void randomHistory_imagesWithAnIndex_giveTheSame() {
        Totals totals =
                FineIndex.during(() -> Histories.play(Round.Subject.ROW_CACHE, "indexed", getClass(), HISTORIES));
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
