package org.ssdtier.catalogue.cassandra.sstable;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.utils.JVMStabilityInspector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.catalogue.CatalogueOptions;
import org.ssdtier.catalogue.ColumnForm;
import org.ssdtier.catalogue.LiveDictionaries;
import org.ssdtier.catalogue.SchemaCatalogue;
import org.ssdtier.catalogue.SchemaColumn;
import org.ssdtier.catalogue.SchemaDefinition;
import org.ssdtier.catalogue.SchemaIds;
import org.ssdtier.catalogue.SchemaList;
import org.ssdtier.catalogue.SchemaListEntry;
import org.ssdtier.catalogue.TableList;
import org.ssdtier.catalogue.cassandra.row.DefinitionUnavailableException;
import org.ssdtier.catalogue.cassandra.row.LostRows;
import org.ssdtier.catalogue.cassandra.row.LostSchemaException;
import org.ssdtier.catalogue.cassandra.row.RowSchema;

@Tag("unit")
final class FiledSchemasTest {
    private static final UUID TABLE = new UUID(3, 4);
    private static final CatalogueOptions OPTIONS =
            CatalogueOptions.ofOwner(new UUID(1, 2)).withFollower(false);

    @TempDir
    private Path parent;

    private int files;

    @AfterEach
    void end() {
        SchemaCatalogue catalogue = CurrentCatalogue.get();
        if (catalogue != null) {
            CurrentCatalogue.unmarkCompared();
            catalogue.close();
            CurrentCatalogue.set(null);
        }
    }

    @Test
    void get_withoutACatalogue_isWhatTheFileHas() throws IOException {
        for (int count : new int[] {1, 31, 33, 700}) {
            FiledSchemas schemas = FiledSchemas.opened(file(list(0, 0, count)), count);
            for (int ordinal = count; ordinal >= 1; ordinal--) {
                assertEquals(definition(ordinal - 1), schemas.get(ordinal).definition());
            }
            assertThrows(IOException.class, () -> schemas.get(0));
            IOException beyond = assertThrows(IOException.class, () -> schemas.get(count + 1));
            assertTrue(String.valueOf(beyond.getMessage()).contains("allowed 1 to " + count), beyond.getMessage());
        }
    }

    /**
     * An SSTable that is newer than an older copy of the catalogue, or of another catalogue with the same identity.
     * Checked by removal: with the IDs of the file, the rows have another definition's names.
     */
    @Test
    void get_fileWhoseIdsStandForSomethingElseHere_isWhatTheFileHas() throws IOException {
        SchemaCatalogue catalogue = use();
        intern(catalogue, 0, 10);
        FiledSchemas ours = FiledSchemas.opened(file(list(catalogue.instanceId(), 0, 10)), 10);
        assertEquals(definition(0), ours.get(1).definition());
        FiledSchemas schemas = FiledSchemas.opened(file(list(catalogue.instanceId(), 1, 9)), 9); // its ID 1 is our 2
        for (int ordinal = 1; ordinal <= 9; ordinal++) {
            assertEquals(definition(ordinal), schemas.get(ordinal).definition());
        }
        Files.delete(file());
        for (int ordinal = 1; ordinal <= 9; ordinal++) {
            assertEquals(definition(ordinal), schemas.get(ordinal).definition());
        }
    }

    /** A definition is kept once for the node, whichever SSTable it is in and whichever catalogue assigned its ID. */
    @Test
    void get_ofManySstables_keepsADefinitionOnce() throws IOException {
        SchemaCatalogue catalogue = use();
        intern(catalogue, 0, 40);
        long before = NodeDefinitions.NODE.memory().count();
        for (int sstable = 0; sstable < 20; sstable++) {
            FiledSchemas schemas = FiledSchemas.opened(file(list(sstable, 0, 40)), 40);
            assertEquals(definition(7), schemas.get(8).definition());
        }
        assertEquals(40, NodeDefinitions.NODE.memory().count() - before);
    }

    /** Before the catalogue is open, as at a node's start, definitions are not shared; afterwards they are. */
    @Test
    void get_afterARound_sharesWhatTheCatalogueHasAdopted() throws IOException {
        SchemaList list = list(0, 0, 20);
        FiledSchemas schemas = FiledSchemas.opened(file(list), 20);
        assertEquals(definition(3), schemas.get(4).definition());
        SchemaCatalogue catalogue = use();
        assertEquals(SchemaIds.NONE, catalogue.find(definition(3)));
        catalogue.round(lists(list));
        CurrentCatalogue.raiseEpoch();
        assertTrue(catalogue.find(definition(3)) != SchemaIds.NONE);
        FiledSchemas later = FiledSchemas.opened(file(list), 20);
        RowSchema shared = later.get(4);
        long before = NodeDefinitions.NODE.memory().count();
        assertSame(shared, FiledSchemas.opened(file(list), 20).get(4));
        assertEquals(before, NodeDefinitions.NODE.memory().count());
    }

