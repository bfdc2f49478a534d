package org.ssdtier.catalogue;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.ssdtier.catalogue.TestCatalogues.TABLE;
import static org.ssdtier.catalogue.TestCatalogues.TINY;
import static org.ssdtier.catalogue.TestCatalogues.intern;
import static org.ssdtier.catalogue.TestCatalogues.list;
import static org.ssdtier.catalogue.TestCatalogues.live;
import static org.ssdtier.catalogue.TestCatalogues.open;
import static org.ssdtier.catalogue.TestCatalogues.reclaim;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.segmentlog.SegmentLog;
import org.ssdtier.segmentlog.device.MemoryStorage;
import org.ssdtier.segmentlog.device.StorageException;

@Tag("unit")
class SchemaCatalogueTest {
    private final MemoryStorage storage = new MemoryStorage();

    @Test
    void idOf_ofNewDefinitions_counts_andOfKnownOnes_returnsTheirs() throws IOException {
        try (SchemaCatalogue catalogue = open(storage);
                SchemaIds ids = catalogue.lease(TABLE)) {
            assertEquals(1, ids.idOf(Definitions.numbered(10)));
            assertEquals(2, ids.idOf(Definitions.numbered(11)));
            assertEquals(1, ids.idOf(Definitions.numbered(10)));
            assertTrue(catalogue.sync());
            assertEquals(2, ids.idOf(Definitions.numbered(11)));
            assertEquals(catalogue.instanceId(), ids.instanceId());
            assertEquals(Definitions.numbered(11), catalogue.resolve(2));
            assertNull(catalogue.resolve(3));
            assertEquals(2, catalogue.find(Definitions.numbered(11)));
            assertEquals(SchemaIds.NONE, catalogue.find(Definitions.numbered(12)));
            assertArrayEquals(new int[] {1, 2}, catalogue.ids());
            assertTrue(catalogue.isDurable(2));
            CatalogueStats stats = catalogue.stats();
            assertEquals(2, stats.ids().interned());
            assertEquals(2, stats.ids().found());
            assertEquals(1, stats.log().syncs());
            assertEquals(2, stats.content().definitions());
            assertEquals(0, stats.content().definitionsPending());
        }
    }

    /** With {@code SchemaDefinition.hash} as the fingerprint, the second definition would get the ID of the first. */
    @Test
    void idOf_ofDefinitionsWithOneChecksum_givesEachItsOwn() throws IOException {
        Map<Integer, Long> byHash = new HashMap<>();
        long second = 0;
        Long first = null;
        while (first == null) {
            first = byHash.putIfAbsent(Definitions.numbered(++second).hash(), second);
        }
        try (SchemaCatalogue catalogue = open(storage)) {
            int one = intern(catalogue, first, first + 1)[0];
            int other = intern(catalogue, second, second + 1)[0];
            assertNotEquals(one, other);
            assertEquals(one, intern(catalogue, first, first + 1)[0]);
            assertEquals(other, intern(catalogue, second, second + 1)[0]);
            assertEquals(Definitions.numbered(second), catalogue.resolve(other));
        }
    }

    /** Without a new key at each opening, an attacker could find definitions that always collide. */
    @Test
    void fingerprints_ofTwoOpenings_differ() {
        SchemaDefinition definition = Definitions.numbered(1);
        assertNotEquals(
                DefinitionHash.random().of(definition), DefinitionHash.random().of(definition));
        DefinitionHash one = new DefinitionHash(1, 2, 3, 4);
        assertEquals(one.of(definition), one.of(definition.bytes()));
        assertNotEquals(one.of(definition), one.of(Definitions.numbered(2)));
    }

    @Test
    void resolve_ofManyDefinitions_readsEach() throws IOException {
        try (SchemaCatalogue catalogue = open(storage)) {
            int[] ids = intern(catalogue, 0, 500);
            for (int n = 0; n < 500; n++) {
                assertEquals(Definitions.numbered(n), catalogue.resolve(ids[n]));
            }
            assertEquals(500, catalogue.stats().content().definitionReads());
        }
    }

