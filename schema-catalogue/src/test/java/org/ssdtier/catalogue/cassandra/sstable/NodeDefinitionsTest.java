package org.ssdtier.catalogue.cassandra.sstable;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.catalogue.ColumnForm;
import org.ssdtier.catalogue.SchemaColumn;
import org.ssdtier.catalogue.SchemaDefinition;
import org.ssdtier.catalogue.cassandra.row.RowSchema;

/** Tests of the two parts in which a node keeps the definitions of its SSTables. */
@Tag("unit")
final class NodeDefinitionsTest {
    private static final long MEMORY_BYTES = 4 << 20;
    private static final long HEAP_BYTES = 64 << 10;

    private final NodeDefinitions definitions = new NodeDefinitions(MEMORY_BYTES, HEAP_BYTES);

    @Test
    void get_ofAKeptDefinition_isAHit_andOnlyThenTakesHeap() {
        definitions.keep(1, definition(1));
        assertEquals(0, definitions.heapBytes());
        RowSchema schema = definitions.get(1);
        assertNotNull(schema);
        assertSame(schema, definitions.get(1));
        assertEquals(schema.heapBytes(), definitions.heapBytes());
        assertNull(definitions.get(2));
        assertEquals(2, definitions.hits());
        assertEquals(1, definitions.misses());
    }

    /** Checked by removal: without a weigher, or with one that counts definitions, the heap grows beyond the bound. */
    @Test
    void get_ofMoreThanTheHeapHasRoomFor_staysWithinItsBound_andFindsEach() {
        int count = 2_000;
        for (int number = 0; number < count; number++) {
            definitions.keep(number, definition(number));
        }
        long needed = 0;
        for (int number = 0; number < count; number++) {
            RowSchema schema = definitions.get(number);
            assertNotNull(schema);
            assertEquals(definition(number), schema.definition());
            needed += schema.heapBytes();
            assertTrue(definitions.heapBytes() <= HEAP_BYTES, "bytes=" + definitions.heapBytes());
        }
        assertTrue(needed > 4 * HEAP_BYTES, "bytes needed=" + needed);
        assertTrue(definitions.heapBytes() > HEAP_BYTES / 2, "bytes=" + definitions.heapBytes());
        assertEquals(HEAP_BYTES, definitions.maxHeapBytes());
        assertEquals(MEMORY_BYTES, definitions.memory().maxBytes());
        assertEquals(count, definitions.memory().count());
        assertEquals(count, definitions.hits());
    }

    private static SchemaDefinition definition(int number) {
        ByteBuffer name = ByteBuffer.wrap("tags".getBytes(UTF_8));
        ByteBuffer key = ByteBuffer.wrap(("key" + number).getBytes(UTF_8));
        return SchemaDefinition.of(List.of(new SchemaColumn(name, false, ColumnForm.CELLS, List.of(key))));
    }
}
