package org.ssdtier.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.ssdtier.catalogue.SchemaLists.FILE;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.segmentlog.format.FormatException;

/**
 * Tests with files whose checksums are valid but whose numbers are wrong, from a malicious peer or a defective writer.
 * Each file is rejected before it takes much heap.
 */
@Tag("property")
class SchemaListHostileTest {
    private static final long MOST_ALLOCATED_BYTES = 24 << 20;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** A builder of forged files. */
    private static final class Forgery {
        private final GrowingBytes ids = new GrowingBytes();
        private final GrowingBytes directory = new GrowingBytes();
        private final GrowingBytes names = new GrowingBytes();
        private final GrowingBytes definitions = new GrowingBytes();
        private int count = 1;

        /** Sets the content of the name table. The list has one definition without columns by default. */
        Forgery names(GrowingBytes content) {
            names.truncate(0);
            frame(Frame.Kind.NAMES, content, names);
            return this;
        }

        Forgery definitions(GrowingBytes content) {
            definitions.truncate(0);
            frame(Frame.Kind.DEFINITIONS, content, definitions);
            return this;
        }

        Forgery ids(GrowingBytes content) {
            ids.truncate(0);
            frame(Frame.Kind.IDS, content, ids);
            return this;
        }

        Forgery directory(GrowingBytes content) {
            directory.truncate(0);
            frame(Frame.Kind.DIRECTORY, content, directory);
            return this;
        }

        Forgery count(int entries) {
            count = entries;
            return this;
        }

        byte[] file() {
            if (ids.length() == 0) {
                ids(varints(new int[count]));
            }
            if (definitions.length() == 0) {
                definitions(varints(0, 1, 0));
            }
            if (directory.length() == 0) {
                directory(
                        names.length() == 0
                                ? varints(0, 1, count, definitions.length())
                                : varints(1, 1, names.length(), 1, count, definitions.length()));
            }
            SchemaListHeader header = new SchemaListHeader(
                    7, count, ids.length(), directory.length(), names.length(), definitions.length());
            return SchemaLists.assemble(header, ids, directory, names, definitions, names, directory, ids);
        }
    }

    private static void frame(Frame.Kind kind, GrowingBytes content, GrowingBytes to) {
        try (Deflation deflation = new Deflation()) {
            Frame.write(kind, content, deflation, to);
        }
    }

    private static GrowingBytes varints(int... values) {
        GrowingBytes content = new GrowingBytes();
        for (int value : values) {
            content.writeVarint(value);
        }
        return content;
    }

    /** Returns the bytes that the call allocated. */
    private static long allocated(Callable<?> call) throws Exception {
        long before = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
        call.call();
        return THREADS.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
    }

    private static void assertRefused(byte[] file, String message) throws Exception {
        long allocated = allocated(() -> {
            FormatException e = assertThrows(
                    FormatException.Corrupt.class, () -> SchemaList.decode(ByteBuffer.wrap(file), FILE), message);
            assertTrue(e.getMessage().contains(message), e.getMessage());
            assertTrue(e.getMessage().startsWith(FILE + " offset="), e.getMessage());
            return e;
        });
        allocated += allocated(() -> {
            assertThrows(IOException.class, () -> readAll(file), message);
            return message;
        });
        allocated += allocated(() -> {
            try {
                SchemaListSalvage salvage = SchemaListSalvage.of(SchemaLists.input(file), FILE);
                assertTrue(salvage.findings().stream().anyMatch(finding -> finding.contains(message)));
            } catch (FormatException.Corrupt e) {
                assertTrue(e.getMessage().contains(message), e.getMessage());
            }
            return message;
        });
        assertTrue(allocated < MOST_ALLOCATED_BYTES, message + ": allocated=" + allocated);
    }

    private static void readAll(byte[] file) throws IOException {
        SchemaListReader reader = SchemaListReader.open(SchemaLists.input(file), FILE, damage -> {});
        reader.ids();
        for (int ordinal = 0; ordinal < reader.count(); ordinal++) {
            reader.definition(ordinal);
        }
    }