    @Test
    void open_afterCleanClose_hasAll_andGoesOnWithTheNextId() throws IOException {
        long instance;
        try (SchemaCatalogue catalogue = open(storage)) {
            intern(catalogue, 0, 100);
            instance = catalogue.instanceId();
        }
        try (SchemaCatalogue catalogue = open(storage)) {
            assertEquals(instance, catalogue.instanceId());
            for (int n = 0; n < 100; n++) {
                assertEquals(Definitions.numbered(n), catalogue.resolve(n + 1));
            }
            assertArrayEquals(
                    new int[] {50, 101}, new int[] {intern(catalogue, 49, 50)[0], intern(catalogue, 100, 101)[0]});
        }
    }

    /** Without the bound in the manifest, ID 3 would be assigned twice. */
    @Test
    void open_afterKill_hasWhatWasForced_andRepeatsNoIdThatWasNot() throws IOException {
        SchemaCatalogue killed = open(storage);
        intern(killed, 0, 2);
        int unforced = killed.lease(TABLE).idOf(Definitions.numbered(2));
        assertEquals(3, unforced);
        try (SchemaCatalogue catalogue = open(TestCatalogues.copy(storage))) {
            assertEquals(Definitions.numbered(1), catalogue.resolve(2));
            assertNull(catalogue.resolve(unforced));
            int next = intern(catalogue, 3, 4)[0];
            assertEquals(TestCatalogues.ID_RESERVE + 1, next);
        }
    }

    @Test
    void close_afterRecoveryWithNothingNew_isClean_soThatNoIdsAreLostByRestarts() throws IOException {
        SchemaCatalogue killed = open(storage);
        intern(killed, 0, 2);
        MemoryStorage copy = TestCatalogues.copy(storage);
        open(copy).close();
        for (int opening = 0; opening < 3; opening++) {
            open(copy).close();
        }
        try (SchemaCatalogue catalogue = open(copy)) {
            assertEquals(Definitions.numbered(1), catalogue.resolve(2));
            assertEquals(TestCatalogues.ID_RESERVE + 1, intern(catalogue, 3, 4)[0]);
        }
    }

    @Test
    void idOf_beyondTheReserve_givesNone_untilMoreAreReserved() throws IOException {
        CatalogueOptions many = TINY.withCaps(100_000, 100_000, 8_000).withCapacity(64 << 20, 128 << 10);
        SchemaCatalogue killed = SchemaCatalogue.open(storage, many);
        SchemaIds ids = killed.lease(TABLE);
        int last = 0;
        for (int n = 0; n < TestCatalogues.ID_RESERVE; n++) {
            last = ids.idOf(Definitions.numbered(n));
        }
        assertEquals(TestCatalogues.ID_RESERVE, last);
        assertEquals(SchemaIds.NONE, ids.idOf(Definitions.numbered(-5)));
        assertEquals(1, killed.stats().ids().refused().get(Refusal.NONE_RESERVED));
        assertTrue(killed.sync());
        last = ids.idOf(Definitions.numbered(-5));
        assertEquals(TestCatalogues.ID_RESERVE + 1, last);
        try (SchemaCatalogue catalogue = SchemaCatalogue.open(TestCatalogues.copy(storage), many)) {
            assertTrue(intern(catalogue, -2, -1)[0] > last);
        }
    }

    /** A clean stop writes the exact bound: an ID assigned after that would be assigned again. */
    @Test
    void idOf_afterAClose_givesNoNewId() throws IOException {
        SchemaCatalogue catalogue = open(storage);
        intern(catalogue, 0, 3);
        SchemaIds late = catalogue.lease(TABLE);
        catalogue.close();
        assertEquals(SchemaIds.NONE, late.idOf(Definitions.numbered(3)));
        try (SchemaCatalogue again = open(storage)) {
            assertEquals(4, intern(again, 5, 6)[0]);
        }
    }