    /** A definition that is not in memory is read from the catalogue; if that does not answer, from the file. */
    @Test
    void get_notInMemory_asksTheCatalogueFirst_thenTheFile() throws IOException {
        SchemaCatalogue catalogue = use();
        int[] ids = intern(catalogue, 100, 110);
        Path file = file(list(catalogue.instanceId(), 100, 10));
        FiledSchemas schemas = FiledSchemas.written(file, catalogue.instanceId(), ids);
        Path aside = parent.resolve("aside");
        Files.move(file, aside);
        long reads = CatalogueReads.NODE.reads();
        assertEquals(definition(100), schemas.get(1).definition());
        assertEquals(reads + 1, CatalogueReads.NODE.reads());
        end();
        assertThrows(DefinitionUnavailableException.class, () -> schemas.get(2));
        Files.move(aside, file);
        assertEquals(definition(101), schemas.get(2).definition());
    }

    /** Damage that was not found when the SSTable was opened. */
    @Test
    void get_fileThatIsDamagedLater_isWhatIsLeft() throws IOException {
        Path file = file(list(0, 200, 100));
        FiledSchemas schemas = FiledSchemas.opened(file, 100);
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 1;
        Files.write(file, bytes);
        int lost = 0;
        for (int ordinal = 1; ordinal <= 100; ordinal++) {
            try {
                assertEquals(definition(199 + ordinal), schemas.get(ordinal).definition());
            } catch (LostSchemaException e) {
                lost++;
            }
        }
        assertTrue(lost <= 32, "lost=" + lost);
        assertTrue(schemas.get(1).definition().equals(definition(200)) || lost > 0);
    }

    /**
     * One sector of the file cannot be read. Only the definitions there may be lost, and reading the whole file is not attempted for
     * each of the others: a drive tries for seconds. Checked by removal: every definition was lost.
     */
    @Test
    void get_withABadSector_losesOnlyWhatIsThere() throws IOException {
        Path path = file(list(0, 600, 100));
        long size = Files.size(path);
        FailingFile file = new FailingFile(path, size / 2, size / 2 + 16);
        FiledSchemas schemas = FiledSchemas.opened(file, 100);
        int lost = 0;
        for (int ordinal = 1; ordinal <= 100; ordinal++) {
            try {
                assertEquals(definition(599 + ordinal), schemas.get(ordinal).definition());
            } catch (LostSchemaException e) {
                lost++;
            }
        }
        assertTrue(lost > 0 && lost <= 32, "lost=" + lost);
        assertTrue(file.failures() <= 4, "failures=" + file.failures());
        assertEquals(100 - lost, readable(schemas, 600));
    }

    private static int readable(FiledSchemas schemas, int from) throws IOException {
        int readable = 0;
        for (int ordinal = 1; ordinal <= schemas.count(); ordinal++) {
            try {
                readable += schemas.get(ordinal).definition().equals(definition(from + ordinal - 1)) ? 1 : 0;
            } catch (LostSchemaException lost) {
                // not readable
            }
        }
        return readable;
    }

    /** An interrupt closes the file under the reader, which shows no damage, and is not the end of the SSTable either. */
    @Test
    void get_byAnInterruptedThread_isUnavailable_andReadLater() throws IOException {
        FiledSchemas schemas = FiledSchemas.opened(file(list(0, 700, 100)), 100);
        Thread.currentThread().interrupt();
        assertThrows(DefinitionUnavailableException.class, () -> schemas.get(1));
        assertTrue(Thread.interrupted());
        assertEquals(definition(700), schemas.get(1).definition());
    }

    /**
     * A file that cannot be opened, here a link to itself in place of too many open files, is no damage: a scrub that took it for that
     * would drop the rows, and other readers would take the SSTable for corrupt until the next start.
     */
    @Test
    void get_fileThatCannotBeOpened_endsAScrub_andFailsOneRead() throws IOException {
        Path file = file(list(0, 500, 100));
        FiledSchemas schemas = FiledSchemas.opened(file, 100);
        Path aside = parent.resolve("aside");
        Files.move(file, aside);
        Files.createSymbolicLink(file, file);
        DefinitionUnavailableException read = assertThrows(DefinitionUnavailableException.class, () -> schemas.get(1));
        assertTrue(read.getMessage().contains("The row is intact"), read.getMessage());
        try (LostRows rows = LostRows.passOver()) {
            DefinitionUnavailableException refused =
                    assertThrows(DefinitionUnavailableException.class, () -> schemas.get(1));
            assertTrue(refused.getMessage().startsWith("file=" + file + ": "), refused.getMessage());
            Files.delete(file);
            Files.move(aside, file);
            assertEquals(definition(500), schemas.get(1).definition());
            assertEquals(0, rows.count());
        }
    }

