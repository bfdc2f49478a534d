package org.ssdtier.node.differential;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.node.embedded.EmbeddedNode;

/**
 * A query's result, and the digest that a replica sends, are what they are without the row cache.
 *
 * <p>{@code -Dssdtier.differential.seconds=N} runs longer, {@code -Dssdtier.differential.seed=N} starts with that history.
 */
@Tag("property")
class DifferentialTest {
    private static final int STEPS = 150;
    private static final long SECONDS = Long.getLong("ssdtier.differential.seconds", 40);

    @Test
    void randomHistory_cachedAndUncachedTwin_giveTheSame() {
        EmbeddedNode node = EmbeddedNode.start();
        long seed = Long.getLong("ssdtier.differential.seed", System.nanoTime() >>> 16);
        History.Totals totals = new History.Totals();
        long endNanos = System.nanoTime() + SECONDS * 1_000_000_000L;
        int histories = 0;
        do {
            runOne(node, seed + histories, totals);
            histories++;
        } while (System.nanoTime() - endNanos < 0);
        System.out.println("Differential: histories=" + histories + " first seed=" + seed + " " + totals);
        assertTrue(totals.hits > 0, "no read was answered from the cache: nothing was compared");
        assertTrue(
                totals.digestsOfLayout <= 20 + totals.digests / 20,
                "more digests than a few differ for the layout on disk: " + totals);
    }

    private static void runOne(EmbeddedNode node, long seed, History.Totals totals) {
        try {
            new History(node, History.Subject.ROW_CACHE, seed, totals).run(node, STEPS);
        } catch (AssertionError e) {
            throw new AssertionError("-Dssdtier.differential.seed=" + seed + " " + e.getMessage(), e);
        }
    }
}
