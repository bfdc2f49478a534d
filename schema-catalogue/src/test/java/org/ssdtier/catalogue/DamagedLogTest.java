package org.ssdtier.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.ssdtier.catalogue.TestCatalogues.intern;
import static org.ssdtier.catalogue.TestCatalogues.open;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.segmentlog.device.AlignedBuffers;
import org.ssdtier.segmentlog.device.Device;
import org.ssdtier.segmentlog.device.MemoryStorage;

/** Tests of a catalogue whose log is damaged while it is open. */
@Tag("unit")
final class DamagedLogTest {
    private final MemoryStorage storage = new MemoryStorage();

    /** Checked by removal: without the pause every group of definitions rewrites the log, in vain. */
    @Test
    void damagedRecord_doesNotRewriteTheLogAgainAndAgain() throws IOException {
        try (SchemaCatalogue catalogue = open(storage)) {
            int id = intern(catalogue, 0, 1)[0];
            for (int n = 1; n < 20; n++) {
                intern(catalogue, n, n + 1);
            }
            damageFirstRecord();
            assertThrows(IOException.class, () -> catalogue.resolve(id));
            int n = 20;
            while (catalogue.stats().log().syncFailures() == 0) {
                intern(catalogue, n, ++n);
            }
            for (int more = 0; more < 5; more++) {
                intern(catalogue, n, ++n);
            }
            CatalogueStats stats = catalogue.stats();
            assertEquals(0, stats.log().checkpoints());
            assertEquals(1, stats.log().syncFailures(), stats.toString());
            assertEquals(n, stats.content().definitions());
        }
    }

    private void damageFirstRecord() throws IOException {
        try (Device device = storage.open("segment-00000")) {
            ByteBuffer page = AlignedBuffers.allocate(Device.PAGE_BYTES);
            device.read(page, Device.PAGE_BYTES);
            page.clear();
            page.put(100, (byte) (page.get(100) ^ 1));
            device.write(page, Device.PAGE_BYTES);
        }
    }
}