    /** Cassandra looks for this exception among the causes of every failed read and stream, and ends the node if it finds it. */
    @Test
    void get_andDefinitions_tooManyOpenFiles_doNotEndTheNode() throws IOException {
        DatabaseDescriptor.clientInitialization(false);
        List<Throwable> fatal = new ArrayList<>();
        JVMStabilityInspector.Killer before = JVMStabilityInspector.replaceKiller(new JVMStabilityInspector.Killer() {
            @Override
            protected void killCurrentJVM(Throwable cause, boolean isQuiet) {
                fatal.add(cause);
            }
        });
        try {
            FiledSchemas schemas = FiledSchemas.opened(new UnopenedFile(file(list(0, 900, 100))), 100);
            RuntimeException read = assertThrows(DefinitionUnavailableException.class, () -> schemas.get(1));
            RuntimeException all = assertThrows(UncheckedIOException.class, schemas::definitions);
            for (RuntimeException failed : List.of(read, all)) {
                assertTrue(failed.getMessage().contains("Too many open files"), failed.getMessage());
                JVMStabilityInspector.inspectThrowable(failed);
            }
            assertEquals(List.of(), fatal);
        } finally {
            JVMStabilityInspector.replaceKiller(before);
        }
    }

    /** A file that cannot be opened because the process has too many open files. */
    private static final class UnopenedFile extends SchemasFile {
        UnopenedFile(Path path) {
            super(path);
        }

        @Override
        <T> T read(Use<T> use) throws IOException {
            throw new FileSystemException(path().toString(), null, "Too many open files");
        }
    }

    /**
     * A file that is deleted while its SSTable is open. Checked by removal: to a scrub, the whole partition of each row was corrupt,
     * also of those whose definition the catalogue has.
     */
    @Test
    void get_fileThatWasDeleted_failsOneRead_andCostsAScrubOnlyWhatTheCatalogueLacks() throws IOException {
        SchemaCatalogue catalogue = use();
        int[] ids = intern(catalogue, 800, 802);
        ids[1] = SchemaIds.NONE;
        Path file = file(list(catalogue.instanceId(), 800, 2));
        FiledSchemas schemas = FiledSchemas.written(file, catalogue.instanceId(), ids);
        FiledSchemas opened = FiledSchemas.opened(file, 2);
        Files.delete(file);
        assertThrows(DefinitionUnavailableException.class, () -> schemas.get(2));
        try (LostRows rows = LostRows.passOver()) {
            assertEquals(definition(800), schemas.get(1).definition());
            assertThrows(LostSchemaException.class, () -> schemas.get(2));
            assertThrows(LostSchemaException.class, () -> opened.get(1));
            assertEquals(0, rows.count());
        }
    }

    /** Checked by removal: without the pause, each call reads the catalogue again. */
    @Test
    void resolve_catalogueThatFails_isLeftAloneForAWhile() throws IOException {
        SchemaCatalogue catalogue = SchemaCatalogue.open(parent.resolve("failing"), OPTIONS);
        int[] ids = intern(catalogue, 300, 305);
        long instanceId = catalogue.instanceId();
        AtomicLong clock = new AtomicLong();
        CatalogueReads reads = new CatalogueReads(() -> catalogue, clock::get);
        assertEquals(definition(300), reads.resolve(instanceId, ids[0]));
        assertNull(reads.resolve(instanceId + 1, ids[0]));
        assertEquals(1, reads.reads());
        catalogue.close();
        long[] asked = new long[4];
        for (int second = 1; second <= 8; second++) {
            assertNull(reads.resolve(instanceId, ids[1]));
            assertNull(reads.resolve(instanceId, ids[2]));
            asked[Integer.numberOfTrailingZeros(Integer.highestOneBit(second))] = reads.failures();
            clock.addAndGet(1_000_000_000L);
        }
        assertEquals("[1, 2, 3, 4]", Arrays.toString(asked), "it is read again after 1, 2 and 4 seconds");
    }

