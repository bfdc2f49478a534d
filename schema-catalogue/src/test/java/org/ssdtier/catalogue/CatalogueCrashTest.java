package org.ssdtier.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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

/** Whatever happens to the device: what a force said yes to is there, or the catalogue does not open and says why. */
@Tag("crash")
class CatalogueCrashTest {
    private static final CatalogueOptions SMALL =
            TINY.withCapacity(24L * TestCatalogues.SEGMENT_BYTES, TestCatalogues.SEGMENT_BYTES);

    /** A history of interning, forcing, reclaiming and reopening, and what it may expect. */
    private static final class History {
        final Random random;
        /** What was promised and not given up since. */
        final Map<Integer, SchemaDefinition> promised = new HashMap<>();
        /** What may or may not be there: dropped by a reclamation. */
        final Map<Integer, SchemaDefinition> given = new HashMap<>();

        int forces;

        History(long seed) {
            random = new Random(seed);
        }

        void run(Storage storage, int steps) throws IOException {
            SchemaCatalogue catalogue = SchemaCatalogue.open(storage, SMALL);
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
            try (SchemaIds ids = catalogue.lease(TABLE)) {
                Map<Integer, SchemaDefinition> mine = new HashMap<>();
                for (int left = 1 + random.nextInt(30); left > 0; left--) {
                    SchemaDefinition definition = random.nextInt(30) == 0
                            ? Definitions.ofBytes(1_000 + random.nextInt(5_000), random.nextInt(100))
                            : Definitions.numbered(random.nextInt(400));
                    int id = ids.idOf(definition);
                    if (id != SchemaIds.NONE) {
                        SchemaDefinition before = given.put(id, definition);
                        assertTrue(before == null || before.equals(definition), "id=" + id + " was given out twice");
                        mine.put(id, definition);
                    }
                }
                if (random.nextInt(4) > 0 && ids.force()) {
                    forces++;
                    promised.putAll(mine);
                }
            }
        }

        private void reclaim(SchemaCatalogue catalogue) throws IOException {
            List<SchemaList.Entry> live = new ArrayList<>();
            promised.entrySet().removeIf(entry -> {
                boolean keep = random.nextInt(4) > 0;
                if (keep) {
                    live.add(new SchemaList.Entry(entry.getKey(), entry.getValue()));
                }
                return !keep;
            });
            catalogue.reclaim(() -> Stream.of(new SchemaList(catalogue.instanceId(), live)));
        }

        void check(Storage survivor, String context) throws IOException {
            check(survivor, new HashMap<>(), context);
        }

        /** Opens a survivor; what is interned there goes to {@code since}. */
        void check(Storage survivor, Map<Integer, SchemaDefinition> since, String context) throws IOException {
            try (SchemaCatalogue catalogue = SchemaCatalogue.open(survivor, SMALL)) {
                for (Map.Entry<Integer, SchemaDefinition> entry : promised.entrySet()) {
                    assertEquals(
                            entry.getValue(), catalogue.resolve(entry.getKey()), context + " id=" + entry.getKey());
                }
                for (int id : catalogue.ids(0, 100_000)) {
                    assertEquals(since.getOrDefault(id, given.get(id)), catalogue.resolve(id), context + " id=" + id);
                }
                for (Map.Entry<Integer, SchemaDefinition> entry : since.entrySet()) {
                    assertEquals(
                            entry.getValue(), catalogue.resolve(entry.getKey()), context + " id=" + entry.getKey());
                }
                SchemaDefinition another = Definitions.numbered(100_000L + since.size());
                int next = idOf(catalogue, another);
                if (next == SchemaIds.NONE) {
                    assertEquals(1, catalogue.stats().refused().get(Refusal.NO_SPACE), context);
                    return;
                }
                assertFalse(given.containsKey(next), context + " id=" + next + " is given out again");
                assertEquals(null, since.put(next, another), context + " id=" + next + " is given out again");
            }
        }

        private static int idOf(SchemaCatalogue catalogue, SchemaDefinition definition) {
            try (SchemaIds ids = catalogue.lease(TABLE)) {
                int id = ids.idOf(definition);
                assertTrue(ids.force(), () -> "works again: " + catalogue.stats());
                return id;
            }
        }
    }

