package org.ssdtier.node.differential;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.catalogue.cassandra.WriteTotals;
import org.ssdtier.node.embedded.EmbeddedNode;

/**
 * A query's result, and the digest that a replica sends, are what they are with SSTables of Cassandra's own formats.
 *
 * <p>{@code -Dssdtier.catalogued.seconds=N} runs longer, {@code -Dssdtier.catalogued.seed=N} starts with that history.
 */
@Tag("property")
class CataloguedDifferentialTest {
    private static final int STEPS = 150;
    private static final long SECONDS = Long.getLong("ssdtier.catalogued.seconds", 60);

    @Test
    void randomHistory_cataloguedAndStockTwin_giveTheSame() {
        EmbeddedNode node = EmbeddedNode.start();
        long seed = Long.getLong("ssdtier.catalogued.seed", System.nanoTime() >>> 16);
        History.Totals totals = new History.Totals();
        long endNanos = System.nanoTime() + SECONDS * 1_000_000_000L;
        int histories = 0;
        do {
            runOne(node, seed + histories, totals);
            histories++;
        } while (System.nanoTime() - endNanos < 0);
        System.out.println("Catalogued differential: histories=" + histories + " first seed=" + seed + " " + totals
                + " " + WriteTotals.NODE);
        assertTrue(WriteTotals.NODE.cellsRows() > 0, "no row was written in the layout cells");
        assertTrue(WriteTotals.NODE.uniformRows() > 0, "no row was written in the layout uniform");
        assertTrue(
                WriteTotals.NODE.inlineFirstSight() + WriteTotals.NODE.inlineFull() > 0, "no row was written inline");
    }

    private static void runOne(EmbeddedNode node, long seed, History.Totals totals) {
        try {
            new History(node, History.Subject.CATALOGUED, seed, totals).run(node, STEPS);
        } catch (AssertionError e) {
            throw new AssertionError("-Dssdtier.catalogued.seed=" + seed + " " + e.getMessage(), e);
        }
    }
}
