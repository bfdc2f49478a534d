package org.ssdtier.segmentlog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ssdtier.segmentlog.device.MemoryStorage;
import org.ssdtier.segmentlog.format.RecordDescriptor;

/** Tests of damage to records that cross the boundary of a device page: they are missed, and the others are found. */
@Tag("crash")
class CrossingRecordsTest {
    private static final int PAGE = RecordDescriptor.PAGE_BYTES;
    private static final int SECTOR = 512;
    private static final String SEGMENT = "segment-00000";

    private final MemoryStorage storage = new MemoryStorage();
    private final Map<Long, Long> idByLocation = new HashMap<>();

    /** Writes records until the second segment begins, and leaves the log open. */
    private void write() throws IOException {
        try (SegmentLog log = SegmentLog.open(storage, Records.TINY)) {
            for (long id = 0; log.segments().get(1).state() == SegmentState.FREE; id++) {
                idByLocation.put(Records.append(log, id), id);
            }
        }
        idByLocation.keySet().removeIf(location -> Location.sequence(location) > 1);
    }

    private int start(long location) {
        return Location.offset(location);
    }

    private int end(long location) {
        int valueBytes = Records.value(idByLocation.get(location)).remaining();
        return start(location) + (int) RecordDescriptor.recordBytes(Long.BYTES, valueBytes);
    }

    private List<Long> crossing() {
        List<Long> crossing = idByLocation.keySet().stream()
                .filter(location -> start(location) % PAGE != 0 && start(location) / PAGE != (end(location) - 1) / PAGE)
                .sorted()
                .toList();
        assertTrue(crossing.size() > 3, "crossing=" + crossing.size());
        return crossing;
    }

    private MemoryStorage with(byte[] segment) throws IOException {
        MemoryStorage copy = new MemoryStorage();
        for (String name : storage.names()) {
            Copies.put(copy, name, name.equals(SEGMENT) ? segment : Copies.bytes(storage, name));
        }
        return copy;
    }

    /** Returns the content of the segment without its footer, as a power cut before the seal leaves it. */
    private byte[] unsealed() throws IOException {
        byte[] segment = Copies.bytes(storage, SEGMENT);
        Arrays.fill(segment, segment.length - PAGE, segment.length, (byte) 0);
        return segment;
    }

    /** Returns the locations in the first segment that are found after an opening, each checked. */
    private Set<Long> recovered(MemoryStorage left) throws IOException {
        Set<Long> found = new TreeSet<>();
        try (SegmentLog log = SegmentLog.open(left, Records.TINY);
                RecordReader reader = log.acquireReader()) {
            for (long location : idByLocation.keySet()) {
                if (log.read(location, end(location) - start(location), reader) == ReadStatus.OK) {
                    assertEquals(idByLocation.get(location), Records.check(reader.record()));
                    found.add(location);
                }
            }
            Set<Long> listed = new TreeSet<>();
            if (log.segments().get(0).state() == SegmentState.SEALED) {
                log.forEachFooterEntry(0, (hash, location, bytes) -> listed.add(location));
            }
            assertTrue(found.isEmpty() || listed.containsAll(found), "the scan missed a record that can be read");
        }
        return found;
    }

    /** Returns the locations whose records have no byte in a range of the segment. */
    private Set<Long> outside(int from, int to) {
        Set<Long> outside = new TreeSet<>(idByLocation.keySet());
        outside.removeIf(location -> start(location) < to && end(location) > from);
        return outside;
    }

    /**
     * Every sector of every page that a crossing record ends on is lost once. Checked by removal: if the checksum covers
     * the first page of a record only, wrong bytes are returned; if the scan continues on the next page after a lost
     * header, the records behind it are missing.
     */
    @ParameterizedTest
    @ValueSource(bytes = {0, 0x5A})
    void recover_withTornSecondPage_missesOnlyTheRecordsOnTheLostSectors(byte garbage) throws IOException {
        write();
        for (long location : crossing()) {
            for (int at = end(location) / PAGE * PAGE; at < end(location); at += SECTOR) {
                byte[] torn = unsealed();
                int to = end(location) / PAGE * PAGE + PAGE;
                Arrays.fill(torn, at, to, garbage);
                assertEquals(outside(at, to), recovered(with(torn)), "location=" + location + " from=" + at);
            }
        }
    }

    @Test
    void recover_withLostFirstPage_findsTheRecordsBehindOnTheSecondPage() throws IOException {
        write();
        for (long location : crossing()) {
            byte[] lost = unsealed();
            int from = start(location) / PAGE * PAGE;
            Arrays.fill(lost, from, from + PAGE, (byte) 0);
            assertEquals(outside(from, from + PAGE), recovered(with(lost)), "location=" + location);
        }
    }

