package org.ssdtier.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.ssdtier.catalogue.TestCatalogues.TABLE;
import static org.ssdtier.catalogue.TestCatalogues.open;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.segmentlog.device.HookStorage;
import org.ssdtier.segmentlog.device.MemoryStorage;

@Tag("concurrency")
class CatalogueConcurrencyTest {
    private static final int THREADS = 6;

    /**
     * Many concurrent writers, with rounds and a background writer of the log: one ID per definition, one definition
     * per ID, and none lost.
     */
    @Test
    void idOf_byManyWritersWhileReclaiming_givesEachDefinitionOneId() throws Exception {
        MemoryStorage storage = new MemoryStorage();
        Map<Integer, SchemaDefinition> byId = new ConcurrentHashMap<>();
        Map<Integer, SchemaDefinition> live = new ConcurrentHashMap<>();
        try (SchemaCatalogue catalogue = SchemaCatalogue.open(storage, TestCatalogues.TINY.withFollower(true))) {
            List<Callable<Boolean>> writers = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                Random random = new Random(thread);
                writers.add(() -> {
                    for (int sstable = 0; sstable < 120; sstable++) {
                        write(catalogue, random, byId, live);
                    }
                    return true;
                });
            }
            writers.add(() -> {
                for (int round = 0; round < 80; round++) {
                    catalogue.round(each -> {
                        each.accept(new TableList(TABLE, listOf(catalogue, live)));
                        return List.of();
                    });
                }
                return true;
            });
            runAll(writers);
            check(catalogue, byId, live, false);
        }
        try (SchemaCatalogue catalogue = open(storage)) {
            check(catalogue, byId, live, true); // definitions dropped since the last checkpoint may be back
        }
    }

    private static void write(
            SchemaCatalogue catalogue,
            Random random,
            Map<Integer, SchemaDefinition> byId,
            Map<Integer, SchemaDefinition> live) {
        try (SchemaIds ids = catalogue.lease(TABLE)) {
            Map<Integer, SchemaDefinition> mine = new ConcurrentHashMap<>();
            for (int row = 0; row < 20; row++) {
                SchemaDefinition definition = Definitions.numbered(random.nextInt(300));
                int id = ids.idOf(definition);
                assertNotEquals(SchemaIds.NONE, id);
                assertEquals(definition, byId.computeIfAbsent(id, none -> definition), "id=" + id);
                mine.put(id, definition);
            }
            if (random.nextInt(3) > 0) {
                live.putAll(mine); // its dictionary is on disk before the lease is closed
            }
        }
    }

    private static SchemaList listOf(SchemaCatalogue catalogue, Map<Integer, SchemaDefinition> live) {
        List<SchemaListEntry> entries = new ArrayList<>();
        live.forEach((id, definition) -> entries.add(new SchemaListEntry(id, definition)));
        return new SchemaList(catalogue.instanceId(), entries);
    }

    private static void check(
            SchemaCatalogue catalogue,
            Map<Integer, SchemaDefinition> byId,
            Map<Integer, SchemaDefinition> live,
            boolean reopened)
            throws IOException {
        for (Map.Entry<Integer, SchemaDefinition> entry : live.entrySet()) {
            assertEquals(entry.getValue(), catalogue.resolve(entry.getKey()), "live id=" + entry.getKey());
        }
        Map<SchemaDefinition, Integer> seen = new HashMap<>();
        for (int id : catalogue.ids()) {
            SchemaDefinition definition = catalogue.resolve(id);
            assertEquals(byId.get(id), definition, "id=" + id);
            Integer other = seen.put(definition, id);
            assertTrue(reopened || other == null, "two IDs of one definition: id=" + id + " and id=" + other);
        }
    }

    private static void runAll(List<Callable<Boolean>> tasks) throws InterruptedException, ExecutionException {
        ExecutorService executor = Executors.newFixedThreadPool(tasks.size());
        try {
            for (Future<Boolean> done : executor.invokeAll(tasks)) {
                assertTrue(done.get());
            }
        } finally {
            executor.shutdownNow();
        }
    }

    /** While one group is written to the device, any number of writers continue and share the next group. */
    @Test
    void idOf_byManyWritersDuringASync_waitsForNone_andTheyShareTheNext() throws Exception {
        HookStorage storage = new HookStorage();
        try (SchemaCatalogue catalogue = SchemaCatalogue.open(storage, TestCatalogues.TINY)) {
            CountDownLatch reached = new CountDownLatch(1);
            CountDownLatch go = new CountDownLatch(1);
            ExecutorService executor = Executors.newFixedThreadPool(9);
            try {
                storage.disturb(new HookStorage.Disturbance() {
                    @Override
                    public void beforeForce(String device) {
                        if (device.startsWith("segment-")) {
                            reached.countDown();
                            await(go);
                        }
                    }
                });
                catalogue.lease(TABLE).idOf(Definitions.numbered(0));
                Future<Boolean> first = executor.submit(catalogue::sync);
                await(reached);
                List<Callable<Boolean>> writers = new ArrayList<>();
                for (int n = 1; n <= 8; n++) {
                    SchemaDefinition definition = Definitions.numbered(n);
                    writers.add(() -> catalogue.lease(TABLE).idOf(definition) != SchemaIds.NONE);
                }
                runAll(writers);
                storage.calm();
                go.countDown();
                assertTrue(first.get());
                assertTrue(catalogue.sync());
                assertEquals(2, catalogue.stats().log().syncs());
                assertEquals(0, catalogue.stats().content().definitionsPending());
            } finally {
                go.countDown();
                executor.shutdownNow();
            }
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
