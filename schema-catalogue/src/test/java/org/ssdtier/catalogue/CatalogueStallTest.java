package org.ssdtier.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.ssdtier.catalogue.TestCatalogues.TABLE;
import static org.ssdtier.catalogue.TestCatalogues.TINY;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ssdtier.segmentlog.checks.Polling;
import org.ssdtier.segmentlog.device.HookStorage;

/**
 * Tests that a device that stalls or fails does not delay the writer of an SSTable, which in the end only gets no
 * schema IDs.
 */
@Tag("concurrency")
@Timeout(60)
class CatalogueStallTest {
    private final HookStorage storage = new HookStorage();
    private final CountDownLatch stallEnds = new CountDownLatch(1);

    @AfterEach
    void endTheStall() {
        stallEnds.countDown();
    }

    /**
     * Checked by removal: with a call of {@code sync}, or a read of a definition, in {@code SchemaCatalogue.intern} the
     * writer's thread reaches the device.
     */
    @Test
    void idOf_ofNewAndKnownDefinitions_neverReachesTheDevice() throws IOException {
        try (SchemaCatalogue catalogue = open(TINY)) {
            TestCatalogues.intern(catalogue, 0, 300);
        }
        List<String> calls = new ArrayList<>();
        try (SchemaCatalogue catalogue = open(TINY)) {
            record(calls);
            try (SchemaIds ids = catalogue.lease(TABLE)) {
                for (int n = 0; n < 600; n++) {
                    assertEquals(n + 1, ids.idOf(Definitions.numbered(n)));
                }
            }
            assertEquals(List.of(), calls);
            assertTrue(catalogue.sync());
            assertFalse(calls.isEmpty());
            storage.calm();
        }
    }

    /** Checked by removal: without {@code Patience}, a thread that writes to the log waits for the device. */
    @Test
    void idOf_deviceHangs_goesOn_andTheLogFollowsAfterwards() throws IOException {
        try (SchemaCatalogue catalogue = open(TINY)) {
            TestCatalogues.intern(catalogue, 0, 10);
            stall();
            try (SchemaIds ids = catalogue.lease(TABLE)) {
                assertEquals(11, ids.idOf(Definitions.numbered(10)));
                assertFalse(catalogue.sync());
                assertEquals(12, ids.idOf(Definitions.numbered(11)));
                assertEquals(3, ids.idOf(Definitions.numbered(2)));
                assertFalse(catalogue.sync());
            }
            assertEquals(0, catalogue.round(TestCatalogues.live()).dropped());
            assertEquals(2, catalogue.stats().content().definitionsPending());
            stallEnds.countDown();
            Polling.until("everything is written", catalogue::sync);
        }
        try (SchemaCatalogue again = open(TINY)) {
            assertEquals(12, again.stats().content().definitions());
        }
    }

    /** The queue is bounded; definitions beyond the bound are taken from the SSTables later. */
    @Test
    void idOf_deviceHangsForLong_holdsNoMoreThanTheBound_andLosesNothing() throws IOException {
        try (SchemaCatalogue catalogue = open(TINY.withPending(50, 1 << 20))) {
            stall();
            SchemaList[] lists = new SchemaList[10];
            for (int list = 0; list < lists.length; list++) {
                try (SchemaIds ids = catalogue.lease(TABLE)) {
                    for (int n = 30 * list; n < 30 * list + 30; n++) {
                        assertEquals(n + 1, ids.idOf(Definitions.numbered(n)));
                    }
                }
                assertFalse(catalogue.sync());
                lists[list] = TestCatalogues.list(catalogue, 30L * list, 30L * list + 29);
            }
            CatalogueStats stats = catalogue.stats();
            assertEquals(50, stats.content().definitionsPending());
            assertEquals(250, stats.content().definitionsUnwritten());
            assertEquals(250, stats.log().unqueued());
            assertEquals(300, catalogue.find(Definitions.numbered(299)), "has an ID without being queued");
            stallEnds.countDown();
            Polling.until("everything is written", catalogue::sync);
            assertTrue(catalogue.needsAnotherRound());
            catalogue.round(TestCatalogues.live(lists));
            assertTrue(catalogue.sync());
            assertEquals(Definitions.numbered(299), catalogue.resolve(300));
            assertTrue(catalogue.isDurable(300));
            assertEquals(2, TestCatalogues.reclaim(catalogue, lists[0]).kept());
        }
    }

