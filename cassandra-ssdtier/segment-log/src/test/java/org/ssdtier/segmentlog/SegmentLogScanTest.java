package org.ssdtier.segmentlog;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.segmentlog.device.FaultPlan;
import org.ssdtier.segmentlog.device.FaultyStorage;
import org.ssdtier.segmentlog.device.MemoryStorage;
import org.ssdtier.segmentlog.device.Storage;
import org.ssdtier.segmentlog.device.StorageException;
import org.ssdtier.segmentlog.format.FormatException;

/** Tests of reading all records in order, of a closed log and of a segment of an open log. */
@Tag("unit")
class SegmentLogScanTest {
    private static final int RECORDS = 60;

    private final MemoryStorage storage = new MemoryStorage();

    /** A collector of the numbers of the valid records and the locations of the damaged ones. */
    private static final class Collector implements RecordVisitor {
        final List<Long> ids = new ArrayList<>();
        final List<Long> damaged = new ArrayList<>();

        @Override
        public void valid(RecordView record) {
            ids.add(Records.check(record));
        }

        @Override
        public void damaged(long location, int recordBytes) {
            damaged.add(location);
        }
    }

    private List<Long> write(boolean clean) throws IOException {
        SegmentLog log = SegmentLog.open(storage, Records.TINY);
        List<Long> locations = new ArrayList<>();
        for (long id = 0; id < RECORDS; id++) {
            locations.add(Records.append(log, id));
        }
        assertEquals(IoStatus.OK, log.force());
        if (clean) {
            log.cleanClose(Records.key(7));
        } else {
            log.close();
        }
        return locations;
    }

    private static List<Long> all() {
        return LongStream.range(0, RECORDS).boxed().toList();
    }

    private static Map<String, byte[]> contents(Storage storage) throws IOException {
        Map<String, byte[]> contents = new TreeMap<>();
        for (String name : storage.names()) {
            contents.put(name, Copies.bytes(storage, name));
        }
        return contents;
    }

    @Test
    void run_ofCleanAndCrashedLogs_visitsEveryRecordInOrder_andWritesNothing() throws IOException {
        for (boolean clean : new boolean[] {true, false}) {
            for (String name : storage.names()) {
                storage.delete(name);
            }
            write(clean);
            Map<String, byte[]> before = contents(storage);
            Collector collector = new Collector();
            SegmentLogScan scan = SegmentLogScan.run(storage, collector);
            assertEquals(all(), collector.ids);
            assertEquals(clean, scan.isClean());
            assertEquals(8, scan.segmentCount());
            assertEquals(clean ? Records.key(7) : Records.key(7).limit(0), scan.ownerPayload());
            Map<String, byte[]> after = contents(storage);
            assertEquals(before.keySet(), after.keySet());
            before.forEach((name, bytes) -> assertArrayEquals(bytes, after.get(name), name));
        }
    }

    @Test
    void run_ofNothing_findsNothing() throws IOException {
        SegmentLogScan scan = SegmentLogScan.run(storage, new Collector());
        assertFalse(scan.exists());
        assertEquals(List.of(), storage.names());
    }

    @Test
    void run_ofSegmentsWithoutManifest_isRefused() throws IOException {
        write(true);
        storage.delete("manifest");
        FormatException e =
                assertThrows(FormatException.Corrupt.class, () -> SegmentLogScan.run(storage, new Collector()));
        assertTrue(e.getMessage().endsWith("file=manifest offset=0: no manifest, segments=8"), e.getMessage());
    }

    @Test
    void run_ofDamagedRecord_saysWhereItIs() throws IOException {
        long location = write(true).get(3);
        Copies.flip(storage, "segment-00000", 8L * (Location.offset(location) + 45));
        Collector collector = new Collector();
        SegmentLogScan scan = SegmentLogScan.run(storage, collector);
        assertEquals(List.of(location), collector.damaged);
        assertEquals(RECORDS - 1, collector.ids.size());
        String place = scan.describe(location);
        assertTrue(place.endsWith("file=segment-00000 offset=" + Location.offset(location)), place);
    }

