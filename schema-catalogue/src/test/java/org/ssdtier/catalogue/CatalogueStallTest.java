package org.ssdtier.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ssdtier.segmentlog.device.HookStorage;

/** A device that stalls without an error costs schema IDs, and no flush waits for it beyond a second. */
@Tag("concurrency")
@Timeout(60)
class CatalogueStallTest {
    private final HookStorage storage = new HookStorage();
    private final CountDownLatch stallEnds = new CountDownLatch(1);

    @AfterEach
    void endTheStall() {
        stallEnds.countDown();
    }

    /** Checked by removal: without {@code Patience} the writer of an SSTable, and so its flush, waits for the device. */
    @Test
    void force_deviceHangs_saysNo_andYesAgainAfterwards() throws IOException {
        try (SchemaCatalogue catalogue = open()) {
            TestCatalogues.intern(catalogue, 0, 10);
            stall();
            try (SchemaIds ids = catalogue.lease(TestCatalogues.TABLE)) {
                ids.idOf(Definitions.numbered(10));
                assertFalse(ids.force());
                assertFalse(ids.force());
            }
            assertThrows(IOException.class, () -> catalogue.reclaim(Stream::of));
            stallEnds.countDown();
            try (SchemaIds ids = catalogue.lease(TestCatalogues.TABLE)) {
                ids.idOf(Definitions.numbered(11));
                while (!ids.force()) {
                    Thread.onSpinWait();
                }
            }
        }
        try (SchemaCatalogue again = open()) {
            assertEquals(12, again.stats().definitions());
        }
    }

    /** Checked by removal: without a bound of the read the writer waits, with one alone it waits for each definition anew. */
    @Test
    void idOf_deviceHangs_givesNone() throws IOException {
        int[] known;
        try (SchemaCatalogue catalogue = open()) {
            known = TestCatalogues.intern(catalogue, 0, 300);
        }
        try (SchemaCatalogue catalogue = open()) {
            stall();
            try (SchemaIds ids = catalogue.lease(TestCatalogues.TABLE)) {
                for (int i = 0; i < known.length; i++) {
                    assertEquals(SchemaIds.NONE, ids.idOf(Definitions.numbered(i)));
                }
            }
            stallEnds.countDown();
            try (SchemaIds ids = catalogue.lease(TestCatalogues.TABLE)) {
                int found = SchemaIds.NONE;
                while (found == SchemaIds.NONE) {
                    found = ids.idOf(Definitions.numbered(7));
                }
                assertEquals(known[7], found);
            }
        }
    }

    @Test
    void close_deviceHangs_ends() throws IOException {
        SchemaCatalogue catalogue = open();
        TestCatalogues.intern(catalogue, 0, 10);
        stall();
        catalogue.close();
        assertTrue(stallEnds.getCount() > 0);
    }

    private SchemaCatalogue open() throws IOException {
        return SchemaCatalogue.open(storage, TestCatalogues.TINY.withReadTimeout(TimeUnit.MILLISECONDS.toNanos(100)));
    }

    private void stall() {
        storage.disturb(new HookStorage.Disturbance() {
            @Override
            public void beforeRead(String device) {
                await(stallEnds);
            }

            @Override
            public void beforeWrite(String device) {
                await(stallEnds);
            }
        });
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
