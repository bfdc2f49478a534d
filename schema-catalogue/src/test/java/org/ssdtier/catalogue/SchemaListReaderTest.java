package org.ssdtier.catalogue;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.ssdtier.catalogue.SchemaLists.FILE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.segmentlog.format.FormatException;

class SchemaListReaderTest {
    private final List<String> damage = new ArrayList<>();

    private SchemaListReader open(byte[] file) throws IOException {
        return SchemaListReader.open(SchemaLists.input(file), FILE, e -> damage.add(String.valueOf(e.getMessage())));
    }

    private static int[] ids(SchemaList list) {
        return list.entries().stream().mapToInt(SchemaListEntry::id).toArray();
    }

    private static void assertReads(SchemaList list, SchemaListReader reader, String what) throws IOException {
        assertEquals(list.instanceId(), reader.instanceId(), what);
        assertEquals(list.entries().size(), reader.count(), what);
        assertArrayEquals(ids(list), reader.ids(), what);
        for (int ordinal = 0; ordinal < reader.count(); ordinal++) {
            assertEquals(list.entries().get(ordinal).definition(), reader.definition(ordinal), what);
        }
    }

    @Test
    @Tag("property")
    void everyDefinition_byPosition_isThatOfTheList() throws IOException {
        for (int seed = 0; seed < 60; seed++) {
            Random random = new Random(seed);
            SchemaList list = seed % 3 == 0
                    ? SchemaLists.random(random, random.nextInt(8))
                    : SchemaLists.sharing(random, random.nextInt(300), 1 + random.nextInt(300));
            assertReads(list, open(SchemaLists.file(list, 2)), "seed=" + seed);
            if (seed % 10 == 0) {
                assertReads(list, open(SchemaLists.file(list, 1)), "seed=" + seed + " version=1");
            }
        }
        assertEquals(List.of(), damage);
    }

    @Test
    @Tag("unit")
    void definition_ofVersion2_readsAFrameAndItsNamesAlone() throws IOException {
        SchemaList list = SchemaLists.sharing(new Random(3), 5_000, 5_000);
        byte[] file = SchemaLists.file(list, 2);
        long[] read = new long[1];
        PositionalInput input = new PositionalInput() {
            @Override
            public long size() {
                return file.length;
            }

            @Override
            public void readFully(long position, ByteBuffer to) {
                read[0] += to.remaining();
                to.put(file, (int) position, to.remaining());
            }
        };
        SchemaListReader reader = SchemaListReader.open(input, FILE, e -> damage.add(e.toString()));
        assertTrue(reader.isByPosition());
        assertFalse(open(SchemaLists.file(list, 1)).isByPosition());
        assertTrue(read[0] < file.length / 20, "bytes read to open the file=" + read[0]);
        for (int ordinal = 0; ordinal < 5_000; ordinal += 100) {
            read[0] = 0;
            assertEquals(list.entries().get(ordinal).definition(), reader.definition(ordinal));
            assertTrue(read[0] < file.length / 20, "bytes=" + read[0] + " of " + file.length);
        }
    }

    @Test
    @Tag("unit")
    void definition_ofAFile_isReadByPosition(@TempDir Path directory) throws IOException {
        SchemaList list = SchemaLists.sharing(new Random(4), 100, 50);
        Path path = directory.resolve("Schemas.db");
        Files.write(path, SchemaLists.file(list, 2));
        try (FileChannel channel = FileChannel.open(path)) {
            assertReads(list, SchemaListReader.open(PositionalInput.of(channel), FILE, e -> damage.add("")), "file");
            assertThrows(java.io.EOFException.class, () -> PositionalInput.of(channel)
                    .readFully(Files.size(path) - 1, ByteBuffer.allocate(2)));
        }
        assertEquals(list, SchemaList.read(path));
        assertEquals(List.of(), damage);
    }

    @Test
    @Tag("unit")
    void definition_ofNoOrdinalOfTheList_isRefused() throws IOException {
        for (int version : new int[] {1, 2}) {
            SchemaListReader reader = open(SchemaLists.file(SchemaLists.numbered(40), version));
            assertThrows(IndexOutOfBoundsException.class, () -> reader.definition(-1));
            assertThrows(IndexOutOfBoundsException.class, () -> reader.definition(40));
        }
    }

