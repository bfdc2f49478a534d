package org.ssdtier.node.differential;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.catalogue.cassandra.WriteTotals;

/**
 * A query's result, and the digest that a replica sends, are what they are with SSTables of Cassandra's own formats. How long
 * it runs and where it begins: {@link Histories}, with the name {@code catalogued}.
 */
@Tag("property")
class CataloguedDifferentialTest {
    @Test
    void randomHistory_cataloguedAndStockTwin_giveTheSame() {
        Histories.play(History.Subject.CATALOGUED, "catalogued", 60);
        WriteTotals written = WriteTotals.NODE;
        System.out.println("catalogued: " + written);
        assertTrue(written.cellsRows() > 0, "no row was written in the layout cells");
        assertTrue(written.uniformRows() > 0, "no row was written in the layout uniform");
        assertTrue(written.inlineFirstSight() + written.inlineFull() > 0, "no row was written inline");
    }
}