    @Test
    void idOf_deviceHangs_givesIdsUntilTheReserveIsUsedUp_andAgainAfterwards() throws IOException {
        CatalogueOptions many = TINY.withCaps(100_000, 100_000, 8_000)
                .withCapacity(64 << 20, 128 << 10)
                .withPending(10, 1 << 20)
                .withFollower(true);
        try (SchemaCatalogue catalogue = open(many)) {
            stall();
            try (SchemaIds ids = catalogue.lease(TABLE)) {
                int given = 0;
                while (ids.idOf(Definitions.numbered(given)) != SchemaIds.NONE) {
                    given++;
                }
                assertEquals(TestCatalogues.ID_RESERVE, given);
                assertEquals(1, catalogue.stats().ids().refused().get(Refusal.NONE_RESERVED));
                assertEquals(10, catalogue.stats().content().definitionsPending());
                stallEnds.countDown();
                SchemaDefinition next = Definitions.numbered(given);
                Polling.until("the follower resumes on its own", () -> ids.idOf(next) != SchemaIds.NONE);
                assertEquals(given + 1, ids.idOf(next));
            }
        }
    }

    /** The background thread writes to the log without any call of {@code sync}. */
    @Test
    void follower_afterIdsWereGiven_makesThemDurable() throws IOException {
        try (SchemaCatalogue catalogue = open(TINY.withFollower(true))) {
            for (int n = 0; n < 3; n++) {
                try (SchemaIds ids = catalogue.lease(TABLE)) {
                    int id = ids.idOf(Definitions.numbered(n));
                    Polling.until("id=" + id + " is durable", () -> catalogue.isDurable(id));
                }
            }
            assertTrue(catalogue.isFollowing());
        }
    }

    @Test
    void round_ofAnOldCopy_deviceHangs_fails_andNoIdIsGivenOut() throws IOException {
        try (SchemaCatalogue catalogue = open(TINY)) {
            TestCatalogues.intern(catalogue, 0, 3);
            long before = catalogue.instanceId();
            SchemaList later = new SchemaList(before, List.of(new SchemaListEntry(1_000_000, Definitions.numbered(9))));
            stall();
            assertThrows(IOException.class, () -> catalogue.round(TestCatalogues.live(later)));
            SchemaIds between = catalogue.lease(TABLE);
            assertEquals(SchemaIds.NONE, between.idOf(Definitions.numbered(0)));
            stallEnds.countDown();
            Polling.until("everything is written", catalogue::sync);
            assertEquals(SchemaIds.NONE, between.idOf(Definitions.numbered(0)), "a lease of the previous instance");
            between.close();
            assertNotEquals(before, catalogue.instanceId());
            try (SchemaIds ids = catalogue.lease(TABLE)) {
                assertNotEquals(SchemaIds.NONE, ids.idOf(Definitions.numbered(0)));
                assertEquals(catalogue.instanceId(), ids.instanceId());
            }
        }
    }

    /**
     * If a thread waited for a free reader without a bound, those beyond the number of readers would
     * wait as long as the device hangs.
     */
    @Test
    void resolve_deviceHangs_moreThreadsThanReaders_eachFailsInTime() throws Exception {
        int threads = 2 * CatalogueOptions.READ_BUFFERS;
        try (SchemaCatalogue catalogue = open(TINY)) {
            TestCatalogues.intern(catalogue, 0, threads);
        }
        SchemaCatalogue catalogue = open(TINY);
        stall();
        ExecutorService readers = Executors.newFixedThreadPool(threads);
        CyclicBarrier together = new CyclicBarrier(threads);
        List<Future<?>> reads = new ArrayList<>();
        for (int id = 1; id <= threads; id++) {
            int one = id;
            reads.add(readers.submit(() -> {
                together.await();
                return assertThrows(IOException.class, () -> catalogue.resolve(one));
            }));
        }
        for (Future<?> read : reads) {
            read.get();
        }
        readers.shutdown();
        assertTrue(stallEnds.getCount() > 0);
        stallEnds.countDown();
        catalogue.close();
    }

    @Test
    void close_deviceHangs_ends() throws IOException {
        SchemaCatalogue catalogue = open(TINY.withFollower(true));
        try (SchemaIds ids = catalogue.lease(TABLE)) {
            ids.idOf(Definitions.numbered(1));
        }
        stall();
        catalogue.close();
        assertTrue(stallEnds.getCount() > 0);
    }

    private SchemaCatalogue open(CatalogueOptions options) throws IOException {
        return SchemaCatalogue.open(storage, options.withReadTimeout(TimeUnit.MILLISECONDS.toNanos(100)));
    }

    private void record(List<String> calls) {
        storage.disturb(new HookStorage.Disturbance() {
            @Override
            public void beforeRead(String device) {
                calls.add("read " + device);
            }

            @Override
            public void beforeWrite(String device) {
                calls.add("write " + device);
            }
        });
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
