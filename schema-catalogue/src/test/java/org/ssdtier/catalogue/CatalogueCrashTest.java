package org.ssdtier.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.ssdtier.catalogue.TestCatalogues.TABLE;
import static org.ssdtier.catalogue.TestCatalogues.TINY;
import static org.ssdtier.catalogue.TestCatalogues.flip;
import static org.ssdtier.catalogue.TestCatalogues.intern;
import static org.ssdtier.catalogue.TestCatalogues.open;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ssdtier.segmentlog.RecordView;
import org.ssdtier.segmentlog.RecordVisitor;
import org.ssdtier.segmentlog.SegmentLogScan;
import org.ssdtier.segmentlog.device.FaultPlan;
import org.ssdtier.segmentlog.device.FaultPlan.Fault;
import org.ssdtier.segmentlog.device.FaultyStorage;
import org.ssdtier.segmentlog.device.MemoryStorage;
import org.ssdtier.segmentlog.device.Storage;
import org.ssdtier.segmentlog.format.FormatException;

/**
 * Tests that, whatever happens to the device, no ID stands for two definitions. Definitions in the log are there, or
 * the catalogue does not open and reports why. Definitions that only live SSTables have are there after a round.
 */
@Tag("crash")
class CatalogueCrashTest {
    private static final CatalogueOptions SMALL =
            TINY.withCapacity(24L * TestCatalogues.SEGMENT_BYTES, TestCatalogues.SEGMENT_BYTES);

    /** A history of interning, syncing, rounds and reopening, with the expected definitions. */
    private static final class History {
        final Random random;
        /** Definitions that were in the log and have not been dropped since. */
        final Map<Integer, SchemaDefinition> promised = new HashMap<>();
        /** Definitions of all IDs ever assigned; they may or may not be there. */
        final Map<Integer, SchemaDefinition> given = new HashMap<>();
        /** The SSTables that are on disk, whose definitions are durable with them. */
        final List<Map<Integer, SchemaDefinition>> sstables = new ArrayList<>();

        long instance;
        int syncs;
        /** Number of survivors without room for all definitions of the SSTables. */
        int full;

        History(long seed) {
            random = new Random(seed);
        }

        void run(Storage storage, int steps) throws IOException {
            SchemaCatalogue catalogue = SchemaCatalogue.open(storage, SMALL);
            instance = catalogue.instanceId();
            for (int step = 0; step < steps; step++) {
                int what = random.nextInt(20);
                if (what == 0) {
                    catalogue.close();
                    catalogue = SchemaCatalogue.open(storage, SMALL);
                } else if (what <= 2) {
                    reclaim(catalogue);
                } else {
                    write(catalogue);
                }
            }
        }

        private void write(SchemaCatalogue catalogue) {
            Map<Integer, SchemaDefinition> mine = new HashMap<>();
            try (SchemaIds ids = catalogue.lease(TABLE)) {
                for (int left = 1 + random.nextInt(30); left > 0; left--) {
                    SchemaDefinition definition = random.nextInt(30) == 0
                            ? Definitions.ofBytes(1_000 + random.nextInt(5_000), random.nextInt(100))
                            : Definitions.numbered(random.nextInt(400));
                    int id = ids.idOf(definition);
                    if (id != SchemaIds.NONE) {
                        SchemaDefinition before = given.put(id, definition);
                        assertTrue(before == null || before.equals(definition), "id=" + id + " was assigned twice");
                        mine.put(id, definition);
                    }
                }
                if (random.nextInt(3) > 0) {
                    sstables.add(mine); // while it is leased
                }
            }
            if (random.nextInt(4) > 0 && catalogue.sync()) {
                syncs++;
                live().forEach((id, definition) -> {
                    if (catalogue.isDurable(id)) {
                        promised.put(id, definition);
                    }
                });
            }
        }

        /** Removes some SSTables and runs two rounds. */
        private void reclaim(SchemaCatalogue catalogue) throws IOException {
            sstables.removeIf(sstable -> random.nextInt(4) == 0);
            promised.keySet().retainAll(live().keySet());
            catalogue.round(TestCatalogues.live(lists()));
            catalogue.round(TestCatalogues.live(lists()));
        }

        private Map<Integer, SchemaDefinition> live() {
            Map<Integer, SchemaDefinition> live = new HashMap<>();
            sstables.forEach(live::putAll);
            return live;
        }

        private SchemaList[] lists() {
            return sstables.stream()
                    .map(sstable -> new SchemaList(
                            instance,
                            sstable.entrySet().stream()
                                    .map(each -> new SchemaListEntry(each.getKey(), each.getValue()))
                                    .toList()))
                    .toArray(SchemaList[]::new);
        }