    @Test
    void idOf_beyondEachCap_isRefusedAndCounted() throws IOException {
        CatalogueOptions capped = TINY.withCaps(5, 3, 100);
        try (SchemaCatalogue catalogue = SchemaCatalogue.open(storage, capped);
                SchemaIds one = catalogue.lease(TABLE);
                SchemaIds other = catalogue.lease(new UUID(9, 9))) {
            assertEquals(SchemaIds.NONE, one.idOf(Definitions.ofBytes(200, 0)));
            for (int n = 0; n < 3; n++) {
                assertNotEquals(SchemaIds.NONE, one.idOf(Definitions.numbered(n)));
            }
            assertEquals(SchemaIds.NONE, one.idOf(Definitions.numbered(3)));
            assertEquals(1, one.idOf(Definitions.numbered(0)));
            assertEquals(4, other.idOf(Definitions.numbered(3)));
            assertEquals(5, other.idOf(Definitions.numbered(4)));
            assertEquals(SchemaIds.NONE, other.idOf(Definitions.numbered(5)));
            assertTrue(catalogue.sync());
            CatalogueStats stats = catalogue.stats();
            assertEquals(1, stats.ids().refused().get(Refusal.TOO_LONG));
            assertEquals(1, stats.ids().refused().get(Refusal.TOO_MANY_OF_TABLE));
            assertEquals(1, stats.ids().refused().get(Refusal.TOO_MANY));
        }
        try (SchemaCatalogue catalogue = SchemaCatalogue.open(storage, TINY.withCaps(9, 3, 100));
                SchemaIds one = catalogue.lease(TABLE)) {
            assertEquals(SchemaIds.NONE, one.idOf(Definitions.numbered(7)), "the cap of a table survives a restart");
        }
    }

    @Test
    void idOf_withoutRoom_isRefused_andWhatIsThereStays() throws IOException {
        CatalogueOptions small = TINY.withCapacity(12L * TestCatalogues.SEGMENT_BYTES, TestCatalogues.SEGMENT_BYTES);
        try (SchemaCatalogue catalogue = SchemaCatalogue.open(storage, small)) {
            int given = 0;
            try (SchemaIds ids = catalogue.lease(TABLE)) {
                while (ids.idOf(Definitions.numbered(given)) != SchemaIds.NONE) {
                    given++;
                    assertTrue(given % 10 != 0 || catalogue.sync());
                }
                assertTrue(catalogue.sync());
            }
            assertTrue(given > 100, "given=" + given);
            assertEquals(1, catalogue.stats().ids().refused().get(Refusal.NO_SPACE));
            assertEquals(Definitions.numbered(given - 1), catalogue.resolve(given));
            reclaim(catalogue);
            assertNotEquals(SchemaIds.NONE, intern(catalogue, 5_000, 5_001)[0], "with room, new IDs are assigned");
        }
    }

    @Test
    void idOf_whenAllIdsAreGivenOut_isRefused() throws IOException {
        open(storage).close();
        try (SegmentLog log = SegmentLog.open(storage, TINY.logOptions(0, 0))) {
            log.storePayload(CataloguePayloadDescriptor.encode(
                    new CataloguePayloadDescriptor.Fields(0xFFFF_FFFDL, 0, TestCatalogues.OWNER)));
        }
        try (SchemaCatalogue catalogue = open(storage)) {
            int[] last = intern(catalogue, 0, 2);
            assertArrayEquals(new int[] {-2, -1}, last);
            try (SchemaIds ids = catalogue.lease(TABLE)) {
                assertEquals(SchemaIds.NONE, ids.idOf(Definitions.numbered(3)));
                assertEquals(-1, ids.idOf(Definitions.numbered(1)));
            }
            assertEquals(1, catalogue.stats().ids().refused().get(Refusal.IDS_EXHAUSTED));
            assertEquals(0xFFFF_FFFFL, catalogue.stats().ids().highestId());
        }
        try (SchemaCatalogue catalogue = open(storage)) {
            assertEquals(Definitions.numbered(1), catalogue.resolve(-1));
            try (SchemaIds ids = catalogue.lease(TABLE)) {
                assertEquals(SchemaIds.NONE, ids.idOf(Definitions.numbered(4)));
            }
        }
    }

