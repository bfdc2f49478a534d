package org.ssdtier.segmentlog;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ssdtier.segmentlog.device.MemoryStorage;
import org.ssdtier.segmentlog.format.FormatException;
import org.ssdtier.segmentlog.format.HeaderDescriptor;
import org.ssdtier.segmentlog.format.ManifestDescriptor;
import org.ssdtier.segmentlog.format.MarkerDescriptor;

/** Tests that every format version ever merged can be read, byte for byte as it was written then. */
@Tag("format")
class FormatTest {
    @ParameterizedTest
    @ValueSource(strings = {"clean", "crashed"})
    void write_ofFormat2_isByteForByteTheGoldenFiles(String variant) throws IOException {
        MemoryStorage written = GoldenFiles.write(variant);
        List<String> names = written.names().stream().sorted().toList();
        assertEquals(GoldenFiles.NAMES, names);
        for (String name : names) {
            assertArrayEquals(GoldenFiles.load(2, variant, name), Copies.bytes(written, name), variant + "/" + name);
        }
    }

    @ParameterizedTest
    @CsvSource({"1, clean", "1, crashed", "2, clean", "2, crashed"})
    void open_ofEveryFormat_findsEveryRecord(int version, String variant) throws IOException {
        MemoryStorage golden = golden(version, variant);
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

    /**
     * A log of version 1 goes on in version 2: its old records stay, and a release that knows version 1 only finds a
     * manifest that is too new.
     */
    @ParameterizedTest
    @ValueSource(strings = {"clean", "crashed"})
    void append_toLogOfFormat1_goesOnInFormat2(String variant) throws IOException {
        MemoryStorage storage = golden(1, variant);
        SegmentLogOptions options = GoldenFiles.OPTIONS.withCapacityBytes(8 * (32L << 10));
        long more = GoldenFiles.RECORDS + 20;
        try (SegmentLog log = SegmentLog.open(storage, options)) {
            for (long id = GoldenFiles.RECORDS; id < more; id++) {
                assertTrue(Records.append(log, id) > 0);
            }
            assertEquals(IoStatus.OK, log.force());
        }
        ByteBuffer manifest =
                ByteBuffer.wrap(Copies.bytes(storage, ManifestStore.NAME)).order(ByteOrder.LITTLE_ENDIAN);
        for (int copy = 0; copy < 2; copy++) {
            int at = copy * ManifestDescriptor.COPY_BYTES + HeaderDescriptor.VERSION_OFFSET;
            assertEquals(2, manifest.getShort(at), "copy=" + copy);
        }
        Set<Long> all = LongStream.range(0, more).boxed().collect(Collectors.toSet());
        assertEquals(all, scanned(storage), "without an opening");
        for (int opening = 0; opening < 2; opening++) { // the first one writes the footers that are missing
            try (SegmentLog log = SegmentLog.open(storage, options);
                    RecordReader reader = log.acquireReader()) {
                Set<Long> listed = new TreeSet<>();
                for (SegmentStatus segment : log.segments()) {
                    log.forEachFooterEntry(segment.slot(), (hash, location, bytes) -> {
                        assertEquals(ReadStatus.OK, log.read(location, bytes, reader));
                        listed.add(Records.check(reader.record()));
                    });
                }
                assertEquals(all, listed);
            }
        }
        assertEquals(List.of(), SegmentLogInspector.inspect(storage).problems());
    }

    /** The header of a segment is damaged, and the footer alone says of which version its records are. */
    @Test
    void open_ofFormat1SegmentSealedByFormat2_withDamagedHeader_findsItsRecords() throws IOException {
        MemoryStorage storage = golden(1, "crashed");
        SegmentLog.open(storage, GoldenFiles.OPTIONS).close();
        for (SegmentStatus segment : statuses(storage)) {
            if (segment.state() == SegmentState.SEALED) {
                Copies.flip(storage, String.format("segment-%05d", segment.slot()), 100);
            }
        }
        LongStream all = LongStream.range(0, GoldenFiles.RECORDS);
        assertEquals(all.boxed().collect(Collectors.toSet()), scanned(storage));
    }

    private static List<SegmentStatus> statuses(MemoryStorage storage) throws IOException {
        try (SegmentLog log = SegmentLog.open(storage, GoldenFiles.OPTIONS)) {
            return log.segments();
        }
    }

    private static Set<Long> scanned(MemoryStorage storage) throws IOException {
        Set<Long> ids = new TreeSet<>();
        SegmentLogScan.run(storage, new RecordVisitor() {
            @Override
            public void valid(RecordView record) {
                ids.add(Records.check(record));
            }

            @Override
            public void damaged(long location, int recordBytes) {
                throw new AssertionError("damaged location=" + location);
            }
        });
        return ids;
    }

    private static MemoryStorage golden(int version, String variant) throws IOException {
        MemoryStorage golden = new MemoryStorage();
        for (String name : GoldenFiles.NAMES) {
            Copies.put(golden, name, GoldenFiles.load(version, variant, name));
        }
        return golden;
    }

    @Test
    void marker_keepsVersion1_soThatEarlierReleasesReadIt() throws IOException {
        ByteBuffer marker = MarkerDescriptor.encode(new MarkerDescriptor.Fields(3, MarkerDescriptor.NO_HOST));
        assertEquals(1, marker.getShort(HeaderDescriptor.VERSION_OFFSET));
        assertEquals(3, MarkerDescriptor.decode(marker, "marker").kind());
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
