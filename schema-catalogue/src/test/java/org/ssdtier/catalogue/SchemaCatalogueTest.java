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
import static org.ssdtier.catalogue.TestCatalogues.open;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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
            assertTrue(ids.force());
            assertEquals(2, ids.idOf(Definitions.numbered(11)));
            assertEquals(catalogue.instanceId(), ids.instanceId());
            assertEquals(Definitions.numbered(11), catalogue.resolve(2));
            assertNull(catalogue.resolve(3));
            assertEquals(2, catalogue.find(Definitions.numbered(11)));
            assertEquals(SchemaIds.NONE, catalogue.find(Definitions.numbered(12)));
            assertArrayEquals(new int[] {2}, catalogue.ids(2, 10));
            CatalogueStats stats = catalogue.stats();
            assertEquals(2, stats.interned());
            assertEquals(2, stats.found());
            assertEquals(1, stats.syncs());
            assertEquals(2, stats.definitions());
            assertEquals(0, stats.pending());
        }
    }

    /** Without the comparison of definitions the second one gets the ID of the first. */
    @Test
    void idOf_ofDefinitionsWithOneHash_givesEachItsOwn() throws IOException {
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

    @Test
    void resolve_ofMoreThanTheCacheHolds_readsThem() throws IOException {
        try (SchemaCatalogue catalogue = open(storage)) {
            int[] ids = intern(catalogue, 0, 500);
            for (int n = 0; n < 500; n++) {
                assertEquals(Definitions.numbered(n), catalogue.resolve(ids[n]));
            }
            assertTrue(
                    catalogue.stats().resolveMisses() > 400, catalogue.stats().toString());
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

    /** The bound in the manifest is what keeps ID 3 from being given out twice: without it, it is. */
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
            assertEquals(SchemaCatalogue.ID_RESERVE + 1, next);
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
            assertEquals(SchemaCatalogue.ID_RESERVE + 1, intern(catalogue, 3, 4)[0]);
        }
    }

    @Test
    void idOf_beyondTheReserve_raisesTheBoundFirst() throws IOException {
        CatalogueOptions many = TINY.withCaps(100_000, 100_000, 8_000).withCapacity(32 << 20, 128 << 10);
        SchemaCatalogue killed = SchemaCatalogue.open(storage, many);
        SchemaIds ids = killed.lease(TABLE);
        int last = 0;
        for (int n = 0; n < SchemaCatalogue.ID_RESERVE + 10; n++) {
            last = ids.idOf(Definitions.numbered(n));
        }
        assertEquals(SchemaCatalogue.ID_RESERVE + 10, last);
        try (SchemaCatalogue catalogue = SchemaCatalogue.open(TestCatalogues.copy(storage), many)) {
            assertTrue(intern(catalogue, -2, -1)[0] > last);
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
            assertTrue(one.force());
            CatalogueStats stats = catalogue.stats();
            assertEquals(1, stats.refused().get(Refusal.TOO_LONG));
            assertEquals(1, stats.refused().get(Refusal.TOO_MANY_OF_TABLE));
            assertEquals(1, stats.refused().get(Refusal.TOO_MANY));
        }
        try (SchemaCatalogue catalogue = SchemaCatalogue.open(storage, TINY.withCaps(9, 3, 100));
                SchemaIds one = catalogue.lease(TABLE)) {
            assertEquals(SchemaIds.NONE, one.idOf(Definitions.numbered(7)), "the cap of a table outlives a restart");
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
                    assertTrue(given % 10 != 0 || ids.force());
                }
                assertTrue(ids.force());
            }
            assertTrue(given > 100, "given=" + given);
            assertEquals(1, catalogue.stats().refused().get(Refusal.NO_SPACE));
            assertEquals(Definitions.numbered(given - 1), catalogue.resolve(given));
            catalogue.reclaim(Stream::empty);
            assertNotEquals(SchemaIds.NONE, intern(catalogue, 5_000, 5_001)[0], "and comes back with the room");
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
            assertEquals(1, catalogue.stats().refused().get(Refusal.IDS_EXHAUSTED));
            assertEquals(0xFFFF_FFFFL, catalogue.stats().highestId());
        }
        try (SchemaCatalogue catalogue = open(storage)) {
            assertEquals(Definitions.numbered(1), catalogue.resolve(-1));
            try (SchemaIds ids = catalogue.lease(TABLE)) {
                assertEquals(SchemaIds.NONE, ids.idOf(Definitions.numbered(4)));
            }
        }
    }

    @Test
    void reclaim_dropsWhatNobodyUses_andItsIdsAreNeverGivenOutAgain() throws IOException {
        try (SchemaCatalogue catalogue = open(storage)) {
            intern(catalogue, 0, 300);
            SchemaList live = list(catalogue, 7, 8, 9);
            Reclamation done = catalogue.reclaim(() -> Stream.of(live));
            assertEquals(new Reclamation(true, 297, 3, true), done);
            assertNull(catalogue.resolve(1));
            assertEquals(Definitions.numbered(8), catalogue.resolve(9));
            assertEquals(301, intern(catalogue, 0, 1)[0]);
        }
        try (SchemaCatalogue catalogue = open(storage)) {
            assertNull(catalogue.resolve(1), "it does not come back");
            assertArrayEquals(new int[] {8, 9, 10, 301}, catalogue.ids(0, 100));
            catalogue.reclaim(Stream::empty);
            assertEquals(302, intern(catalogue, 0, 1)[0]);
        }
        try (SchemaCatalogue catalogue = open(storage)) {
            catalogue.reclaim(Stream::empty);
        }
        try (SchemaCatalogue catalogue = open(storage)) {
            assertEquals(303, intern(catalogue, 0, 1)[0], "nor after a restart with nothing in it");
        }
    }

    @Test
    void reclaim_sparesWhatAnOpenWriterHas() throws IOException {
        try (SchemaCatalogue catalogue = open(storage)) {
            SchemaIds writer = catalogue.lease(TABLE);
            int fresh = writer.idOf(Definitions.numbered(1));
            intern(catalogue, 2, 4);
            int known = writer.idOf(Definitions.numbered(2));
            assertEquals(1, catalogue.reclaim(Stream::empty).dropped());
            assertEquals(Definitions.numbered(1), catalogue.resolve(fresh));
            assertEquals(Definitions.numbered(2), catalogue.resolve(known));
            assertTrue(writer.force());
            writer.close();
            assertEquals(2, catalogue.reclaim(Stream::empty).dropped());
        }
    }

    /** Without the spared IDs of a round the second assertion fails: the SSTable is not in the list, its lease is closed. */
    @Test
    void reclaim_whileAnSstableIsCommitted_sparesItsIds() throws IOException {
        try (SchemaCatalogue catalogue = open(storage)) {
            SchemaIds early = catalogue.lease(TABLE);
            int before = early.idOf(Definitions.numbered(1));
            int[] during = new int[1];
            catalogue.reclaim(() -> {
                early.force();
                early.close(); // visible from here on, which is after the live ones were listed
                during[0] = intern(catalogue, 2, 3)[0];
                return Stream.empty();
            });
            assertEquals(Definitions.numbered(1), catalogue.resolve(before));
            assertEquals(Definitions.numbered(2), catalogue.resolve(during[0]));
            assertFalse(catalogue
                            .reclaim(() -> {
                                try {
                                    assertFalse(catalogue.reclaim(Stream::empty).ran(), "one at a time");
                                } catch (IOException e) {
                                    throw new AssertionError(e);
                                }
                                return Stream.empty();
                            })
                            .dropped()
                    == 0);
        }
    }

    @Test
    void reclaim_keepsTheDefinitionsOfDictionariesOfOtherInstances() throws IOException {
        try (SchemaCatalogue catalogue = open(storage)) {
            intern(catalogue, 0, 3);
            SchemaList streamed = new SchemaList(99, List.of(new SchemaList.Entry(77, Definitions.numbered(1))));
            catalogue.reclaim(() -> Stream.of(streamed));
            assertArrayEquals(new int[] {2}, catalogue.ids(0, 10));
        }
    }

    @Test
    void reclaim_ofDictionariesThatCanNotBeListed_dropsNothing() throws IOException {
        try (SchemaCatalogue catalogue = open(storage)) {
            intern(catalogue, 0, 3);
            assertThrows(
                    IllegalStateException.class,
                    () -> catalogue.reclaim(() -> {
                        throw new IllegalStateException("unreadable");
                    }));
            assertEquals(3, catalogue.stats().definitions());
            assertTrue(catalogue.reclaim(Stream::empty).ran());
        }
    }

    @Test
    void manySmallForces_doNotFillTheLog() throws IOException {
        try (SchemaCatalogue catalogue = open(storage)) {
            for (int n = 0; n < 1_000; n++) {
                intern(catalogue, n, n + 1);
            }
            CatalogueStats stats = catalogue.stats();
            assertTrue(stats.checkpoints() > 0, stats.toString());
            assertEquals(1_000, stats.definitions());
            assertTrue(stats.usedBytes() <= 64L * TestCatalogues.SEGMENT_BYTES, stats.toString());
        }
        try (SchemaCatalogue catalogue = open(storage)) {
            for (int n = 0; n < 1_000; n++) {
                assertEquals(Definitions.numbered(n), catalogue.resolve(n + 1));
            }
        }
    }

    @Test
    void settle_ofTheSameCatalogue_isSound() throws IOException {
        try (SchemaCatalogue catalogue = open(storage)) {
            intern(catalogue, 0, 3);
            SchemaList own = list(catalogue, 0, 1, 2);
            SchemaList streamed = new SchemaList(99, List.of(new SchemaList.Entry(2, Definitions.numbered(50))));
            Findings findings =
                    catalogue.settle(() -> Stream.of(new TableList(TABLE, own), new TableList(TABLE, streamed)));
            assertEquals(Findings.Verdict.SOUND, findings.verdict());
            assertEquals(new Findings(2, 1, 3, 0, 0, 0, 1, 3), findings);
            assertEquals(3, catalogue.stats().definitions());
        }
    }

    @Test
    void settle_ofEmptiedCatalogue_makesItAnew() throws IOException {
        SchemaList own;
        try (SchemaCatalogue catalogue = open(storage)) {
            intern(catalogue, 0, 3);
            own = list(catalogue, 0, 1, 2);
        }
        try (SchemaCatalogue catalogue = open(new MemoryStorage())) {
            assertNotEquals(own.instanceId(), catalogue.instanceId());
            Findings findings = catalogue.settle(() -> Stream.of(new TableList(TABLE, own)));
            assertEquals(Findings.Verdict.LOST, findings.verdict());
            for (int n = 0; n < 3; n++) {
                assertEquals(Definitions.numbered(n), catalogue.resolve(n + 1));
            }
            assertEquals(
                    Findings.Verdict.SOUND,
                    catalogue.settle(() -> Stream.of(new TableList(TABLE, own))).verdict());
        }
    }

    @Test
    void settle_ofOldCopy_takesAnotherIdentity_soThatNoIdMeansTwoThings() throws IOException {
        SchemaList later;
        MemoryStorage old;
        SchemaCatalogue catalogue = open(storage);
        intern(catalogue, 0, 3);
        catalogue.close();
        old = TestCatalogues.copy(storage);
        catalogue = open(storage);
        intern(catalogue, 3, 6);
        later = list(catalogue, 1, 4, 5);
        catalogue.close();
        try (SchemaCatalogue restored = open(old)) {
            assertEquals(later.instanceId(), restored.instanceId());
            SchemaIds writer = restored.lease(TABLE);
            writer.idOf(Definitions.numbered(0));
            assertEquals(
                    Findings.Verdict.OLD_COPY,
                    restored.settle(() -> Stream.of(new TableList(TABLE, later)))
                            .verdict());
            assertNotEquals(later.instanceId(), restored.instanceId());
            assertEquals(3, restored.stats().definitions());
            assertTrue(restored.find(Definitions.numbered(5)) > 3, "its own IDs go on");
            assertEquals(SchemaIds.NONE, writer.idOf(Definitions.numbered(9)), "of a writer from before");
            assertFalse(writer.force());
            writer.close();
            assertEquals(1, restored.stats().refused().get(Refusal.RENEWED));
        }
        try (SchemaCatalogue again = open(old)) {
            assertEquals(3, again.stats().definitions());
        }
    }

    @Test
    void settle_ofCopyThatWentOnByItself_isRecognised() throws IOException {
        open(storage).close();
        MemoryStorage copy = TestCatalogues.copy(storage);
        try (SchemaCatalogue one = open(storage);
                SchemaCatalogue other = open(copy)) {
            intern(one, 0, 3);
            intern(other, 10, 13);
            SchemaList streamed = list(other, 11);
            assertEquals(
                    Findings.Verdict.OLD_COPY, one.examine(Stream.of(streamed)).verdict());
            assertEquals(1, one.examine(Stream.of(streamed)).differing());
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
                .withCapacity(TINY.capacityBytes(), TINY.segmentBytes())
                .withCaps(100, 100, 1000);
        for (int opening = 0; opening < 2; opening++) {
            try (SchemaCatalogue catalogue = SchemaCatalogue.open(storage, options)) {
                assertNotEquals(instance, catalogue.instanceId());
                assertEquals(opening, catalogue.stats().definitions());
                assertTrue(intern(catalogue, 0, 1)[0] > 3);
            }
        }
    }

    @Test
    void examine_ofSstableThatCameBack_isSound() throws IOException {
        try (SchemaCatalogue catalogue = open(storage)) {
            intern(catalogue, 0, 6);
            SchemaList snapshot = list(catalogue, 0, 1);
            SchemaList live = list(catalogue, 2, 3, 4);
            catalogue.reclaim(() -> Stream.of(live));
            Findings findings = catalogue.examine(Stream.of(snapshot, live));
            assertEquals(2, findings.reclaimed());
            assertEquals(Findings.Verdict.SOUND, findings.verdict());
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
