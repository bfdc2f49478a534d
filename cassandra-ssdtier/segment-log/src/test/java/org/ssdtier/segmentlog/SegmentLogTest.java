package org.ssdtier.segmentlog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ssdtier.segmentlog.device.AlignedBuffers;
import org.ssdtier.segmentlog.device.Device;
import org.ssdtier.segmentlog.device.HookStorage;
import org.ssdtier.segmentlog.device.MemoryStorage;
import org.ssdtier.segmentlog.format.SegmentHeaderDescriptor;

/** Tests of a log on a working device, one behaviour per test. */
@Tag("unit")
class SegmentLogTest {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);
    private static final int RECORD_BYTES = 40 + 8 + 1000;

    private final HookStorage storage = new HookStorage();

    private SegmentLog open() throws IOException {
        return SegmentLog.open(storage, Records.TINY);
    }

    private static long append(SegmentLog log, long id, int valueBytes) {
        return log.append(0, 0, id, Records.key(id), ByteBuffer.allocate(valueBytes));
    }

    private static ReadStatus read(SegmentLog log, long location) {
        try (RecordReader reader = log.acquireReader()) {
            return log.read(location, 0, reader);
        }
    }

    /** Appends records of 1,000 bytes until the given slot is active; returns all locations. */
    private static List<Long> fillUpToSlot(SegmentLog log, int slot) {
        List<Long> locations = new ArrayList<>();
        while (log.segments().get(slot).state() != SegmentState.ACTIVE) {
            long location = append(log, locations.size(), 1000);
            assertTrue(location > 0);
            locations.add(location);
        }
        return locations;
    }

    private static long lastPage(long location) {
        return (Location.offset(location) + RECORD_BYTES - 1) / 4096;
    }

    private static class DropAll implements Reclaimer {
        final List<Long> lost = new ArrayList<>();

        @Override
        public Verdict visit(RecordView record, long location) {
            return Verdict.DROP;
        }

        @Override
        public void moved(RecordView record, long from, long to) {
            throw new AssertionError("nothing was kept");
        }

        @Override
        public void lost(long keyHash, long location) {
            lost.add(location);
        }
    }

    @Test
    void read_ofRecordUpToOnePage_isOneReadOfTheOneOrTwoPagesItIsOn() throws IOException {
        try (SegmentLog log = open();
                RecordReader reader = log.acquireReader()) {
            List<Long> locations = fillUpToSlot(log, 2);
            log.flush();
            int before = storage.reads();
            for (long location : locations) {
                assertEquals(ReadStatus.OK, log.read(location, RECORD_BYTES, reader));
            }
            assertEquals(locations.size(), storage.reads() - before);
            long pages = locations.stream()
                    .mapToLong(location -> lastPage(location) - Location.offset(location) / 4096 + 1)
                    .sum();
            assertTrue(pages > locations.size(), "no record crosses a page");
            assertEquals(4096 * pages, log.stats().reads().bytesRead());
        }
    }

    @Test
    void read_ofLargeRecordWithHint_isOneRead() throws IOException {
        try (SegmentLog log = open();
                RecordReader reader = log.acquireReader()) {
            long location = append(log, 1, 10_000);
            log.flush();
            int before = storage.reads();
            assertEquals(ReadStatus.OK, log.read(location, 10_048, reader));
            assertEquals(1, storage.reads() - before);
            assertEquals(ReadStatus.OK, log.read(location, 0, reader));
            assertEquals(3, storage.reads() - before);
        }
    }

    @Test
    void read_beforeFlush_needsNoDevice() throws IOException {
        try (SegmentLog log = open()) {
            int before = storage.reads();
            long location = append(log, 1, 1000);
            assertEquals(1, log.stats().writes().deviceWrites(), "the header filled a buffer, the record does not");
            assertEquals(ReadStatus.OK, read(log, location));
            assertEquals(before, storage.reads());
            assertEquals(1, log.stats().reads().bufferReads());
        }
    }

    /** Checked by removal: without the second read the status is a checksum error. */
    @Test
    void read_ofFlippedBit_readsOnceMore() throws IOException {
        try (SegmentLog log = open()) {
            long location = append(log, 1, 1000);
            log.flush();
            int[] flips = {1};
            storage.afterRead(bytes -> {
                if (flips[0]-- > 0) {
                    int at = bytes.position() + 60;
                    bytes.put(at, (byte) (bytes.get(at) ^ 1));
                }
            });
            assertEquals(ReadStatus.OK, read(log, location));
            flips[0] = 2;
            assertEquals(ReadStatus.CHECKSUM_ERROR, read(log, location));
            assertEquals(1, log.stats().failures().checksumErrors());
        }
    }

    @Test
    void read_ofALongRecordWhileOthersTakeAllMemory_isRefused() throws IOException {
        SegmentLogOptions options = SegmentLogOptions.ofCapacity(8 * (256L << 10))
                .withSegments(256 << 10, 110_000)
                .withReadBuffers(4)
                .withFlushExecutor(Runnable::run);
        try (SegmentLog log = SegmentLog.open(storage, options)) {
            long location = append(log, 1, 100_000);
            assertTrue(location > 0);
            try (RecordReader one = log.acquireReader();
                    RecordReader other = log.acquireReader()) {
                assertNotNull(one.ensure(LargeBuffers.MOST_USED_BYTES / 2));
                assertNotNull(other.ensure(LargeBuffers.MOST_USED_BYTES / 2));
                assertEquals(ReadStatus.REFUSED, read(log, location));
            }
            assertEquals(ReadStatus.OK, read(log, location));
            assertEquals(0, log.stats().failures().readErrors());
        }
    }

    /** The case of an index entry that is older than the segment in its slot. */
    @Test
    void read_ofLocationNeverReturned_isAStatus() throws IOException {
        try (SegmentLog log = open();
                RecordReader reader = log.acquireReader()) {
            List<Long> locations = fillUpToSlot(log, 1);
            log.flush();
            for (int offset = -4096; offset < Records.TINY.segmentBytes() + 4096; offset++) {
                long location = log.locationOf(0, offset);
                ReadStatus status = log.read(location, offset % 3 == 0 ? 30_000 : 0, reader);
                assertEquals(locations.contains(location), status == ReadStatus.OK, "offset=" + offset);
            }
        }
    }

    /** Checked by removal: without the offset in the record this returns another record of the same segment. */
    @Test
    void read_ofPageTheDevicePutElsewhere_isChecksumError() throws IOException {
        MemoryStorage memory = new MemoryStorage();
        try (SegmentLog log = SegmentLog.open(memory, Records.TINY)) {
            long first = append(log, 1, 3000);
            long second = append(log, 2, 3000);
            log.flush();
            byte[] bytes = Copies.bytes(memory, "segment-00000");
            System.arraycopy(bytes, Location.offset(first), bytes, Location.offset(second), 3048);
            Copies.put(memory, "segment-00000", bytes);
            assertEquals(ReadStatus.CHECKSUM_ERROR, read(log, second));
        }
    }

    /** Checked by removal: without the check of the segment after the read this returns a reclaimed record. */
    @Test
    void read_whileSegmentIsReclaimed_isNotFound() throws IOException {
        try (SegmentLog log = open()) {
            List<Long> locations = fillUpToSlot(log, 2);
            log.flush();
            boolean[] once = {true};
            storage.afterRead(bytes -> {
                if (once[0]) {
                    once[0] = false;
                    assertEquals(0, log.reclaim(new DropAll()).slot());
                }
            });
            assertEquals(ReadStatus.NOT_FOUND, read(log, locations.get(0)));
        }
    }

    @Test
    void read_ofReclaimedLocation_isNotFoundAlsoWhenSlotIsUsedAgain() throws IOException {
        try (SegmentLog log = open()) {
            List<Long> locations = fillUpToSlot(log, 6);
            assertEquals(0, log.reclaim(new DropAll()).slot());
            for (int i = 0; log.segments().get(0).state() == SegmentState.FREE; i++) {
                assertTrue(
                        append(log, i, 1000) > 0 || log.reclaim(new DropAll()).slot() > 0);
            }
            assertEquals(ReadStatus.NOT_FOUND, read(log, locations.get(0)));
            assertEquals(-1, log.slotOf(locations.get(0)));
        }
    }

    @Test
    void reclaim_choosesMostGarbageThenOldest() throws IOException {
        try (SegmentLog log = open()) {
            List<Long> locations = fillUpToSlot(log, 4);
            long inSlot2 = locations.stream()
                    .filter(l -> log.slotOf(l) == 2)
                    .findFirst()
                    .orElseThrow();
            log.garbage(inSlot2, RECORD_BYTES);
            assertEquals(2, log.reclaim(new DropAll()).slot());
            assertEquals(0, log.reclaim(new DropAll()).slot());
            assertEquals(1, log.reclaim(new DropAll()).slot());
        }
    }

    /** Checked by removal: if records to drop cost nothing, the oldest segment goes, with all it holds. */
    @Test
    void reclaim_ownerKeepsNothing_choosesGarbageThenOldest() throws IOException {
        try (SegmentLog log = open()) {
            List<Long> locations = fillUpToSlot(log, 4);
            locations.stream().filter(l -> log.slotOf(l) == 2).forEach(location -> log.garbage(location, RECORD_BYTES));
            DropAll cold = new DropAll() {
                @Override
                public double keptShare(int slot) {
                    return 0;
                }
            };
            assertEquals(2, log.reclaim(cold).slot());
            assertEquals(0, log.reclaim(cold).slot());
            assertEquals(1, log.reclaim(cold).slot());
        }
    }

    @Test
    void reclaim_ownerWantsLessOfOne_choosesThatOne() throws IOException {
        try (SegmentLog log = open()) {
            List<Long> locations = fillUpToSlot(log, 4);
            locations.stream()
                    .filter(l -> log.slotOf(l) == 1)
                    .limit(4)
                    .forEach(location -> log.garbage(location, RECORD_BYTES));
            DropAll picky = new DropAll() {
                @Override
                public double keptShare(int slot) {
                    return slot == 2 ? 0.2 : 1;
                }
            };
            assertEquals(2, log.reclaim(picky).slot());
            assertEquals(1, log.reclaim(picky).slot());
            assertEquals(0, log.reclaim(picky).slot());
        }
    }

    @Test
    void reclaim_readsASegmentInOneSequentialRead() throws IOException {
        try (SegmentLog log = open()) {
            fillUpToSlot(log, 1);
            log.flush();
            int before = storage.reads();
            ReclaimResult result = log.reclaim(new DropAll());
            assertEquals(ReclaimResult.Outcome.FREED, result.outcome());
            assertTrue(result.dropped() > 15);
            assertEquals(3, storage.reads() - before, "trailer, footer, segment");
        }
    }

    /** A cache does not read gigabytes of footers before it opens; a damaged one is noticed when it is read. */
    @Test
    void open_afterCrashWithDamagedFooterEntries_readsTheRecordsWhenTheyAreNeeded() throws IOException {
        int appended;
        int segmentBytes;
        try (SegmentLog log = open()) {
            appended = fillUpToSlot(log, 1).size() - 1;
            log.flush();
            segmentBytes = (int) log.stats().segmentBytes();
        }
        try (Device device = storage.open(SegmentHeaderDescriptor.fileName(0))) {
            ByteBuffer page = AlignedBuffers.allocate(Device.PAGE_BYTES);
            device.read(page, segmentBytes - Device.PAGE_BYTES);
            page.put(0, (byte) (page.get(0) ^ 1)).clear();
            device.write(page, segmentBytes - Device.PAGE_BYTES);
        }
        try (SegmentLog log = open()) {
            assertEquals(Recovery.State.CRASHED, log.recovery().state());
            assertEquals(1, log.recovery().rescanned(), "the last segment, which has no footer");
            ReclaimResult result = log.reclaim(new DropAll());
            assertEquals(ReclaimResult.Outcome.FREED_UNREAD, result.outcome());
            assertEquals(appended, result.dropped());
        }
    }

    /**
     * Checked by removal: without the check before the copy a damaged record has a valid checksum after it is copied.
     */
    @Test
    void reclaim_ofDamagedRecord_reportsItLost() throws IOException {
        try (SegmentLog log = open()) {
            List<Long> locations = fillUpToSlot(log, 1);
            log.flush();
            storage.afterRead(bytes -> {
                if (bytes.remaining() > 20_000) {
                    int at = bytes.position()
                            + Location.offset(locations.get(3))
                            - 4096
                            + 500; // from the second page on
                    bytes.put(at, (byte) (bytes.get(at) ^ 1));
                }
            });
            List<Long> lost = new ArrayList<>();
            ReclaimResult result = log.reclaim(new Reclaimer() {
                @Override
                public Verdict visit(RecordView record, long location) {
                    return Verdict.KEEP;
                }

                @Override
                public void moved(RecordView record, long from, long to) {
                    assertEquals(ReadStatus.OK, read(log, to));
                }

                @Override
                public void lost(long keyHash, long location) {
                    lost.add(location);
                }
            });
            assertEquals(List.of(locations.get(3)), lost);
            assertEquals(1, result.lost());
        }
    }

    /** Checked by removal: if it does not wait for the flusher, reclaim finds nothing in the segment. */
    @Test
    @Timeout(60)
    void reclaim_ofSegmentNotYetWritten_waitsForIt() throws Exception {
        ConcurrentLinkedQueue<Runnable> held = new ConcurrentLinkedQueue<>();
        SegmentLogOptions options = Records.TINY.withWriteBuffers(4096, 64).withFlushExecutor(held::add);
        Thread appender = Thread.currentThread();
        AtomicBoolean done = new AtomicBoolean();
        Thread flusher = new Thread(() -> {
            while (!done.get()) {
                boolean waiting = appender.getState() == Thread.State.WAITING;
                Runnable task = waiting ? held.poll() : null;
                if (task != null) {
                    task.run();
                }
                Thread.onSpinWait();
            }
        });
        SegmentLog log = SegmentLog.open(storage, options);
        try {
            int appended = fillUpToSlot(log, 1).size() - 1;
            flusher.start();
            assertEquals(appended, log.reclaim(new DropAll()).dropped());
            log.close();
        } finally {
            done.set(true);
            flusher.join();
        }
    }

    /** Checked by removal: if an unreadable slot counts as free, it is overwritten. */
    @Test
    void open_withUnreadableSlot_leavesItAlone() throws IOException {
        SegmentLog first = open();
        long location = fillUpToSlot(first, 1).get(0);
        first.cleanClose(NOTHING);
        storage.disturb(new HookStorage.Disturbance() {
            @Override
            public void beforeRead(String device) throws IOException {
                if (device.equals("segment-00000")) {
                    throw new IOException("Input/output error");
                }
            }
        });
        try (SegmentLog log = open()) {
            assertEquals(1, log.recovery().unreadable());
            assertEquals(SegmentState.RETIRED, log.segments().get(0).state());
            for (int i = 0; i < 500; i++) {
                if (log.needsReclaim()) {
                    log.reclaim(new DropAll());
                }
                append(log, i, 1000);
            }
        }
        storage.calm();
        try (SegmentLog log = open()) {
            assertEquals(ReadStatus.OK, read(log, location));
        }
    }

    @Test
    void append_withoutFreeSegment_isNoSpaceUntilReclaim() throws IOException {
        try (SegmentLog log = open()) {
            long location = 0;
            while (AppendStatus.of(location) == AppendStatus.OK) {
                location = append(log, 1, 1000);
            }
            assertEquals(AppendStatus.NO_SPACE, AppendStatus.of(location));
            assertTrue(log.needsReclaim());
            assertEquals(1, log.stats().freeSegments(), "kept for reclaim");
            log.reclaim(new DropAll());
            assertTrue(append(log, 1, 1000) > 0);
        }
    }

    @Test
    void append_ofTooLongRecordOrKey_isTooLarge() throws IOException {
        try (SegmentLog log = open()) {
            assertEquals(AppendStatus.TOO_LARGE, AppendStatus.of(append(log, 1, 20_000)));
            ByteBuffer key = ByteBuffer.allocate(65_536);
            assertEquals(AppendStatus.TOO_LARGE, AppendStatus.of(log.append(0, 0, 0, key, NOTHING)));
            assertTrue(append(log, 1, 20_000 - 48) > 0);
        }
    }

    @Test
    void append_byTwoThreadsAtOnce_isRefused() throws IOException {
        try (SegmentLog log = open()) {
            fillUpToSlot(log, 1);
            log.flush();
            storage.afterRead(bytes -> assertThrows(IllegalStateException.class, () -> append(log, 1, 10)));
            log.reclaim(new DropAll());
        }
    }

    @Test
    void clear_forgetsEverythingForGood() throws IOException {
        MemoryStorage memory = new MemoryStorage();
        long location;
        try (SegmentLog log = SegmentLog.open(memory, Records.TINY)) {
            location = append(log, 1, 1000);
            assertEquals(IoStatus.OK, log.clear(Records.key(9)));
            assertEquals(ReadStatus.NOT_FOUND, read(log, location));
        }
        try (SegmentLog log = SegmentLog.open(memory, Records.TINY)) {
            assertEquals(0, log.recovery().segments());
            assertEquals(9, log.recovery().ownerPayload().getLong());
            assertTrue(Location.sequence(append(log, 1, 10)) > Location.sequence(location));
        }
    }

    @Test
    void setLiveBytes_afterRecovery_makesTheRestGarbage() throws IOException {
        MemoryStorage memory = new MemoryStorage();
        SegmentLog first = SegmentLog.open(memory, Records.TINY);
        fillUpToSlot(first, 3);
        first.cleanClose(NOTHING);
        try (SegmentLog log = SegmentLog.open(memory, Records.TINY)) {
            for (int slot = 0; slot < 4; slot++) {
                log.setLiveBytes(slot, slot == 1 ? 0 : 20_000);
            }
            assertEquals(1, log.reclaim(new DropAll()).slot());
        }
    }

    @Test
    void open_withOtherSegmentSize_isRefused() throws IOException {
        MemoryStorage memory = new MemoryStorage();
        SegmentLog.open(memory, Records.TINY).close();
        SegmentLogOptions other = Records.TINY.withCapacityBytes(1 << 20).withSegments(64 << 10, 20_000);
        GeometryException error = assertThrows(GeometryException.class, () -> SegmentLog.open(memory, other));
        assertTrue(error.getMessage().contains("segment_size=32768"), error.getMessage());
        SegmentLog.format(memory);
        SegmentLog.open(memory, other).close();
    }

    @Test
    void close_twice_doesNothingMore() throws IOException {
        SegmentLog log = open();
        log.close();
        log.close();
        assertFalse(storage.names().isEmpty());
    }

    @Test
    void options_outOfRange_nameKeyValueAndRange() {
        SegmentLogOptions sound = SegmentLogOptions.ofCapacity(1L << 30);
        refused("size=1000, allowed 134217728 to", sound.withCapacityBytes(1000));
        refused("segment_size=536870912, allowed 16384 to 268435456", sound.withSegments(512 << 20, 1 << 20));
        refused("segment_size=20000, allowed", sound.withSegments(20_000, 4096));
        refused("max_record_size=33554432, allowed 4096 to", sound.withSegments(32 << 20, 32 << 20));
        refused("write_buffer_size=100, allowed 4096 to", sound.withWriteBuffers(100, 4));
        refused("write_buffers=1, allowed 2 to", sound.withWriteBuffers(4096, 1));
        refused("read_buffers=0, allowed 1 to", sound.withReadBuffers(0));
    }

    private static void refused(String message, SegmentLogOptions options) {
        IllegalArgumentException error = assertThrows(IllegalArgumentException.class, options::validate);
        assertTrue(error.getMessage().startsWith(message), error.getMessage());
    }
}