    @Test
    void run_ofDamagedSegmentHeader_readsTheRecordsByTheFooter_andSaysSo() throws IOException {
        write(true);
        Copies.flip(storage, "segment-00000", 100);
        Collector collector = new Collector();
        SegmentLogScan scan = SegmentLogScan.run(storage, collector);
        assertEquals(all(), collector.ids);
        assertEquals(1, scan.problems().size());
        assertTrue(
                scan.problems().get(0).contains("file=segment-00000 offset=0"),
                scan.problems().toString());
    }

    @Test
    void forEachRecord_ofEverySlot_visitsWhatWasAppended() throws IOException {
        try (SegmentLog log = SegmentLog.open(storage, Records.TINY)) {
            for (long id = 0; id < RECORDS; id++) {
                Records.append(log, id);
            }
            Collector collector = new Collector();
            for (SegmentStatus segment : log.segments()) {
                if (segment.state() != SegmentState.FREE) {
                    assertEquals(IoStatus.OK, log.forEachRecord(segment.slot(), collector));
                }
            }
            assertEquals(all(), collector.ids);
            assertEquals(IoStatus.IO_ERROR, log.forEachRecord(7, collector), "a free slot");
        }
    }

    /** Without the guard of {@code Recoverer.requireNoSegmentLost} the segment is deleted. */
    @Test
    void open_withoutSpaceForSegmentThatIsThere_refusesAndKeepsIt_whereNothingMayBeLost() throws IOException {
        write(true);
        FaultPlan plan = new FaultPlan(1);
        FaultyStorage full = new FaultyStorage(plan);
        for (String name : storage.names()) {
            byte[] bytes = Copies.bytes(storage, name);
            Copies.put(full, name, name.equals("segment-00005") ? Arrays.copyOf(bytes, 8 << 10) : bytes);
        }
        plan.withSpace(0);
        StorageException e = assertThrows(
                StorageException.class, () -> SegmentLog.open(full, Records.TINY.withForceBeforeReuse(true)));
        assertTrue(e.getMessage().contains("file=segment-00005: no space to preallocate 32768 bytes"), e.getMessage());
        assertTrue(full.names().contains("segment-00005"));
        try (SegmentLog log = SegmentLog.open(full, Records.TINY)) {
            assertEquals(5, log.segmentCount(), "a cache continues with the remaining segments");
        }
    }

    @Test
    void drop_ofAnySlot_freesIt_andNothingOfItIsFoundAgain() throws IOException {
        List<Long> locations;
        try (SegmentLog log = SegmentLog.open(storage, Records.TINY)) {
            locations = new ArrayList<>();
            for (long id = 0; id < RECORDS; id++) {
                locations.add(Records.append(log, id));
            }
            long first = locations.get(0);
            long last = locations.get(RECORDS - 1);
            int free = log.freeSegments();
            assertTrue(log.drop(log.slotOf(first)), "sealed");
            assertTrue(log.drop(log.slotOf(last)), "active");
            assertFalse(log.drop(7), "free");
            assertEquals(free + 2, log.freeSegments());
            assertEquals(-1, log.slotOf(first));
            assertTrue(Records.append(log, 1_000) > last);
        }
        Collector collector = new Collector();
        SegmentLogScan.run(storage, collector);
        assertFalse(collector.ids.contains(0L) || collector.ids.contains(RECORDS - 1L), collector.ids.toString());
        assertTrue(collector.ids.contains(1_000L));
    }

    /** The manifest may be behind the files: a log grows first and writes the manifest afterwards. */
    @Test
    void segmentCount_ofLogThatGrew_isThatOfTheFiles() throws IOException {
        write(true);
        Copies.put(storage, "segment-00009", new byte[32 << 10]);
        assertEquals(10, SegmentLogScan.run(storage, new Collector()).segmentCount());
    }
}