    /** With a device that takes 100 ms, a query of a hundred definitions would wait for ten seconds. */
    @Test
    void resolve_catalogueThatIsSlow_isLeftAloneForAWhile_butAnswersAScrub() throws IOException {
        try (SchemaCatalogue catalogue = SchemaCatalogue.open(parent.resolve("slow"), OPTIONS)) {
            int[] ids = intern(catalogue, 500, 505);
            long instanceId = catalogue.instanceId();
            AtomicLong clock = new AtomicLong();
            AtomicLong tick = new AtomicLong(CatalogueReads.SLOW_NANOS + 1);
            CatalogueReads reads = new CatalogueReads(() -> catalogue, () -> clock.addAndGet(tick.get()));
            assertEquals(definition(500), reads.resolve(instanceId, ids[0]));
            assertEquals(definition(500), reads.resolve(instanceId, ids[0]), "the process may have stood still");
            assertNull(reads.resolve(instanceId, ids[1]), "Schemas.db is read instead");
            clock.addAndGet(1_000_000_000L);
            assertEquals(definition(501), reads.await(instanceId, ids[1], "a scrub"));
            assertEquals(3, reads.slow());
            assertEquals(0, reads.failures());
            tick.set(1);
            clock.addAndGet(1_000_000_000L);
            assertNull(reads.resolve(instanceId, ids[2]), "the second pause is longer");
            clock.addAndGet(1_000_000_000L);
            assertEquals(definition(502), reads.resolve(instanceId, ids[2]));
            assertEquals(definition(503), reads.resolve(instanceId, ids[3]));
            assertEquals(3, reads.slow());
        }
    }

    /** A catalogue that does not answer may have the definition, so a scrub must not drop the row. */
    @Test
    void await_catalogueThatFails_isUnavailable_notWithoutTheDefinition() throws IOException {
        SchemaCatalogue catalogue = SchemaCatalogue.open(parent.resolve("hanging"), OPTIONS);
        int[] ids = intern(catalogue, 400, 401);
        long instanceId = catalogue.instanceId();
        AtomicLong clock = new AtomicLong();
        CatalogueReads reads = new CatalogueReads(() -> catalogue, () -> clock.addAndGet(40_000_000_000L));
        assertEquals(definition(400), reads.await(instanceId, ids[0], "a scrub"));
        assertNull(reads.await(instanceId + 1, ids[0], "a scrub"));
        catalogue.close();
        DefinitionUnavailableException refused =
                assertThrows(DefinitionUnavailableException.class, () -> reads.await(instanceId, ids[0], "a scrub"));
        assertTrue(refused.getMessage().startsWith("a scrub: "), refused.getMessage());
        assertNull(new CatalogueReads(() -> null, clock::get).await(instanceId, ids[0], "a tool without a catalogue"));
    }

    private SchemaCatalogue use() throws IOException {
        SchemaCatalogue catalogue = SchemaCatalogue.open(parent.resolve("catalogue"), OPTIONS);
        CurrentCatalogue.set(catalogue);
        CurrentCatalogue.markCompared();
        return catalogue;
    }

    private static int[] intern(SchemaCatalogue catalogue, int from, int to) {
        int[] given = new int[to - from];
        try (SchemaIds ids = catalogue.lease(TABLE)) {
            for (int n = from; n < to; n++) {
                given[n - from] = ids.idOf(definition(n));
            }
        }
        assertTrue(catalogue.sync());
        return given;
    }

    private static LiveDictionaries lists(SchemaList list) {
        return each -> {
            each.accept(new TableList(TABLE, list));
            return List.of();
        };
    }

    /** Returns a list with the IDs 1, 2, … of a catalogue. */
    private static SchemaList list(long instanceId, int from, int count) {
        List<SchemaListEntry> entries = new ArrayList<>();
        for (int n = 0; n < count; n++) {
            entries.add(new SchemaListEntry(n + 1, definition(from + n)));
        }
        return new SchemaList(instanceId, entries);
    }

    private Path file(SchemaList list) throws IOException {
        files++;
        ByteBuffer bytes = list.encode();
        byte[] all = new byte[bytes.remaining()];
        bytes.get(all);
        return Files.write(file(), all);
    }

    private Path file() {
        return parent.resolve("Schemas" + files);
    }

    private static SchemaDefinition definition(int n) {
        ByteBuffer key = ByteBuffer.wrap(("key" + n).getBytes(UTF_8));
        return SchemaDefinition.of(List.of(
                new SchemaColumn(ByteBuffer.wrap("tags".getBytes(UTF_8)), false, ColumnForm.CELLS, List.of(key))));
    }
}
