package org.ssdtier.node.differential;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.io.sstable.format.SSTableFormat;
import org.apache.cassandra.io.sstable.format.bti.BtiFormat;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.catalogue.cassandra.EmbeddedCatalogue;
import org.ssdtier.catalogue.cassandra.NothingLeft;
import org.ssdtier.catalogue.cassandra.row.WriteTotals;
import org.ssdtier.node.embedded.EmbeddedNode;
import org.ssdtier.rowcache.CacheStats;
import org.ssdtier.rowcache.cassandra.ImageFigures;

/**
 * Tests that query results and replica digests are the same as with SSTables of Cassandra's format {@code bti}. The reference is not
 * {@code big}: stock's own digests of reversed reads differ between the two, because {@code big} leaves out parts of collections that
 * were not requested (see seed 225161986). Properties: {@link Histories}, with the name {@code catalogued}.
 */
@Tag("property")
@ExtendWith(NothingLeft.class)
class CataloguedDifferentialTest {
    private static final int HISTORIES = 2_000;

    @TempDir
    private Path directory;

    @Test
    void randomHistory_cataloguedAndStockTwin_giveTheSame() throws IOException {
        EmbeddedNode.start();
        SSTableFormat<?, ?> selected = DatabaseDescriptor.getSelectedSSTableFormat();
        DatabaseDescriptor.setSelectedSSTableFormat(
                DatabaseDescriptor.getSSTableFormats().get(BtiFormat.NAME));
        Totals totals;
        CacheStats before = ImageFigures.stats();
        try (EmbeddedCatalogue catalogue = EmbeddedCatalogue.open(directory)) {
            totals = Histories.play(Round.Subject.CATALOGUED, "catalogued", getClass(), HISTORIES);
            System.out.println("catalogued: " + catalogue.stats());
        } finally {
            DatabaseDescriptor.setSelectedSSTableFormat(selected);
        }
        WriteTotals written = WriteTotals.NODE;
        System.out.println("catalogued: " + written);
        assumeTrue(
                totals.histories >= HISTORIES,
                () -> "histories=" + totals.histories + ": every answer was right; totals are judged from "
                        + HISTORIES);
        assertTrue(totals.operations >= (long) HISTORIES * History.OPERATIONS, "too few operations: " + totals);
        assertTrue(totals.digests > totals.histories, "too few digests: " + totals);
        assertTrue(totals.digestsOfShadowed <= 20, "too many digests differ after a compaction: " + totals);
        assertTrue(written.cellsRows() > 0, "no row was written in the layout cells");
        assertTrue(written.uniformRows() > 0, "no row was written in the layout uniform");
        CacheStats images = ImageFigures.stats();
        System.out.println("catalogued: images=" + images);
        assertTrue(
                images.schemas().schemaImages() > before.schemas().schemaImages(), "no image referred to schema IDs");
        assertTrue(written.inlineFirstSight() + written.inlineFull() > 0, "no row was written inline");
    }
}