    @Test
    void forgery_withNothingForged_isRead() throws IOException {
        SchemaList list = new SchemaList(7, List.of(new SchemaListEntry(0, SchemaDefinition.of(List.of()))));
        assertEquals(list, SchemaList.decode(ByteBuffer.wrap(new Forgery().file()), FILE));
    }

    @Test
    void decode_ofVersion1ThatInflatesToMoreThanItCan_makesNoRoom() throws Exception {
        byte[] file = SchemaLists.file(SchemaLists.numbered(100), 1);
        ByteBuffer bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        int footer = file.length - SchemaListV1Descriptor.FOOTER_BYTES;
        bytes.putInt(footer, SchemaListDescriptor.MAX_BODY_BYTES);
        CRC32C crc = new CRC32C();
        crc.update(bytes.slice(0, SchemaListV1Descriptor.HEADER_BYTES));
        crc.update(bytes.slice(footer, SchemaListV1Descriptor.FOOTER_CHECKSUM_OFFSET));
        bytes.putInt(footer + SchemaListV1Descriptor.FOOTER_CHECKSUM_OFFSET, (int) crc.getValue());
        long allocated = allocated(() ->
                assertThrows(FormatException.Corrupt.class, () -> SchemaList.decode(ByteBuffer.wrap(file), FILE)));
        assertTrue(allocated < MOST_ALLOCATED_BYTES, "allocated=" + allocated);
    }

    /** A dictionary of zeros has the best deflation ratio; the receiver limits its inflated length. */
    @Test
    void decode_ofMoreThanTheCallerAllows_isRefused_inBothVersions() throws IOException {
        SchemaList list = SchemaLists.numbered(200);
        long bytes = list.bodyBytes();
        for (int version : new int[] {1, 2}) {
            ByteBuffer file = list.encode(version);
            assertEquals(list, SchemaList.decode(file, FILE, (int) bytes));
            FormatException e =
                    assertThrows(FormatException.Corrupt.class, () -> SchemaList.decode(file, FILE, (int) bytes / 2));
            assertTrue(e.getMessage().contains("allowed 0 to " + bytes / 2), e.getMessage());
        }
    }

    @Test
    void frame_thatInflatesToMoreThanItCan_isRefused() throws Exception {
        Forgery forgery = new Forgery();
        GrowingBytes frame = forgery.definitions;
        frame.write(new byte[4], 0, 4);
        frame.writeByte(4 | 0x80);
        frame.writeVarint(2 * DefinitionDescriptor.MAX_BYTES);
        frame.writeVarint(10);
        frame.write(new byte[10], 0, 10);
        CRC32C crc = new CRC32C();
        crc.update(frame.from(4));
        frame.setInt(0, (int) crc.getValue());
        assertRefused(forgery.file(), "deflated to 10, allowed 0 to 10320");
    }

    @Test
    void frame_longerThanItsKindAllows_isRefused() throws Exception {
        Forgery forgery = new Forgery();
        GrowingBytes frame = forgery.names;
        frame.write(new byte[4], 0, 4);
        frame.writeByte(3);
        int bytes = 80_000;
        frame.writeVarint(bytes);
        frame.write(new byte[bytes], 0, bytes);
        CRC32C crc = new CRC32C();
        crc.update(frame.from(4));
        frame.setInt(0, (int) crc.getValue());
        assertRefused(forgery.file(), "frame items or bytes=" + frame.length());
    }

    @Test
    void frame_whoseContentIsLongerThanItsKindAllows_isRefused() throws Exception {
        Forgery forgery = new Forgery();
        byte[] content = new byte[100_000];
        byte[] deflated = new byte[content.length];
        GrowingBytes frame = forgery.names;
        frame.write(new byte[4], 0, 4);
        frame.writeByte(3 | 0x80);
        frame.writeVarint(content.length);
        try (Deflation deflation = new Deflation()) {
            int bytes = deflation.deflate(content, content.length, deflated, 0);
            frame.writeVarint(bytes);
            frame.write(deflated, 0, bytes);
        }
        CRC32C crc = new CRC32C();
        crc.update(frame.from(4));
        frame.setInt(0, (int) crc.getValue());
        byte[] file = forgery.definitions(varints(0, 1, 1, 0, 1)).file();
        assertRefused(file, "NAMES bytes=100000, allowed 0 to");
    }

