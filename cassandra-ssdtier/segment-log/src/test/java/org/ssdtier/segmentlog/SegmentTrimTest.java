package org.ssdtier.segmentlog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.segmentlog.device.AlignedBuffers;
import org.ssdtier.segmentlog.device.Device;
import org.ssdtier.segmentlog.device.DirectIo;
import org.ssdtier.segmentlog.device.DirectoryKind;
import org.ssdtier.segmentlog.device.FileOptions;
import org.ssdtier.segmentlog.device.FileStorage;
import org.ssdtier.segmentlog.device.HookStorage;
import org.ssdtier.segmentlog.device.NoSpaceException;
import org.ssdtier.segmentlog.device.SegmentFileObserver;
import org.ssdtier.segmentlog.device.Storage;
import org.ssdtier.segmentlog.format.SegmentHeaderDescriptor;

/** Tests of what the drive is spared: released content, whole erase units, and the observation of segment files. */
@Tag("unit")
class SegmentTrimTest {
    private static final HookStorage.Disturbance TRIM_LOSES_SPACE = new HookStorage.Disturbance() {
        @Override
        public boolean trim(String device, Device released) throws IOException {
            throw new NoSpaceException("No space left on device");
        }
    };

    private static final int SEGMENT_BYTES = Records.TINY.segmentBytes();
    private static final FileOptions DISCARDS = FileOptions.of(DirectIo.AUTO).withDiscards(true);
    /** A record of four pages: one and a gap of two pages fit into a segment. */
    private static final int VALUE_BYTES = 13_000;

    private static final String FIRST = "segment-00000";

    @TempDir
    Path directory;

    /** A reclaimer that keeps nothing. */
    private static final class DropAll implements Reclaimer {
        @Override
        public Verdict visit(RecordView record, long location) {
            return Verdict.DROP;
        }

        @Override
        public void moved(RecordView record, long from, long to) {}

        @Override
        public void lost(long keyHash, long location) {}
    }

    /** An observer that notes everything. */
    private static final class Notes implements SegmentFileObserver {
        private final List<String> opened = new ArrayList<>();
        private long bytes;

        @Override
        public void opened(Path file) {
            opened.add(file.getFileName().toString());
        }

        @Override
        public void written(long written) {
            bytes += written;
        }
    }

    private static void fillTo(SegmentLog log, int slot) {
        long id = 0;
        while (log.segments().get(slot).state() != SegmentState.ACTIVE) {
            assertTrue(log.append(0, 0, id, Records.key(id), ByteBuffer.allocate(VALUE_BYTES)) > 0);
            id++;
        }
        log.flush();
    }

    private static boolean isZero(Storage storage, String name) throws IOException {
        try (Device device = storage.open(name)) {
            ByteBuffer content = AlignedBuffers.allocate(SEGMENT_BYTES);
            assertEquals(SEGMENT_BYTES, device.read(content, 0));
            return content.flip().mismatch(AlignedBuffers.allocate(SEGMENT_BYTES)) == -1;
        }
    }

    /** Checked by removal: without the trim the file still has the records. */
    @Test
    void reclaim_withDiscards_leavesZerosAndTheReservedSpace() throws IOException {
        FileStorage storage = FileStorage.open(directory, DISCARDS, DirectoryKind.LOG);
        try (SegmentLog log = SegmentLog.open(storage, Records.TINY)) {
            fillTo(log, 1);
            assertFalse(isZero(storage, FIRST));
            long blocks = blocks(FIRST);
            assertEquals(ReclaimResult.Outcome.FREED, log.reclaim(new DropAll()).outcome());
            assertTrue(isZero(storage, FIRST));
            assertEquals(SEGMENT_BYTES, Files.size(directory.resolve(FIRST)));
            assertEquals(blocks, blocks(FIRST), "512-byte blocks");
            assertEquals(1, log.stats().writes().discards());
            fillTo(log, 7);
            log.reclaim(new DropAll());
            fillTo(log, 0);
        }
        try (SegmentLog log = SegmentLog.open(directory, Records.TINY)) {
            assertEquals(0, log.recovery().unreadable());
        }
    }