    @Test
    void round_dropsWhatTwoHaveNotFound_andItsIdsAreNeverGivenOutAgain() throws IOException {
        try (SchemaCatalogue catalogue = open(storage)) {
            intern(catalogue, 0, 300);
            SchemaList live = list(catalogue, 7, 8, 9);
            assertEquals(0, catalogue.round(live(live)).dropped());
            Round done = catalogue.round(live(live));
            assertEquals(new Round(true, new Findings(1, 0, 3, 0, 0, 0, 0, 300), 297, 3, true, List.of()), done);
            assertNull(catalogue.resolve(1));
            assertEquals(Definitions.numbered(8), catalogue.resolve(9));
            assertEquals(301, intern(catalogue, 0, 1)[0]);
        }
        try (SchemaCatalogue catalogue = open(storage)) {
            assertNull(catalogue.resolve(1), "a reclaimed definition stays away");
            assertArrayEquals(new int[] {8, 9, 10, 301}, catalogue.ids());
            reclaim(catalogue);
            assertEquals(302, intern(catalogue, 0, 1)[0]);
        }
        try (SchemaCatalogue catalogue = open(storage)) {
            reclaim(catalogue);
        }
        try (SchemaCatalogue catalogue = open(storage)) {
            assertEquals(303, intern(catalogue, 0, 1)[0], "nor after a restart of the empty catalogue");
        }
    }

    @Test
    void round_sparesWhatAnOpenWriterHas() throws IOException {
        try (SchemaCatalogue catalogue = open(storage)) {
            SchemaIds writer = catalogue.lease(TABLE);
            int fresh = writer.idOf(Definitions.numbered(1));
            intern(catalogue, 2, 4);
            int known = writer.idOf(Definitions.numbered(2));
            assertEquals(1, reclaim(catalogue).dropped());
            assertEquals(Definitions.numbered(1), catalogue.resolve(fresh));
            assertEquals(Definitions.numbered(2), catalogue.resolve(known));
            writer.close();
            assertEquals(2, reclaim(catalogue).dropped());
        }
    }

    /**
     * Without the mark in {@code DefinitionTable.find} the second assertion fails: the definition is not in the list,
     * and its lease is closed.
     */
    @Test
    void round_whileAnSstableIsCompleted_sparesItsIds() throws IOException {
        try (SchemaCatalogue catalogue = open(storage)) {
            SchemaIds early = catalogue.lease(TABLE);
            int before = early.idOf(Definitions.numbered(1));
            int[] during = {0};
            for (int round = 0; round < 2; round++) {
                catalogue.round(each -> {
                    early.close(); // its dictionary is on disk from here on: after they were listed
                    during[0] = intern(catalogue, 2, 3)[0];
                    return List.of();
                });
            }
            assertEquals(Definitions.numbered(1), catalogue.resolve(before), "its lease was open in the first round");
            assertEquals(Definitions.numbered(2), catalogue.resolve(during[0]));
            assertEquals(1, catalogue.round(live()).dropped());
        }
    }

    /** {@code bench schema} measures the heap when this count says that the first round has ended. */
    @Test
    void round_isCountedWhenItHasEnded() throws IOException {
        try (SchemaCatalogue catalogue = open(storage)) {
            catalogue.round(each -> {
                assertEquals(0, catalogue.stats().rounds().rounds());
                return List.of();
            });
            assertEquals(1, catalogue.stats().rounds().rounds());
        }
    }