    @Test
    void frame_ofAnotherKind_isRefused() throws Exception {
        Forgery forgery = new Forgery();
        frame(Frame.Kind.NAMES, varints(0, 1, 0), forgery.definitions);
        assertRefused(forgery.file(), "kind=00000003, expected 00000004");
    }

    @Test
    void ids_ofMoreEntriesThanTheyHaveBytes_areRefused() throws Exception {
        int frames = SchemaListDescriptor.MAX_ENTRIES / SchemaListDescriptor.MAX_FRAME_DEFINITIONS;
        int[] table = new int[2 + 2 * frames];
        Arrays.fill(table, Frame.MIN_BYTES);
        table[0] = 0;
        table[1] = frames;
        for (int frame = 0; frame < frames; frame++) {
            table[2 + 2 * frame] = SchemaListDescriptor.MAX_FRAME_DEFINITIONS;
        }
        Forgery forgery = new Forgery()
                .count(SchemaListDescriptor.MAX_ENTRIES)
                .ids(varints(1, 2))
                .directory(varints(table));
        forgery.definitions.write(new byte[Frame.MIN_BYTES * frames], 0, Frame.MIN_BYTES * frames);
        byte[] file = forgery.file();
        long allocated = allocated(() -> {
            FormatException e =
                    assertThrows(FormatException.Corrupt.class, () -> SchemaList.decode(ByteBuffer.wrap(file), FILE));
            assertTrue(e.getMessage().contains("bytes=2 of IDs, allowed 1048576 at least"), e.getMessage());
            return e;
        });
        assertTrue(allocated < 3 << 20, "allocated=" + allocated);
        assertEquals(
                SchemaListSalvage.MAX_FINDINGS,
                SchemaListSalvage.of(SchemaLists.input(file), FILE).findings().size());
    }

    @Test
    void directory_ofMoreFramesThanItHasBytes_isRefused() throws Exception {
        assertRefused(new Forgery().directory(varints(0, Integer.MAX_VALUE)).file(), "DEFINITIONS frames=2147483647");
        assertRefused(new Forgery().directory(varints(1 << 30, 1)).file(), "NAMES frames=1073741824");
    }

    @Test
    void directory_ofOtherItemsThanTheHeader_isRefused() throws Exception {
        byte[] sound = new Forgery().file();
        int frameBytes = SchemaLists.header(sound).definitionsBytes();
        assertRefused(new Forgery().directory(varints(0, 0)).file(), "expected " + frameBytes);
        assertRefused(new Forgery().directory(varints(0, 1, 2, frameBytes)).file(), "items=2, allowed 0 to 1");
        assertRefused(new Forgery().directory(varints(0, 1, 33, frameBytes)).file(), "bytes=33, allowed 1 to 32");
        assertRefused(new Forgery().directory(varints(0, 1, 0, frameBytes)).file(), "bytes=0, allowed 1 to 32");
        assertRefused(new Forgery().directory(varints(0, 1, 1, frameBytes - 1)).file(), "expected " + frameBytes);
        assertRefused(new Forgery().directory(varints(0, 1, 1, frameBytes + 1)).file(), "bytes=" + (frameBytes + 1));
        assertRefused(new Forgery().directory(varints(0, 1, 1, frameBytes, 9)).file(), "beyond the last item");
        GrowingBytes none = varints(0, 1, 1, frameBytes);
        assertRefused(new Forgery().count(2).directory(none).file(), "definitions=1 of all frames, expected 2");
    }

    @Test
    void frame_ofOtherItemsThanTheDirectory_isRefused() throws Exception {
        assertRefused(new Forgery().definitions(varints(1, 1, 0)).file(), "first item=1 items=1, expected 0 and 1");
        assertRefused(new Forgery().definitions(varints(0, 2, 0)).file(), "first item=0 items=2, expected 0 and 1");
    }

    @Test
    void definition_whoseNamesMakeItTooLong_isRefused() throws Exception {
        GrowingBytes names = varints(0, 1, 0, 1_000);
        names.write(new byte[1_000], 0, 1_000);
        GrowingBytes definition = varints(0, 1, 1, ColumnForm.CELLS.code(), 0, 60_000);
        for (int part = 0; part < 60_000; part++) {
            definition.writeVarint(1);
        }
        assertRefused(new Forgery().names(names).definitions(definition).file(), "definition bytes=104");
    }