    @Test
    void open_afterCutAtEveryWrite_hasAllThatWasPromised() throws IOException {
        int promises = 0;
        for (long seed = 0; seed < 3; seed++) {
            for (long cut = 0; ; cut += 2 + 5 * seed) {
                FaultPlan plan = new FaultPlan(seed).cutAtWrite(cut);
                FaultyStorage storage = new FaultyStorage(plan);
                History history = new History(seed);
                boolean ended = false;
                try {
                    history.run(storage, 60);
                    ended = !plan.isCut();
                } catch (IOException powerIsOff) {
                    // as it should be
                }
                for (long fate = 0; fate < 2; fate++) {
                    MemoryStorage survivor = storage.afterPowerCut(fate);
                    Map<Integer, SchemaDefinition> since = new HashMap<>();
                    history.check(survivor, since, "seed=" + seed + " cut=" + cut + " fate=" + fate);
                    history.check(survivor, since, "once more, seed=" + seed + " cut=" + cut + " fate=" + fate);
                }
                promises += history.promised.size();
                if (ended) {
                    break;
                }
            }
        }
        assertTrue(promises > 5_000, "promises=" + promises);
    }

    /** A device that says so when it fails: nothing promised is lost, neither now nor later. */
    @ParameterizedTest
    @EnumSource(names = {"SHORT", "WRITE_ERROR", "NO_SPACE", "FORCE_ERROR"})
    void everything_underErrors_staysAsPromised(Fault fault) throws IOException {
        int forces = 0;
        for (long seed = 0; seed < 30; seed++) {
            FaultPlan plan = new FaultPlan(seed).with(fault, 0.05);
            FaultyStorage storage = new FaultyStorage(plan);
            History history = new History(seed);
            try {
                history.run(storage, 60);
            } catch (IOException e) {
                // opening or reclaiming failed: the node goes on without, and comes back
            }
            plan.enable(false);
            history.check(storage.afterPowerCut(seed), fault + " seed=" + seed);
            history.check(storage, fault + " seed=" + seed);
            forces += history.forces;
        }
        assertTrue(forces > 250, "forces=" + forces);
    }

    /** A device that lies: the catalogue has all that was promised, or does not open and names the file. */
    @ParameterizedTest
    @EnumSource(names = {"LOST", "TORN", "FLIPPED"})
    void open_afterLies_hasAllOrRefuses(Fault fault) throws IOException {
        int refused = 0;
        int sound = 0;
        for (long seed = 0; seed < 60; seed++) {
            FaultPlan plan = new FaultPlan(seed).with(fault, 0.01);
            FaultyStorage storage = new FaultyStorage(plan);
            History history = new History(seed);
            try {
                history.run(storage, 40);
            } catch (IOException e) {
                // a definition could not be read again, or a reopening refused
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

    /** Without the room that is kept for it the checkpoint that would help can not be made any more. */
    @Test
    void force_whileNoCheckpointCanBeMade_saysNoInTime_andWorksAgainOnceItCan() throws IOException {
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
            } while (ids.force());
            plan.enable(false);
            assertTrue(ids.force(), () -> catalogue.stats().toString());
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

    /** Returns where the records are, and their names. */
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

    /** Without the durable LSN in the marks these openings lose definitions in silence. */
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
                    assertTrue(e.getMessage().contains("ssdtier catalogue rebuild DIR"), e.getMessage());
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
        damage(killed, places.get(places.size() - 1), 45); // the mark, which nobody promised
        try (SchemaCatalogue recovered = open(killed)) {
            assertEquals(10, recovered.stats().definitions());
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
        try (SchemaCatalogue catalogue = SchemaCatalogue.open(storage, TINY.withResolveCacheBytes(0))) {
            intern(catalogue, 0, 10);
            String place = places(TestCatalogues.copy(storage)).get(4);
            damage(storage, place, 100);
            FormatException e = assertThrows(
                    FormatException.Corrupt.class, () -> catalogue.resolve(5), () -> place + catalogue.stats());
            assertTrue(e.getMessage().startsWith(place + ": damaged record, schema ID=5"), e.getMessage());
            try (SchemaIds ids = catalogue.lease(TABLE)) {
                assertEquals(SchemaIds.NONE, ids.idOf(Definitions.numbered(4)), "no second ID for it");
            }
            assertEquals(1, catalogue.stats().refused().get(Refusal.DEVICE));
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
        assertEquals(4, stats.definitions());
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
