package org.ssdtier.catalogue.cassandra.image;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.catalogue.CatalogueOptions;
import org.ssdtier.catalogue.ColumnForm;
import org.ssdtier.catalogue.SchemaCatalogue;
import org.ssdtier.catalogue.SchemaColumn;
import org.ssdtier.catalogue.SchemaDefinition;
import org.ssdtier.catalogue.SchemaIds;
import org.ssdtier.catalogue.SchemaList;
import org.ssdtier.catalogue.SchemaListEntry;
import org.ssdtier.catalogue.TableList;
import org.ssdtier.catalogue.cassandra.row.RowSchema;

/** Tests of the schemas that cached images may refer to. */
@Tag("unit")
final class KnownSchemasTest {
    private static final long MANY_BYTES = 1 << 30;

    @TempDir
    private Path directory;

    private SchemaCatalogue catalogue;

    @BeforeEach
    void open() throws IOException {
        catalogue = SchemaCatalogue.open(
                directory, CatalogueOptions.ofOwner(new UUID(1, 2)).withFollower(false));
    }

    @AfterEach
    void close() {
        catalogue.close();
    }

    /** Definitions in the log are read at the start; one only in memory is added by its writer once it is on disk. */
    @Test
    void of_definitionsThatAreNotInTheLog_areLeftOut() {
        try (SchemaIds ids = catalogue.lease(new UUID(3, 4))) {
            int id = ids.idOf(definition(1));
            assertNull(KnownSchemas.of(catalogue, MANY_BYTES).get(id));
            assertTrue(catalogue.sync());
            KnownSchema known = KnownSchemas.of(catalogue, MANY_BYTES).get(id);
            assertNotNull(known);
            assertEquals(definition(1), known.definition());
        }
    }

    @Test
    void of_manyDefinitions_hasAll() {
        int[] ids = intern(3_000);
        KnownSchemas known = KnownSchemas.of(catalogue, MANY_BYTES);
        assertEquals(ids.length, known.count());
        for (int i = 0; i < ids.length; i++) {
            KnownSchema schema = known.get(ids[i]);
            assertNotNull(schema);
            assertEquals(definition(i), schema.definition());
        }
    }

    @Test
    void of_moreThanThereIsRoomFor_hasTheNewest() {
        int[] ids = intern(100);
        long each = RowSchema.heapBytes(definition(10));
        KnownSchemas known = KnownSchemas.of(catalogue, 20 * each);
        assertTrue(known.heapBytes() <= 20 * each, "bytes=" + known.heapBytes());
        assertEquals(20, known.count(), 1);
        assertNotNull(known.get(ids[99]));
        assertNull(known.get(ids[0]));
    }

    /** Without eviction, images of a table that was chosen later would never have IDs. */
    @Test
    void addAll_beyondTheBound_takesThePlaceOfWhatNobodyAsksFor() {
        int[] ids = intern(100);
        long each = RowSchema.heapBytes(definition(10));
        KnownSchemas known = new KnownSchemas(catalogue.instanceId(), 20 * each);
        for (int i = 0; i < 100; i++) {
            known.addAll(catalogue.instanceId(), new int[] {ids[i]}, List.of(definition(i)));
            assertNotNull(known.get(ids[0]), "used all the time, i=" + i);
            assertTrue(known.heapBytes() <= 20 * each, "bytes=" + known.heapBytes());
        }
        assertNotNull(known.get(ids[99]));
        assertEquals(100 - known.count(), known.evicted());
        assertTrue(known.evicted() >= 79, "evicted=" + known.evicted());
    }

    @Test
    void addAll_ofOneBeyondTheBoundByItself_changesNothing() {
        int[] ids = intern(2);
        KnownSchemas known = KnownSchemas.of(catalogue, 3 * RowSchema.heapBytes(definition(1)));
        known.addAll(catalogue.instanceId(), new int[] {77}, List.of(longDefinition()));
        assertNull(known.get(77));
        assertNotNull(known.get(ids[0]));
    }

    @Test
    void load_afterARound_addsWhatWasAdopted() throws IOException {
        KnownSchemas known = KnownSchemas.of(catalogue, MANY_BYTES);
        SchemaList streamed = new SchemaList(99, List.of(new SchemaListEntry(5, definition(1))));
        catalogue.round(each -> {
            each.accept(new TableList(new UUID(3, 4), streamed));
            return List.of();
        });
        assertTrue(catalogue.sync());
        known.load(catalogue);
        assertNotNull(known.get(catalogue.find(definition(1))));
    }

    @Test
    void addAll_ofAnotherCatalogue_isRefused() {
        KnownSchemas known = KnownSchemas.of(catalogue, MANY_BYTES);
        known.addAll(catalogue.instanceId() + 1, new int[] {1}, List.of(definition(1)));
        assertEquals(0, known.count());
        known.addAll(catalogue.instanceId(), new int[] {1, SchemaIds.NONE}, List.of(definition(1), definition(2)));
        assertEquals(1, known.count());
    }

    @Test
    void retain_afterAReclamation_forgetsWhatIsGone_andItsBytes() throws IOException {
        int[] ids = intern(10);
        KnownSchemas known = KnownSchemas.of(catalogue, MANY_BYTES);
        catalogue.round(each -> List.of());
        catalogue.round(each -> List.of());
        known.retain(catalogue);
        assertEquals(0, known.count());
        assertEquals(0, known.heapBytes());
        assertNull(known.get(ids[0]));
    }

    private int[] intern(int count) {
        try (SchemaIds ids = catalogue.lease(new UUID(3, 4))) {
            int[] given = IntStream.range(0, count)
                    .map(number -> ids.idOf(definition(number)))
                    .toArray();
            assertTrue(catalogue.sync());
            return given;
        }
    }

    private static SchemaDefinition longDefinition() {
        ByteBuffer name = ByteBuffer.wrap("tags".getBytes(UTF_8));
        return SchemaDefinition.of(
                List.of(new SchemaColumn(name, false, ColumnForm.CELLS, List.of(ByteBuffer.allocate(5_000)))));
    }

    private static SchemaDefinition definition(int number) {
        ByteBuffer name = ByteBuffer.wrap("tags".getBytes(UTF_8));
        ByteBuffer key = ByteBuffer.wrap(String.format("key%05d", number).getBytes(UTF_8));
        return SchemaDefinition.of(List.of(new SchemaColumn(name, false, ColumnForm.CELLS, List.of(key))));
    }
}