    @Test
    void definition_ofANameThatIsNone_isRefused() throws Exception {
        GrowingBytes names = varints(0, 1, 0, 1, 'a');
        for (int difference : new int[] {1, -1, SchemaListDescriptor.MAX_NAMES, Integer.MIN_VALUE >> 2}) {
            int reference = (DefinitionCodec.zigzag(difference) << 1) | 1;
            GrowingBytes definition = varints(0, 1, 1, 0, reference);
            assertRefused(new Forgery().names(names).definitions(definition).file(), "number=" + difference);
        }
    }

    @Test
    void definition_ofWhatIsNone_isRefused() throws Exception {
        assertRefused(new Forgery().definitions(varints(0, 1, 65_536)).file(), "columns=65536");
        assertRefused(new Forgery().definitions(varints(0, 1, 1, 7, 0)).file(), "column flags=7");
        assertRefused(new Forgery().definitions(varints(0, 1, 1, 0x70, 0)).file(), "column flags=112");
        assertRefused(new Forgery().definitions(varints(0, 1, 1, 0, 1 << 30)).file(), "name: bytes=536870912");
        assertRefused(new Forgery().definitions(varints(0, 1, 1, 1, 0, 65_536)).file(), "parts=65536");
        assertRefused(new Forgery().definitions(varints(0, 1, 1, 1, 0, 65_535)).file(), "name: bytes=1 expected");
    }

    @Test
    void names_longerThanAllowed_areRefused() throws Exception {
        GrowingBytes definition = varints(0, 1, 1, 0, 1);
        GrowingBytes tooLong = varints(0, 1, 0, SchemaListDescriptor.MAX_NAME_BYTES + 1);
        tooLong.write(new byte[2_000], 0, SchemaListDescriptor.MAX_NAME_BYTES + 1);
        for (GrowingBytes names : List.of(varints(0, 1, 1, 0), tooLong, varints(0, 1, 0, 9))) {
            byte[] file = new Forgery().names(names).definitions(definition).file();
            assertThrows(FormatException.Corrupt.class, () -> SchemaList.decode(ByteBuffer.wrap(file), FILE));
            assertThrows(FormatException.Corrupt.class, () -> readAll(file));
        }
    }

    /** A header alone, without the sections it describes, allocates no memory for them. */
    @Test
    void header_ofSectionsThatAreNotThere_makesNoRoom() throws Exception {
        for (int section = 0; section < 4; section++) {
            int[] bytes = {20, 20, 20, 20};
            bytes[section] = 5 << 20;
            SchemaListHeader header = new SchemaListHeader(1, 3, bytes[0], bytes[1], bytes[2], bytes[3]);
            byte[] file = SchemaLists.assemble(header);
            long allocated = allocated(() -> {
                assertThrows(FormatException.Corrupt.class, () -> SchemaList.decode(ByteBuffer.wrap(file), FILE));
                assertThrows(FormatException.Corrupt.class, () -> readAll(file));
                return SchemaListSalvage.of(SchemaLists.input(file), FILE);
            });
            assertTrue(allocated < 4 << 20, "allocated=" + allocated);
        }
    }

    @Test
    void header_ofSectionsLongerThanAllowed_isRefused() {
        int[] most = {
            Frame.Kind.IDS.maxFrameBytes(),
            Frame.Kind.DIRECTORY.maxFrameBytes(),
            SchemaListDescriptor.MAX_BODY_BYTES,
            2 * SchemaListDescriptor.MAX_BODY_BYTES
        };
        for (int section = 0; section < most.length; section++) {
            for (int bytes : new int[] {most[section] + 1, -1}) {
                int[] sections = {20, 20, 20, 20};
                sections[section] = bytes;
                byte[] file = SchemaLists.assemble(
                        new SchemaListHeader(1, 3, sections[0], sections[1], sections[2], sections[3]));
                FormatException e = assertThrows(FormatException.Corrupt.class, () -> readAll(file));
                assertTrue(e.getMessage().contains("section bytes=" + bytes), e.getMessage());
            }
        }
    }
}
