package org.ssdtier.catalogue;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.ssdtier.catalogue.SchemaLists.FILE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that dictionaries of every released version can still be read, as a whole and by position. */
@Tag("format")
class SchemaListFormatTest {
    @Test
    void dictionaryOfVersion1_isRead() throws IOException {
        assertRead(GoldenCatalogues.dictionary(), GoldenCatalogues.schemas());
    }

    @Test
    void dictionaryOfVersion2_isRead() throws IOException {
        byte[] file = GoldenSchemaLists.version2();
        assertTrue(SchemaLists.header(file).namesBytes() > 0, "there are names");
        assertRead(GoldenSchemaLists.list(), file);
    }

    private static void assertRead(SchemaList list, byte[] file) throws IOException {
        assertEquals(list, SchemaList.decode(ByteBuffer.wrap(file), FILE));
        SchemaListReader reader = SchemaListReader.open(SchemaLists.input(file), FILE, damage -> {
            throw new AssertionError(damage);
        });
        assertEquals(list.instanceId(), reader.instanceId());
        assertArrayEquals(list.entries().stream().mapToInt(SchemaListEntry::id).toArray(), reader.ids());
        for (int ordinal = 0; ordinal < reader.count(); ordinal++) {
            assertEquals(list.entries().get(ordinal).definition(), reader.definition(ordinal));
        }
        SchemaListSalvage salvage = SchemaListSalvage.of(SchemaLists.input(file), FILE);
        assertEquals(List.of(), salvage.findings());
        assertEquals(0, salvage.lost());
    }
}