        void check(Storage survivor, String context) throws IOException {
            check(survivor, new HashMap<>(), context);
        }

        /** Opens and checks a survivor; definitions interned there are added to {@code since}. */
        void check(Storage survivor, Map<Integer, SchemaDefinition> since, String context) throws IOException {
            boolean isFull;
            try (SchemaCatalogue catalogue = SchemaCatalogue.open(survivor, SMALL)) {
                checkAll(catalogue, promised, false, context);
                checkAll(catalogue, since, false, context);
                SchemaDefinition another = Definitions.numbered(100_000L + since.size());
                int next = idOf(catalogue, another);
                if (next == SchemaIds.NONE) {
                    assertTrue(catalogue.stats().ids().refused().getOrDefault(Refusal.NO_SPACE, 0L) > 0, context);
                } else {
                    SchemaDefinition before = since.getOrDefault(next, given.get(next));
                    assertTrue(before == null || before.equals(another), context + " id=" + next + " again");
                    since.put(next, another);
                }
                given.putAll(since);
                Findings findings =
                        catalogue.round(TestCatalogues.live(lists())).findings();
                assertEquals(0, findings.differing() + findings.unheardOf(), context + " " + findings);
                if (!catalogue
                        .sync()) { // definitions dropped before the crash are back and take room until dropped again
                    assertTrue(catalogue.stats().ids().refused().getOrDefault(Refusal.NO_SPACE, 0L) > 0, context);
                    catalogue.round(TestCatalogues.live(lists()));
                    since.keySet().removeIf(id -> !catalogue.has(id));
                    assertTrue(catalogue.sync(), () -> context + " works again: " + catalogue.stats());
                }
                isFull = catalogue.stats().rounds().unadopted() > 0;
                checkAll(catalogue, live(), isFull, context + " after the round,");
            }
            try (SchemaCatalogue catalogue = SchemaCatalogue.open(TestCatalogues.copy(survivor), SMALL)) {
                checkAll(catalogue, live(), isFull, context + " opened again,");
            }
            full += isFull ? 1 : 0;
        }

        /**
         * Checks that every ID has the definition it was assigned to or none, and that each of these IDs has its
         * definition.
         */
        private void checkAll(
                SchemaCatalogue catalogue, Map<Integer, SchemaDefinition> all, boolean isFull, String context)
                throws IOException {
            for (Map.Entry<Integer, SchemaDefinition> entry : all.entrySet()) {
                SchemaDefinition found = catalogue.resolve(entry.getKey());
                assertTrue(entry.getValue().equals(found) || (isFull && found == null), context + " id=" + entry);
            }
            for (int id : catalogue.ids()) {
                assertEquals(given.get(id), catalogue.resolve(id), context + " id=" + id);
            }
        }

        private static int idOf(SchemaCatalogue catalogue, SchemaDefinition definition) {
            try (SchemaIds ids = catalogue.lease(TABLE)) {
                int id = ids.idOf(definition);
                assertTrue(catalogue.sync() || id == SchemaIds.NONE, () -> "works again: " + catalogue.stats());
                return id;
            }
        }
    }

    @Test
    void open_afterCutAtEveryWrite_hasAllThatWasPromised() throws IOException {
        int promises = 0;
        int full = 0;
        for (long seed = 0; seed < 3; seed++) {
            for (long cut = 0; ; cut += 8 + 7 * seed) {
                FaultPlan plan = new FaultPlan(seed).cutAtWrite(cut);
                FaultyStorage storage = new FaultyStorage(plan);
                History history = new History(seed);
                boolean ended = false;
                try {
                    history.run(storage, 60);
                    ended = !plan.isCut();
                } catch (IOException powerIsOff) {
                    // expected
                }
                MemoryStorage survivor = storage.afterPowerCut(cut / 2 % 2);
                Map<Integer, SchemaDefinition> since = new HashMap<>();
                history.check(survivor, since, "seed=" + seed + " cut=" + cut);
                history.check(survivor, since, "once more, seed=" + seed + " cut=" + cut);
                full += history.full;
                promises += history.promised.size();
                if (ended) {
                    break;
                }
            }
        }
        assertTrue(promises > 1_000, "promises=" + promises);
        assertTrue(full < 20, "full=" + full);
    }

    /** A device that reports its failures: no durable definition is lost, neither now nor later. */
    @ParameterizedTest
    @EnumSource(names = {"SHORT", "WRITE_ERROR", "NO_SPACE", "FORCE_ERROR"})
    void everything_underErrors_staysAsPromised(Fault fault) throws IOException {
        int syncs = 0;
        for (long seed = 0; seed < 20; seed++) {
            FaultPlan plan = new FaultPlan(seed).with(fault, 0.05);
            FaultyStorage storage = new FaultyStorage(plan);
            History history = new History(seed);
            try {
                history.run(storage, 60);
            } catch (IOException e) {
                // opening or reclaiming failed: the node continues without the catalogue and retries
            }
            plan.enable(false);
            history.check(storage.afterPowerCut(seed), fault + " seed=" + seed);
            history.check(storage, fault + " seed=" + seed);
            syncs += history.syncs;
        }
        assertTrue(syncs > 150, "syncs=" + syncs);
    }