    private long blocks(String name) throws IOException {
        Process stat =
                new ProcessBuilder("stat", "-c", "%b", directory.resolve(name).toString()).start();
        return Long.parseLong(new String(stat.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip());
    }

    @Test
    void reclaim_withoutDiscards_keepsTheContent() throws IOException {
        try (SegmentLog log = SegmentLog.open(directory, Records.TINY)) {
            fillTo(log, 1);
            log.reclaim(new DropAll());
            assertEquals(0, log.stats().writes().discards());
            try (Storage reading = FileStorage.openReadOnly(directory)) {
                assertFalse(isZero(reading, FIRST));
            }
        }
    }

    /** Checked by removal: if the slot is used again, its writes find no space. */
    @Test
    void reclaim_ofSegmentThatLosesItsSpace_retiresTheSlotUntilItGrowsBack() throws IOException {
        HookStorage storage = new HookStorage();
        try (SegmentLog log = SegmentLog.open(storage, Records.TINY)) {
            fillTo(log, 1);
            storage.disturb(TRIM_LOSES_SPACE);
            assertEquals(ReclaimResult.Outcome.FREED, log.reclaim(new DropAll()).outcome());
            assertEquals(SegmentState.RETIRED, log.segments().get(0).state());
            assertEquals(7, log.stats().segments());
            assertEquals(1, log.stats().failures().noSpaceErrors());
            storage.calm();
            assertEquals(
                    ResizeResult.Outcome.DONE,
                    log.resize(Records.TINY.capacityBytes(), slot -> {}).outcome());
            assertEquals(8, log.stats().segments());
        }
    }

    /** Checked by removal: the space that the slot got stays with it, although it is too little for the slot. */
    @Test
    void growth_thatFindsTooLittleSpaceForARetiredSlot_givesItBack() throws IOException {
        HookStorage storage = new HookStorage();
        try (SegmentLog log = SegmentLog.open(storage, Records.TINY)) {
            fillTo(log, 1);
            storage.disturb(TRIM_LOSES_SPACE);
            log.reclaim(new DropAll());
            assertEquals(SegmentState.RETIRED, log.segments().get(0).state());
            storage.disturb(new HookStorage.Disturbance() {
                @Override
                public void beforeAllocate(String device) throws NoSpaceException {
                    try {
                        storage.raw(device).allocate(Device.PAGE_BYTES);
                    } catch (IOException e) {
                        throw new AssertionError(e);
                    }
                    throw new NoSpaceException("No space left on device");
                }
            });
            assertEquals(
                    ResizeResult.Outcome.NO_SPACE,
                    log.resize(Records.TINY.capacityBytes(), slot -> {}).outcome());
            assertEquals(0, storage.raw(SegmentHeaderDescriptor.fileName(0)).size());
        }
    }

    /** A segment whose content could not be released has its header marked free, as without discards. */
    @Test
    void reclaim_whoseTrimFails_stillFreesTheSegment() throws IOException {
        HookStorage storage = new HookStorage();
        try (SegmentLog log = SegmentLog.open(storage, Records.TINY)) {
            fillTo(log, 1);
            storage.disturb(new HookStorage.Disturbance() {
                @Override
                public boolean trim(String device, Device released) throws IOException {
                    throw new IOException("Input/output error");
                }
            });
            log.reclaim(new DropAll());
            assertEquals(SegmentState.FREE, log.segments().get(0).state());
            log.cleanClose(ByteBuffer.allocate(0));
        }
        storage.calm();
        try (SegmentLog log = SegmentLog.open(storage, Records.TINY)) {
            assertEquals(SegmentState.FREE, log.segments().get(0).state());
        }
    }

    /** Checked by removal: without the filled gap a segment is shorter by the rest that no record fitted into. */
    @Test
    void segments_withEraseUnit_areWrittenAsAWhole() throws IOException {
        Notes notes = new Notes();
        FileOptions files = FileOptions.of(DirectIo.AUTO).withObserver(notes).withEraseUnit(SEGMENT_BYTES / 2);
        FileStorage storage = FileStorage.open(directory, files, DirectoryKind.LOG);
        try (SegmentLog log = SegmentLog.open(storage, Records.TINY.withFiles(files))) {
            fillTo(log, 1);
            long rest = notes.bytes;
            fillTo(log, 2);
            assertEquals(SEGMENT_BYTES, notes.bytes - rest, "from one segment's first record to that of the next");
        }
    }

    @Test
    void observer_receivesSegmentFilesOnly() throws IOException {
        Notes notes = new Notes();
        FileOptions files = FileOptions.of(DirectIo.AUTO).withObserver(notes);
        FileStorage storage = FileStorage.open(directory, files, DirectoryKind.LOG);
        try (SegmentLog log = SegmentLog.open(storage, Records.TINY.withFiles(files))) {
            assertEquals(8, notes.opened.size(), notes.opened.toString());
            assertTrue(notes.opened.contains(FIRST));
            fillTo(log, 2);
            assertEquals(log.stats().writes().bytesWritten(), notes.bytes);
        }
    }

    @Test
    void validate_eraseUnitThatDoesNotDivideTheSegment_isRefused() {
        SegmentLogOptions options =
                Records.TINY.withFiles(FileOptions.of(DirectIo.AUTO).withEraseUnit(SEGMENT_BYTES - 4096));
        IllegalArgumentException refusal = assertThrows(IllegalArgumentException.class, options::validate);
        assertEquals("segment_size=32768, allowed 0 to 268435456 in multiples of 28672", refusal.getMessage());
    }
}
