package org.ssdtier.catalogue;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ssdtier.segmentlog.device.MemoryStorage;

/** Tests that files of every released version can still be read. */
@Tag("format")
class CatalogueFormatTest {
    @ParameterizedTest
    @ValueSource(strings = {"catalogue-1", GoldenCatalogues.CURRENT})
    void open_ofCleanCatalogue_hasItsDefinitions(String directory) throws IOException {
        try (SchemaCatalogue catalogue =
                SchemaCatalogue.open(GoldenCatalogues.load(directory, "clean"), GoldenCatalogues.OPTIONS)) {
            assertEquals(GoldenCatalogues.INSTANCE_ID, catalogue.instanceId());
            assertEquals(
                    GoldenCatalogues.DEFINITIONS, catalogue.stats().content().definitions());
            for (int n = 0; n < GoldenCatalogues.DEFINITIONS; n++) {
                assertEquals(Definitions.numbered(n), catalogue.resolve(n + 1));
            }
            assertEquals(GoldenCatalogues.DEFINITIONS + 1, TestCatalogues.intern(catalogue, 500, 501)[0]);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"catalogue-1", GoldenCatalogues.CURRENT})
    void open_ofKilledCatalogue_hasWhatWasPromised(String directory) throws IOException {
        try (SchemaCatalogue catalogue =
                SchemaCatalogue.open(GoldenCatalogues.load(directory, "killed"), GoldenCatalogues.OPTIONS)) {
            assertEquals(7, catalogue.stats().content().definitions());
            for (int n : new int[] {0, 1, 6, 7, 100, 101, 102}) {
                assertNotEquals(SchemaIds.NONE, catalogue.find(Definitions.numbered(n)), "n=" + n);
            }
            assertEquals(Definitions.numbered(1), catalogue.resolve(2));
            assertTrue(
                    TestCatalogues.intern(catalogue, 500, 501)[0] > 2 * 16_384,
                    "above twice the reserve of the release that wrote it");
        }
    }

    /** The files written now equal the golden ones; this fails if the layout changes without a new version. */
    @Test
    void filesWrittenNow_areTheGoldenOnes() throws IOException {
        MemoryStorage now = GoldenCatalogues.clean();
        MemoryStorage golden = GoldenCatalogues.load(GoldenCatalogues.CURRENT, "clean");
        for (String name : GoldenCatalogues.FILES) {
            assertArrayEquals(TestCatalogues.bytes(golden, name), TestCatalogues.bytes(now, name), name);
        }
    }
}