    @Test
    void recover_ofSegmentCutBetweenThePages_findsTheRecordsBefore() throws IOException {
        write();
        for (long location : crossing()) {
            int cut = (start(location) / PAGE + 1) * PAGE;
            byte[] left = Arrays.copyOf(unsealed(), cut);
            Set<Long> found = recovered(with(left));
            assertEquals(outside(cut, Records.TINY.segmentBytes()), found, "location=" + location);
            assertTrue(!found.contains(location), "half a record");
        }
    }

    @Test
    void read_ofSegmentCutBetweenThePages_isAStatusAndCounted() throws IOException {
        write();
        long location = crossing().get(1);
        try (SegmentLog log = SegmentLog.open(storage, Records.TINY);
                RecordReader reader = log.acquireReader()) {
            byte[] left = Arrays.copyOf(unsealed(), (start(location) / PAGE + 1) * PAGE);
            storage.open(SEGMENT).discard();
            Copies.put(storage, SEGMENT, left);
            assertEquals(ReadStatus.IO_ERROR, log.read(location, end(location) - start(location), reader));
            assertTrue(log.stats().failures().readErrors() > 0);
        }
    }

    @Test
    void read_withDamagedSecondPage_isAChecksumErrorAndCounted() throws IOException {
        write();
        long location = crossing().get(2);
        try (SegmentLog log = SegmentLog.open(storage, Records.TINY);
                RecordReader reader = log.acquireReader()) {
            Copies.flip(storage, SEGMENT, 8L * (end(location) - 1) + 3);
            assertEquals(ReadStatus.CHECKSUM_ERROR, log.read(location, end(location) - start(location), reader));
            assertEquals(ReadStatus.CHECKSUM_ERROR, log.read(location, 0, reader));
            assertEquals(2, log.stats().failures().checksumErrors());
        }
    }

    /** While its first page is on the device and its second in the write ring, a record is read from both. */
    @Test
    void read_ofRecordHalfWritten_isOneReadAndTheRing() throws IOException {
        try (SegmentLog log = SegmentLog.open(storage, Records.TINY);
                RecordReader reader = log.acquireReader()) {
            long first = log.append(0, 0, 1, Records.key(1), ByteBuffer.allocate(3000));
            long second = log.append(0, 0, 2, Records.key(2), ByteBuffer.allocate(3000));
            assertEquals(start(first) / PAGE, start(second) / PAGE);
            assertEquals(ReadStatus.OK, log.read(second, 3048, reader));
            assertEquals(2, reader.record().key().getLong());
            assertEquals(1, reader.deviceReads());
        }
    }

    /**
     * The value imitates a record at its own place, without the salt. Checked by removal: without the salt the imitation
     * is found after the header in front of it is damaged, and so it is here in a log whose salt is 0.
     */
    @Test
    void recover_ofValueThatImitatesARecord_doesNotFindIt() throws IOException {
        assertEquals(1, recoveredOfImitation(0));
        assertEquals(0, recoveredOfImitation(0x0123456789ABCDEFL));
    }

    private static int recoveredOfImitation(long instanceId) throws IOException {
        SegmentLogOptions options = Records.TINY.withInstanceIds(() -> instanceId);
        MemoryStorage memory = new MemoryStorage();
        try (SegmentLog log = SegmentLog.open(memory, options)) {
            long location = log.append(0, 0, 1, Records.key(1), imitation(1, PAGE + 48));
            assertEquals(Location.of(1, PAGE), location);
        }
        Copies.flip(memory, SEGMENT, 8L * (PAGE + RecordDescriptor.GENERATION_OFFSET));
        List<Long> found = new ArrayList<>();
        SegmentLogScan.run(memory, new RecordVisitor() {
            @Override
            public void valid(RecordView record) {
                found.add(record.location());
            }

            @Override
            public void damaged(long location, int recordBytes) {}
        });
        return found.size();
    }

    private static ByteBuffer imitation(int sequence, int offset) {
        ByteBuffer record =
                ByteBuffer.allocate(RecordDescriptor.HEADER_BYTES + 24).order(ByteOrder.LITTLE_ENDIAN);
        record.put(RecordDescriptor.MAGIC_OFFSET, RecordDescriptor.MAGIC);
        record.put(RecordDescriptor.VERSION_OFFSET, RecordDescriptor.VERSION);
        record.putInt(RecordDescriptor.SEQUENCE_OFFSET, sequence);
        record.putInt(RecordDescriptor.RECORD_OFFSET_OFFSET, offset);
        record.putInt(RecordDescriptor.VALUE_BYTES_OFFSET, 16);
        record.putShort(RecordDescriptor.KEY_BYTES_OFFSET, (short) 8);
        CRC32C crc = new CRC32C();
        crc.update(record.array(), 0, RecordDescriptor.HEADER_CHECKSUM_OFFSET);
        record.putInt(RecordDescriptor.HEADER_CHECKSUM_OFFSET, (int) crc.getValue());
        crc.update(record.array(), RecordDescriptor.HEADER_BYTES, 24);
        record.putInt(RecordDescriptor.RECORD_CHECKSUM_OFFSET, (int) crc.getValue());
        return record;
    }
}