    /**
     * A device that corrupts data silently: the catalogue has all durable definitions, or does not open and names the
     * file.
     */
    @ParameterizedTest
    @EnumSource(names = {"LOST", "TORN", "FLIPPED"})
    void open_afterLies_hasAllOrRefuses(Fault fault) throws IOException {
        int refused = 0;
        int sound = 0;
        for (long seed = 0; seed < 40; seed++) {
            FaultPlan plan = new FaultPlan(seed).with(fault, 0.01);
            FaultyStorage storage = new FaultyStorage(plan);
            History history = new History(seed);
            try {
                history.run(storage, 40);
            } catch (IOException e) {
                // a definition could not be read again, or a reopening failed
            }
            plan.enable(false);
            Storage survivor = TestCatalogues.copy(storage);
            try {
                history.check(survivor, fault + " seed=" + seed);
                sound++;
            } catch (FormatException e) {
                assertTrue(e.getMessage().contains("file="), e.getMessage());
                refused++;
            }
        }
        assertTrue(refused > 2 && sound > 2, "refused=" + refused + " sound=" + sound);
    }

    /** Without the room reserved for it, the checkpoint that would free space cannot be made. */
    @Test
    void sync_whileNoCheckpointCanBeMade_saysNoInTime_andWorksAgainOnceItCan() throws IOException {
        FaultPlan plan = new FaultPlan(1).with(Fault.READ_ERROR, 1);
        plan.enable(false);
        SchemaCatalogue catalogue = SchemaCatalogue.open(new FaultyStorage(plan), SMALL);
        intern(catalogue, 0, 300);
        plan.enable(true);
        int n = 300;
        try (SchemaIds ids = catalogue.lease(TABLE)) {
            do {
                assertTrue(
                        ids.idOf(Definitions.numbered(n++)) != SchemaIds.NONE,
                        () -> catalogue.stats().toString());
            } while (catalogue.sync());
            plan.enable(false);
            assertTrue(catalogue.sync(), () -> catalogue.stats().toString());
        }
        assertTrue(n > 320, "n=" + n);
        catalogue.close();
    }

    private static MemoryStorage written(int forces, boolean clean) throws IOException {
        MemoryStorage storage = new MemoryStorage();
        SchemaCatalogue catalogue = open(storage);
        for (int force = 0; force < forces; force++) {
            intern(catalogue, 10L * force, 10L * (force + 1));
        }
        if (clean) {
            catalogue.close();
        }
        return clean ? storage : TestCatalogues.copy(storage);
    }

    /** Returns the places of the records. */
    private static List<String> places(Storage storage) throws IOException {
        List<Long> locations = new ArrayList<>();
        SegmentLogScan scan = SegmentLogScan.run(storage, new RecordVisitor() {
            @Override
            public void valid(RecordView record) {
                locations.add(record.location());
            }

            @Override
            public void damaged(long location, int recordBytes) {}
        });
        return locations.stream().map(scan::describe).toList();
    }

    private static void damage(Storage storage, String place, int within) throws IOException {
        String name = place.replaceAll(".*file=([^ ]*) .*", "$1");
        long offset = Long.parseLong(place.replaceAll(".*offset=", ""));
        flip(storage, name, offset + within);
    }

    /** Without the durable LSN in the marks, these openings would lose definitions silently. */
    @Test
    void open_withAnyRecordDamaged_refusesAndNamesIt() throws IOException {
        for (boolean clean : new boolean[] {true, false}) {
            MemoryStorage sound = written(6, clean);
            List<String> places = places(sound);
            for (int at = 0; at < places.size() - 1; at++) {
                for (int within : new int[] {5, 45}) {
                    MemoryStorage damaged = TestCatalogues.copy(sound);
                    damage(damaged, places.get(at), within);
                    FormatException e = assertThrows(
                            FormatException.Corrupt.class, () -> open(damaged), places.get(at) + " clean=" + clean);
                    assertTrue(e.getMessage().contains(" offset="), e.getMessage());
                    assertTrue(e.getMessage().contains("bin/ssdtier catalogue rebuild DIR"), e.getMessage());
                    if (within == 45) {
                        assertTrue(e.getMessage().startsWith(places.get(at) + ": damaged record"), e.getMessage());
                    } else if (at > 0) {
                        assertTrue(e.getMessage().startsWith(places.get(at - 1)), e.getMessage());
                    }
                    assertThrows(FormatException.Corrupt.class, () -> open(damaged), "and the next time");
                }
            }
        }
    }