    @Test
    void round_whileAnotherIsUnderWay_doesNotRun() throws IOException {
        try (SchemaCatalogue catalogue = open(storage)) {
            catalogue.round(each -> {
                try {
                    assertFalse(catalogue.round(live()).ran());
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
                return List.of();
            });
            assertTrue(catalogue.round(live()).ran());
        }
    }

    @Test
    void round_keepsTheDefinitionsOfDictionariesOfOtherInstances() throws IOException {
        try (SchemaCatalogue catalogue = open(storage)) {
            intern(catalogue, 0, 3);
            SchemaList streamed = new SchemaList(99, List.of(new SchemaListEntry(77, Definitions.numbered(1))));
            reclaim(catalogue, streamed);
            assertArrayEquals(new int[] {2}, catalogue.ids());
        }
    }

    /**
     * If a dictionary that cannot be read for lack of descriptors counted as empty, the IDs that it names would be
     * lost.
     */
    @Test
    void round_withADictionaryThatCanNotBeRead_dropsNothing_andNeitherDoesTheNext() throws IOException {
        try (SchemaCatalogue catalogue = open(storage)) {
            intern(catalogue, 0, 3);
            LiveDictionaries unreadable = each -> List.of("da-1-catalogued-Schemas.db (Too many open files)");
            catalogue.round(live());
            Round given = catalogue.round(unreadable);
            assertEquals(1, given.unreadable().size());
            assertEquals(0, given.dropped());
            assertEquals(0, catalogue.round(live()).dropped(), "two consecutive rounds must have seen everything");
            assertEquals(3, catalogue.stats().content().definitions());
            assertEquals(1, catalogue.stats().rounds().roundsGivenUp());
            assertEquals(3, catalogue.round(live()).dropped());
        }
    }

    @Test
    void round_ofDictionariesThatCanNotBeListed_dropsNothing() throws IOException {
        try (SchemaCatalogue catalogue = open(storage)) {
            intern(catalogue, 0, 3);
            catalogue.round(live());
            assertThrows(
                    IllegalStateException.class,
                    () -> catalogue.round(each -> {
                        throw new IllegalStateException("unreadable");
                    }));
            assertEquals(0, catalogue.round(live()).dropped());
            assertEquals(3, catalogue.round(live()).dropped());
        }
    }

    /** A definition that a crash or a full queue kept from the log is restored with the ID that the SSTable names. */
    @Test
    void round_afterAKill_takesFromTheSstablesWhatTheLogLacks() throws IOException {
        SchemaList own;
        SchemaCatalogue killed = open(storage);
        intern(killed, 0, 2);
        try (SchemaIds ids = killed.lease(TABLE)) {
            assertEquals(3, ids.idOf(Definitions.numbered(2)));
        }
        own = list(killed, 0, 2);
        MemoryStorage copy = TestCatalogues.copy(storage);
        try (SchemaCatalogue catalogue = open(copy)) {
            assertNull(catalogue.resolve(3));
            Findings findings = catalogue.round(live(own)).findings();
            assertEquals(new Findings(1, 0, 1, 1, 0, 0, 0, 2), findings);
            assertEquals(Findings.Verdict.SOUND, findings.verdict());
            assertEquals(Definitions.numbered(2), catalogue.resolve(3));
            assertEquals(3, intern(catalogue, 2, 3)[0]);
            assertEquals(1, catalogue.stats().rounds().adopted());
        }
        try (SchemaCatalogue catalogue = open(copy)) {
            assertEquals(Definitions.numbered(2), catalogue.resolve(3), "and is in the log now");
        }
    }

    @Test
    void round_withMoreThanMayWait_letsTheLogFollow() throws IOException {
        List<SchemaListEntry> entries = new ArrayList<>();
        for (int n = 0; n < 100; n++) {
            entries.add(new SchemaListEntry(SchemaIds.NONE, Definitions.numbered(n)));
        }
        try (SchemaCatalogue catalogue = SchemaCatalogue.open(storage, TINY.withPending(20, 1 << 20))) {
            SchemaList[] lists = IntStream.range(0, 10)
                    .mapToObj(list -> new SchemaList(0, entries.subList(10 * list, 10 * list + 10)))
                    .toArray(SchemaList[]::new);
            assertEquals(100, catalogue.round(live(lists)).findings().unknown());
            assertEquals(0, catalogue.stats().content().definitionsUnwritten());
            assertTrue(catalogue.stats().content().definitionsPending() <= 20);
            assertEquals(100, catalogue.stats().content().definitions());
        }
    }

    @Test
    void manySmallForces_doNotFillTheLog() throws IOException {
        try (SchemaCatalogue catalogue = open(storage)) {
            for (int n = 0; n < 1_000; n++) {
                intern(catalogue, n, n + 1);
            }
            CatalogueStats stats = catalogue.stats();
            assertTrue(stats.log().checkpoints() > 0, stats.toString());
            assertEquals(1_000, stats.content().definitions());
            assertTrue(stats.space().usedBytes() <= 64L * TestCatalogues.SEGMENT_BYTES, stats.toString());
        }
        try (SchemaCatalogue catalogue = open(storage)) {
            for (int n = 0; n < 1_000; n++) {
                assertEquals(Definitions.numbered(n), catalogue.resolve(n + 1));
            }
        }
    }

    @Test
    void round_ofTheSameCatalogue_isSound() throws IOException {
        try (SchemaCatalogue catalogue = open(storage)) {
            intern(catalogue, 0, 3);
            SchemaList own = list(catalogue, 0, 1, 2);
            SchemaList streamed = new SchemaList(99, List.of(new SchemaListEntry(2, Definitions.numbered(50))));
            Findings findings = catalogue.round(live(own, streamed)).findings();
            assertEquals(Findings.Verdict.SOUND, findings.verdict());
            assertEquals(new Findings(2, 1, 3, 0, 0, 0, 1, 3), findings);
            assertEquals(4, catalogue.find(Definitions.numbered(50)), "a streamed definition has an ID here too");
        }
    }

    @Test
    void round_ofEmptiedCatalogue_makesItAnew() throws IOException {
        SchemaList own;
        try (SchemaCatalogue catalogue = open(storage)) {
            intern(catalogue, 0, 3);
            own = list(catalogue, 0, 1, 2);
        }
        try (SchemaCatalogue catalogue = open(new MemoryStorage())) {
            assertNotEquals(own.instanceId(), catalogue.instanceId());
            assertEquals(
                    Findings.Verdict.LOST, catalogue.round(live(own)).findings().verdict());
            for (int n = 0; n < 3; n++) {
                assertEquals(Definitions.numbered(n), catalogue.resolve(n + 1));
            }
            assertEquals(
                    Findings.Verdict.SOUND,
                    catalogue.round(live(own)).findings().verdict());
        }
    }

    @Test
    void open_ofAnotherNodesCatalogue_beginsAnew() throws IOException {
        long instance;
        try (SchemaCatalogue catalogue = open(storage)) {
            intern(catalogue, 0, 3);
            instance = catalogue.instanceId();
        }
        CatalogueOptions options = CatalogueOptions.ofOwner(new UUID(7, 7))
                .withCapacity(TINY.files().capacityBytes(), TINY.files().segmentBytes())
                .withCaps(100, 100, 1000);
        for (int opening = 0; opening < 2; opening++) {
            try (SchemaCatalogue catalogue = SchemaCatalogue.open(storage, options)) {
                assertNotEquals(instance, catalogue.instanceId());
                assertEquals(opening, catalogue.stats().content().definitions());
                assertTrue(intern(catalogue, 0, 1)[0] > 3);
            }
        }
    }

    @Test
    void round_ofSstableThatCameBack_givesItsDefinitionsTheirIdsAgain() throws IOException {
        try (SchemaCatalogue catalogue = open(storage)) {
            intern(catalogue, 0, 6);
            SchemaList snapshot = list(catalogue, 0, 1);
            SchemaList live = list(catalogue, 2, 3, 4);
            assertEquals(3, reclaim(catalogue, live).dropped());
            assertNull(catalogue.resolve(2));
            Findings findings = catalogue.round(live(snapshot, live)).findings();
            assertEquals(2, findings.missing());
            assertEquals(Findings.Verdict.SOUND, findings.verdict());
            assertEquals(Definitions.numbered(1), catalogue.resolve(2));
            assertEquals(2, catalogue.find(Definitions.numbered(1)));
        }
    }

    @Test
    void open_ofDirectory_worksOnFiles_andTwiceIsRefused(@TempDir Path directory) throws IOException {
        for (int opening = 0; opening < 3; opening++) {
            try (SchemaCatalogue catalogue = SchemaCatalogue.open(directory, TINY)) {
                assertThrows(StorageException.class, () -> SchemaCatalogue.open(directory, TINY));
                int[] ids = intern(catalogue, 0, 200L * (opening + 1));
                assertArrayEquals(IntStream.rangeClosed(1, ids.length).toArray(), ids);
                catalogue.close();
            }
        }
    }

    @Test
    void options_outOfRange_areRefusedByName() {
        String message = assertThrows(
                        IllegalArgumentException.class,
                        () -> SchemaCatalogue.open(storage, TINY.withCapacity(7L * 32768, 32768)))
                .getMessage();
        assertEquals("size=229376, allowed 262144 to 2147483648", message);
        message = assertThrows(IllegalArgumentException.class, () -> TINY.withCaps(1, 1, 30_000)
                        .validate())
                .getMessage();
        assertEquals("max_definition_size=30000, allowed 1 to 24448", message);
    }
}
