package org.ssdtier.rowcache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.rowcache.JournalDescriptor.Origin;
import org.ssdtier.rowcache.JournalRecord.Kind;
import org.ssdtier.rowcache.index.KeyHashes;
import org.ssdtier.segmentlog.device.AlignedBuffers;
import org.ssdtier.segmentlog.device.Device;
import org.ssdtier.segmentlog.device.MemoryStorage;
import org.ssdtier.segmentlog.format.FormatException;

/**
 * The file format of the journal: version 2 is written and read back; version 1 is refused, which causes a cold start.
 */
@Tag("format")
class JournalFormatTest {
    private static final long NUMBER = 7;
    private static final String GOLDEN = "/format/journal-2.bin";

    @Test
    void version2_isReadBack() throws IOException {
        MemoryStorage storage = new MemoryStorage();
        put(storage, golden());
        assertEquals(fields(), JournalFile.readHeader(storage, NUMBER));
        List<String> read = new ArrayList<>();
        long end = JournalFile.read(storage, NUMBER, Long.MAX_VALUE, record -> read.add(text(record)));
        assertEquals(records().stream().map(JournalFormatTest::text).toList(), read);
        assertEquals(3 * JournalDescriptor.HEADER_BYTES, end);
    }

    @Test
    void version2_isWhatIsWritten() throws IOException {
        MemoryStorage storage = new MemoryStorage();
        write(storage);
        ByteBuffer written = contents(storage);
        assertEquals(ByteBuffer.wrap(golden()), written.limit(golden().length));
    }

    @Test
    void version1_isTooOld() throws IOException {
        MemoryStorage storage = new MemoryStorage();
        put(storage, resource("/format/journal-1.bin"));
        assertThrows(FormatException.TooOld.class, () -> JournalFile.readHeader(storage, NUMBER));
    }

    @Test
    void record_oneBitFlipped_endsTheFile() throws IOException {
        for (int bit = 0; bit < 8 * 64; bit++) {
            byte[] bytes = golden();
            bytes[2 * JournalDescriptor.HEADER_BYTES + bit / 8] ^= (byte) (1 << bit % 8);
            MemoryStorage storage = new MemoryStorage();
            put(storage, bytes);
            List<JournalRecord> read = new ArrayList<>();
            assertEquals(
                    2 * JournalDescriptor.HEADER_BYTES,
                    JournalFile.read(storage, NUMBER, Long.MAX_VALUE, read::add),
                    "bit=" + bit);
            assertEquals(1, read.size());
        }
    }

    @Test
    void laterVersion_isTooNew_notCorrupt() throws IOException {
        ByteBuffer page = AlignedBuffers.allocate(JournalDescriptor.HEADER_BYTES);
        page.put(0, golden(), 0, JournalDescriptor.HEADER_BYTES);
        page.putInt(4, 3);
        assertThrows(FormatException.Corrupt.class, () -> JournalDescriptor.decode(page, "journal"));
        int last = JournalDescriptor.HEADER_BYTES - Integer.BYTES;
        page.putInt(last, SnapshotDescriptor.checksum(page.slice(0, last)));
        assertThrows(FormatException.TooNew.class, () -> JournalDescriptor.decode(page, "journal"));
    }

    static void write(MemoryStorage storage) throws IOException {
        try (JournalFile file = JournalFile.create(storage, fields())) {
            for (JournalRecord record : records()) {
                file.append(record);
            }
            file.force();
        }
    }

    static ByteBuffer contents(MemoryStorage storage) throws IOException {
        try (Device device = storage.open(JournalDescriptor.name(NUMBER))) {
            ByteBuffer bytes = AlignedBuffers.allocate((int) device.size());
            device.read(bytes, 0);
            return bytes.flip();
        }
    }

    private static JournalDescriptor.Fields fields() {
        return new JournalDescriptor.Fields(
                0x0102030405060708L, NUMBER, 6, 8192, Origin.CONTINUED, 3, 1 << 24, ByteBuffer.wrap(new byte[] {'r', '1'
                }));
    }

    private static List<JournalRecord> records() {
        UUID table = new UUID(5, 6);
        DeadImages dead = new DeadImages(2, List.of(new RangeMarks.Mark(8, -1L, 1L << 40)));
        return List.of(
                new JournalRecord(Kind.TABLE, table, 9, 9, dead, List.of("one", "two"), List.of(), KeyHashes.NONE),
                new JournalRecord(
                        Kind.CHANGE, table, 10, 10, dead, List.of("three"), List.of("one"), new KeyHashes(11, -12)));
    }

    private static String text(JournalRecord record) {
        StringBuilder text = new StringBuilder(record.toString().replaceFirst(", hashes=.*", ""));
        for (int i = 0; i < record.hashes().size(); i++) {
            text.append(' ').append(record.hashes().hash(i));
        }
        return text.toString();
    }

    private static byte[] golden() throws IOException {
        return resource(GOLDEN);
    }

    private static byte[] resource(String name) throws IOException {
        try (InputStream in = JournalFormatTest.class.getResourceAsStream(name)) {
            assertNotNull(in, name);
            return in.readAllBytes();
        }
    }

    private static void put(MemoryStorage storage, byte[] bytes) throws IOException {
        ByteBuffer aligned = AlignedBuffers.allocate(bytes.length);
        aligned.put(0, bytes);
        try (Device device = storage.open(JournalDescriptor.name(NUMBER))) {
            device.allocate(bytes.length);
            device.write(aligned, 0);
        }
    }
}