    @Test
    void open_withDamagedTail_afterAKill_cutsIt() throws IOException {
        MemoryStorage storage = new MemoryStorage();
        SchemaCatalogue catalogue = open(storage);
        intern(catalogue, 0, 10);
        MemoryStorage killed = TestCatalogues.copy(storage);
        List<String> places = places(killed);
        damage(killed, places.get(places.size() - 1), 45); // the mark, which was never forced
        try (SchemaCatalogue recovered = open(killed)) {
            assertEquals(10, recovered.stats().content().definitions());
        }
    }

    @Test
    void open_withoutManifestOrSegment_refuses() throws IOException {
        MemoryStorage storage = written(60, true);
        assertTrue(places(storage).stream().anyMatch(place -> place.contains("segment-00001")));
        for (String name : List.of("manifest", "segment-00000", "segment-00001")) {
            MemoryStorage damaged = TestCatalogues.copy(storage);
            damaged.delete(name);
            FormatException e = assertThrows(FormatException.Corrupt.class, () -> open(damaged), name);
            assertTrue(e.getMessage().contains("file="), e.getMessage());
        }
        for (String name : List.of("segment-00000", "segment-00001")) {
            MemoryStorage emptied = TestCatalogues.copy(storage);
            byte[] zeros = new byte[TestCatalogues.bytes(emptied, name).length];
            TestCatalogues.put(emptied, name, zeros);
            assertThrows(FormatException.Corrupt.class, () -> open(emptied), name);
        }
    }

    @Test
    void resolve_ofRecordDamagedUnderTheOpenCatalogue_namesFileAndOffset() throws IOException {
        MemoryStorage storage = new MemoryStorage();
        try (SchemaCatalogue catalogue = SchemaCatalogue.open(storage, TINY)) {
            intern(catalogue, 0, 10);
            String place = places(TestCatalogues.copy(storage)).get(4);
            damage(storage, place, 100);
            FormatException e = assertThrows(
                    FormatException.Corrupt.class, () -> catalogue.resolve(5), () -> place + catalogue.stats());
            assertTrue(e.getMessage().startsWith(place + ": damaged record, schema ID=5"), e.getMessage());
            try (SchemaIds ids = catalogue.lease(TABLE)) {
                assertEquals(5, ids.idOf(Definitions.numbered(4)), "its ID needs no read");
            }
        }
    }

    /** Without {@code CatalogueRebuild.withoutQueueLimits}, definitions beyond the queue and the reserve would be left out. */
    @Test
    void rebuild_ofMoreThanMayWait_hasAll() throws IOException {
        List<SchemaListEntry> entries = new ArrayList<>();
        for (int n = 0; n < 100; n++) {
            entries.add(new SchemaListEntry(n + 1, Definitions.numbered(n)));
        }
        MemoryStorage storage = new MemoryStorage();
        CatalogueStats stats = CatalogueRebuild.run(
                storage,
                TINY.withPending(5, 10_000).withIdReserve(4),
                Stream.of(new TableList(TABLE, new SchemaList(7, entries))));
        assertEquals(100, stats.content().definitions());
        try (SchemaCatalogue catalogue = open(storage)) {
            for (int n = 0; n < 100; n++) {
                assertEquals(Definitions.numbered(n), catalogue.resolve(n + 1));
            }
        }
    }

    @Test
    void rebuild_ofDamagedCatalogue_hasTheDefinitionsOfTheDictionaries() throws IOException {
        MemoryStorage storage = written(6, true);
        long instance;
        List<SchemaList> lists = new ArrayList<>();
        try (SchemaCatalogue catalogue = open(storage)) {
            instance = catalogue.instanceId();
            lists.add(TestCatalogues.list(catalogue, 1, 2, 3));
            lists.add(TestCatalogues.list(catalogue, 3, 4));
        }
        damage(storage, places(storage).get(3), 45);
        assertThrows(FormatException.Corrupt.class, () -> open(storage));
        CatalogueStats stats =
                CatalogueRebuild.run(storage, TINY, lists.stream().map(list -> new TableList(TABLE, list)));
        assertEquals(4, stats.content().definitions());
        Set<Integer> ids = new HashSet<>();
        try (SchemaCatalogue catalogue = open(storage)) {
            assertTrue(catalogue.instanceId() != instance);
            for (int n = 1; n <= 4; n++) {
                ids.add(catalogue.find(Definitions.numbered(n)));
            }
        }
        assertEquals(Set.of(1, 2, 3, 4), ids);
    }
}
