package org.ssdtier.segmentlog;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ssdtier.segmentlog.device.MemoryStorage;
import org.ssdtier.segmentlog.format.FormatException;
import org.ssdtier.segmentlog.format.HeaderDescriptor;
import org.ssdtier.segmentlog.format.ManifestDescriptor;

/** Tests that every format version ever merged can be read, byte for byte as it was written then. */
@Tag("format")
class FormatTest {
    @ParameterizedTest
    @ValueSource(strings = {"clean", "crashed"})
    void write_ofFormat1_isByteForByteTheGoldenFiles(String variant) throws IOException {
        MemoryStorage written = GoldenFiles.write(variant);
        List<String> names = written.names().stream().sorted().toList();
        assertEquals(GoldenFiles.NAMES, names);
        for (String name : names) {
            assertArrayEquals(GoldenFiles.load(1, variant, name), Copies.bytes(written, name), variant + "/" + name);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"clean", "crashed"})
    void open_ofFormat1_findsEveryRecord(String variant) throws IOException {
        MemoryStorage golden = new MemoryStorage();
        for (String name : GoldenFiles.NAMES) {
            Copies.put(golden, name, GoldenFiles.load(1, variant, name));
        }
        LogReport report = SegmentLogInspector.inspect(golden);
        assertEquals(List.of(), report.problems());
        assertEquals(GoldenFiles.RECORDS, report.validRecords());
        try (SegmentLog log = SegmentLog.open(golden, GoldenFiles.OPTIONS);
                RecordReader reader = log.acquireReader()) {
            boolean clean = variant.equals("clean");
            assertEquals(
                    clean ? Recovery.State.CLEAN : Recovery.State.CRASHED,
                    log.recovery().state());
            assertEquals(clean ? "owner" : "", GoldenFiles.text(log.recovery().ownerPayload()));
            long[] found = new long[1];
            for (SegmentStatus segment : log.segments()) {
                log.forEachFooterEntry(segment.slot(), (hash, location, bytes) -> {
                    assertEquals(ReadStatus.OK, log.read(location, bytes, reader));
                    assertEquals(found[0]++, Records.check(reader.record()));
                });
            }
            assertEquals(GoldenFiles.RECORDS, found[0]);
        }
    }

    @Test
    void open_ofLaterVersion_isTooNew() throws IOException {
        assertThrows(FormatException.TooNew.class, () -> openWithVersion(HeaderDescriptor.FORMAT_VERSION + 1));
    }

    @Test
    void open_ofForgottenVersion_isTooOld() throws IOException {
        assertThrows(FormatException.TooOld.class, () -> openWithVersion(0));
    }

    @Test
    void open_ofOtherFile_isCorrupt() throws IOException {
        MemoryStorage storage = new MemoryStorage();
        Copies.put(storage, ManifestStore.NAME, new byte[] {1, 2, 3, 4, 5, 6, 7, 8});
        FormatException.Corrupt error =
                assertThrows(FormatException.Corrupt.class, () -> SegmentLog.open(storage, GoldenFiles.OPTIONS));
        assertTrue(error.getMessage().contains("magic="), error.getMessage());
    }

    private static void openWithVersion(int version) throws IOException {
        MemoryStorage storage = GoldenFiles.write("clean");
        byte[] manifest = Copies.bytes(storage, ManifestStore.NAME);
        ByteBuffer bytes = ByteBuffer.wrap(manifest).order(ByteOrder.LITTLE_ENDIAN);
        for (int copy = 0; copy < 2; copy++) {
            int at = copy * ManifestDescriptor.COPY_BYTES;
            bytes.putShort(at + HeaderDescriptor.VERSION_OFFSET, (short) version);
            CRC32C crc = new CRC32C();
            crc.update(manifest, at, HeaderDescriptor.CHECKSUM_OFFSET);
            bytes.putInt(at + HeaderDescriptor.CHECKSUM_OFFSET, (int) crc.getValue());
        }
        Copies.put(storage, ManifestStore.NAME, manifest);
        SegmentLog.open(storage, GoldenFiles.OPTIONS).close();
    }
}