    /**
     * Checked by ignoring each second copy in turn: then the file cannot be opened, or its definitions cannot be read.
     */
    @Test
    @Tag("property")
    void reader_withAnyByteDamaged_losesAtMostOneFrame_andNothingIsWrong() throws IOException {
        for (SchemaList list : List.of(SchemaLists.numbered(5), SchemaLists.sharing(new Random(5), 150, 100))) {
            byte[] file = SchemaLists.file(list, 2);
            SchemaListHeader header = SchemaLists.header(file);
            for (int at = 0; at < file.length; at += list.entries().size() < 10 ? 1 : 13) {
                damage.clear();
                SchemaListReader reader = open(SchemaLists.flipped(file, 8 * at + at % 8));
                assertArrayEquals(ids(list), reader.ids(), "byte=" + at);
                List<Integer> lost = new ArrayList<>();
                for (int ordinal = 0; ordinal < reader.count(); ordinal++) {
                    try {
                        assertEquals(list.entries().get(ordinal).definition(), reader.definition(ordinal));
                    } catch (FormatException.Corrupt e) {
                        assertTrue(e.getMessage().startsWith(FILE + " offset="), e.getMessage());
                        lost.add(ordinal);
                    }
                }
                boolean isDefinition = at >= header.definitionsOffset() && at < header.lastNamesOffset();
                assertEquals(isDefinition, !lost.isEmpty(), "byte=" + at);
                assertTrue(lost.size() <= SchemaListDescriptor.MAX_FRAME_DEFINITIONS, "byte=" + at + " lost=" + lost);
                assertEquals(at < header.definitionsOffset(), !damage.isEmpty(), "byte=" + at + ": reported damage");
            }
        }
    }

    @Test
    @Tag("property")
    void open_ofCutFile_readsWhatIsThere() throws IOException {
        SchemaList list = SchemaLists.sharing(new Random(6), 150, 100);
        byte[] file = SchemaLists.file(list, 2);
        SchemaListHeader header = SchemaLists.header(file);
        for (int cut = 0; cut < file.length; cut += 7) {
            byte[] damaged = Arrays.copyOf(file, cut);
            if (cut < header.namesOffset()) {
                assertThrows(FormatException.Corrupt.class, () -> open(damaged), "cut=" + cut);
                continue;
            }
            damage.clear();
            SchemaListReader reader = open(damaged);
            assertTrue(damage.get(0).contains(": bytes=" + cut + ", expected " + file.length), damage.toString());
            assertArrayEquals(ids(list), reader.ids());
            for (int ordinal = 0; ordinal < reader.count(); ordinal++) {
                try {
                    assertEquals(list.entries().get(ordinal).definition(), reader.definition(ordinal));
                } catch (FormatException.Corrupt e) {
                    assertTrue(cut < header.lastNamesOffset(), "cut=" + cut + ": " + e.getMessage());
                }
            }
        }
    }

    /** The device fails temporarily, and only for the first copies. */
    @Test
    @Tag("unit")
    void open_whileTheDeviceFails_readsTheOtherCopies() throws IOException {
        SchemaList list = SchemaLists.sharing(new Random(7), 150, 20);
        byte[] file = SchemaLists.file(list, 2);
        long readable = SchemaLists.header(file).definitionsOffset();
        PositionalInput input = new PositionalInput() {
            @Override
            public long size() {
                return file.length;
            }

            @Override
            public void readFully(long position, ByteBuffer to) throws IOException {
                if (position < readable) {
                    throw new IOException("Input/output error");
                }
                to.put(file, (int) position, to.remaining());
            }
        };
        SchemaListReader reader = SchemaListReader.open(input, FILE, e -> damage.add(e.toString()));
        assertReads(list, reader, "behind the failing part");
        assertTrue(damage.contains("java.io.IOException: Input/output error"), damage.toString());
        SchemaListSummary fromFooter = SchemaListSummary.of(input, FILE);
        assertEquals(list.entries().size(), fromFooter.count());
        assertTrue(fromFooter.isByPosition());
    }

    /** A device that is gone may throw the same exception again and again. */
    @Test
    @Tag("unit")
    void open_ofADeviceThatIsGone_saysSo() {
        IOException gone = new IOException("No such device");
        PositionalInput input = new PositionalInput() {
            @Override
            public long size() {
                return 1_000;
            }

            @Override
            public void readFully(long position, ByteBuffer to) throws IOException {
                throw gone;
            }
        };
        assertSame(gone, assertThrows(IOException.class, () -> SchemaListReader.open(input, FILE, damage -> {})));
    }

    @Test
    @Tag("format")
    void open_ofLaterVersion_saysTooNew() {
        byte[] file = SchemaLists.file(SchemaLists.numbered(3), 2);
        ByteBuffer bytes = ByteBuffer.wrap(file).order(java.nio.ByteOrder.LITTLE_ENDIAN);
        new SchemaListPrefix(3, 0, 1, 3).write(bytes, 0, SchemaListDescriptor.MAGIC);
        FormatException e = assertThrows(FormatException.TooNew.class, () -> open(file));
        assertEquals(FILE + " offset=4: version=3, readable 1 to 2", e.getMessage());
    }
}
