package org.ssdtier.catalogue.cassandra.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.cassandra.io.util.DataInputBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.catalogue.ColumnForm;
import org.ssdtier.catalogue.SchemaColumn;
import org.ssdtier.catalogue.SchemaDefinition;
import org.ssdtier.catalogue.SchemaList;
import org.ssdtier.catalogue.SchemaListDescriptor;
import org.ssdtier.catalogue.cassandra.config.TableChoice;
import org.ssdtier.catalogue.cassandra.config.WriteSettings;
import org.ssdtier.catalogue.cassandra.row.DictionaryLimits;
import org.ssdtier.catalogue.cassandra.row.LayoutChoice;
import org.ssdtier.catalogue.cassandra.sstable.ListedSchemas;
import org.ssdtier.segmentlog.format.FormatException;

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

    /** The sender compares a peer's limit with the same number of bytes that the peer checks. */
    @Test
    void list_ofTheBytesThatItHas_isAcceptedWithinThem() throws IOException {
        List<SchemaDefinition> definitions = Stream.of("a", "bc", "d".repeat(1_000))
                .map(name -> SchemaDefinition.of(
                        List.of(SchemaColumn.of(ByteBuffer.wrap(name.getBytes(UTF_8)), false, ColumnForm.SIMPLE))))
                .toList();
        SchemaList list = StreamDictionaries.list(ListedSchemas.of(definitions));
        ByteBuffer sent = list.encode(SchemaListDescriptor.OLDEST_READABLE_VERSION);
        int bytes = (int) list.bodyBytes();
        assertEquals(definitions, SchemaList.decode(sent, "stream", bytes).definitions());
        assertThrows(FormatException.class, () -> SchemaList.decode(sent, "stream", bytes - 1));
    }

    @Test
    void ability_hasTheLimitOfThisNode_andOfAnOlderJarThatOfAllNodes() {
        StreamAbility here = StreamAbility.ofThisNode();
        assertEquals(32L * MIB, here.dictionaryBytes());
        String older = "sstable=da-da;schemas=1-2;dictionary=1-1;tables=off";
        assertEquals(32L * MIB, limitOf(older));
        assertEquals(32L * MIB, limitOf(older + ";dictionary_bytes=many"));
        assertEquals(64L * MIB, limitOf(older + ";dictionary_bytes=67108864"));
        WriteSettings.use(new WriteSettings(
                TableChoice.NONE, LayoutChoice.AUTO, new DictionaryLimits(2, 16_384, 128L * MIB, 16 << 10)));
        try {
            assertEquals(256L * MIB, limitOf(StreamAbility.ofThisNode().text()));
        } finally {
            WriteSettings.use(WriteSettings.NONE);
        }
    }

    private static long limitOf(String published) {
        return Objects.requireNonNull(StreamAbility.parse(published)).dictionaryBytes();
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
