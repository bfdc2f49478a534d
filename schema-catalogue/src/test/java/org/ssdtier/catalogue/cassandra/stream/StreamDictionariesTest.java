package org.ssdtier.catalogue.cassandra.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Random;
import org.apache.cassandra.io.util.DataInputBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.catalogue.SchemaListDescriptor;

/** Tests of how much heap a peer's dictionary may take. */
@Tag("unit")
class StreamDictionariesTest {
    private static final int MIB = 1 << 20;

    @Test
    void maxBodyBytes_followsTheNodesOwnLimit_withinBounds() {
        assertEquals(32 * MIB, StreamDictionaries.maxBodyBytes(MIB));
        assertEquals(200 * MIB, StreamDictionaries.maxBodyBytes(100 * MIB));
        assertEquals(SchemaListDescriptor.MAX_BODY_BYTES, StreamDictionaries.maxBodyBytes(256L * MIB));
    }

    @Test
    void readBytes_ofAnyLength_returnsThem() throws IOException {
        for (int length : new int[] {0, 1, 65_535, 65_536, 65_537, 300_000}) {
            byte[] bytes = new byte[length];
            new Random(length).nextBytes(bytes);
            assertEquals(
                    ByteBuffer.wrap(bytes),
                    StreamDictionaries.readBytes(new DataInputBuffer(bytes), length, MIB),
                    "length=" + length);
        }
    }

    @Test
    void readBytes_longerThanAllowed_isRefusedBeforeAnythingIsRead() {
        for (int length : new int[] {-1, 2 * MIB + 1, Integer.MAX_VALUE}) {
            IOException refused = assertThrows(
                    IOException.class,
                    () -> StreamDictionaries.readBytes(new DataInputBuffer(new byte[1]), length, MIB));
            assertTrue(
                    refused.getMessage().contains("bytes=" + length + ", allowed 0 to " + 2 * MIB),
                    refused.getMessage());
        }
    }

    /** Memory for all of it at once would cause an OutOfMemoryError: no array has this length. */
    @Test
    void readBytes_cutShort_takesRoomOnlyForWhatCame() {
        assertThrows(
                EOFException.class,
                () -> StreamDictionaries.readBytes(new DataInputBuffer(new byte[10]), Integer.MAX_VALUE, 1 << 30));
    }
}
