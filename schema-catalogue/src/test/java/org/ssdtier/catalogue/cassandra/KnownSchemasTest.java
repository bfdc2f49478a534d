package org.ssdtier.catalogue.cassandra;

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
import java.util.stream.Stream;
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

/** What cached images may refer to. */
@Tag("unit")
final class KnownSchemasTest {
    private static final long MANY_BYTES = 1 << 30;

    @TempDir
    private Path directory;

    private SchemaCatalogue catalogue;

    @BeforeEach
    void open() throws IOException {
        catalogue = SchemaCatalogue.open(directory, CatalogueOptions.ofOwner(new UUID(1, 2)));
    }

    @AfterEach
    void close() {
        catalogue.close();
    }

    /** Without the look at {@code isDurable} an image could have an ID that a crash takes back. */
    @Test
    void of_definitionsThatAreNotDurable_areLeftOut() {
        try (SchemaIds ids = catalogue.lease(new UUID(3, 4))) {
            int id = ids.idOf(definition(1));
            assertNull(KnownSchemas.of(catalogue, MANY_BYTES).get(id));
            assertTrue(ids.force());
            KnownSchema known = KnownSchemas.of(catalogue, MANY_BYTES).get(id);
            assertNotNull(known);
            assertEquals(definition(1), known.schema.definition());
        }
    }

    @Test
    void of_moreThanOneLookBrings_hasAll() {
        int[] ids = intern(3_000);
        KnownSchemas known = KnownSchemas.of(catalogue, MANY_BYTES);
        assertEquals(ids.length, known.count());
        for (int i = 0; i < ids.length; i++) {
            KnownSchema schema = known.get(ids[i]);
            assertNotNull(schema);
            assertEquals(definition(i), schema.schema.definition());
        }
    }

    @Test
    void of_moreThanThereIsRoomFor_staysWithinTheBound() {
        intern(100);
        long each = KnownSchema.heapBytes(definition(10));
        KnownSchemas known = KnownSchemas.of(catalogue, 20 * each);
        assertTrue(known.heapBytes() <= 20 * each, "bytes=" + known.heapBytes());
        assertEquals(20, known.count(), 1);
        assertTrue(known.refused() > 0);
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
        catalogue.reclaim(Stream::of);
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
            assertTrue(ids.force());
            return given;
        }
    }

    private static SchemaDefinition definition(int number) {
        ByteBuffer name = ByteBuffer.wrap("tags".getBytes(UTF_8));
        ByteBuffer key = ByteBuffer.wrap(String.format("key%05d", number).getBytes(UTF_8));
        return SchemaDefinition.of(List.of(new SchemaColumn(name, false, ColumnForm.CELLS, List.of(key))));
    }
}
