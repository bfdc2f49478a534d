package org.ssdtier.segmentlog;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.ssdtier.segmentlog.device.AlignedBuffers;
import org.ssdtier.segmentlog.device.Device;
import org.ssdtier.segmentlog.format.RecordDescriptor;
import org.ssdtier.segmentlog.format.SegmentHeaderDescriptor;
import org.ssdtier.segmentlog.format.SegmentIdentity;

/**
 * The appender of a log: activates a free slot, writes records to it, and seals it with a footer. Used by the
 * appending thread only.
 */
final class SegmentAppender {
    private static final int PAGE_BYTES = Device.PAGE_BYTES;

    private final SegmentLogOptions options;
    private final SegmentTable table;
    private final SequenceSource sequences;
    private final WriteRing ring;
    private final LogCounters counters;
    private final CRC32C crc = new CRC32C();
    private final ByteBuffer header =
            ByteBuffer.allocateDirect(RecordDescriptor.HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private final ByteBuffer headerPage = AlignedBuffers.allocate(PAGE_BYTES);
    private final Footer footer = new Footer();
    private @Nullable Segment active;

    SegmentAppender(
            SegmentLogOptions options,
            SegmentTable table,
            SequenceSource sequences,
            WriteRing ring,
            LogCounters counters) {
        this.options = options;
        this.table = table;
        this.sequences = sequences;
        this.ring = ring;
        this.counters = counters;
    }

    /** A record to append. Key and value are read from position to limit, which stay unchanged. */
    record Entry(int generation, int flags, long keyHash, ByteBuffer key, ByteBuffer value) {}

    /**
     * Appends a record.
     *
     * @param kept number of free slots that must stay free: 1 for an append, 0 for reclaim
     * @return the location, or the code of an {@link AppendStatus}
     */
    long append(Entry entry, int kept) {
        int keyBytes = entry.key().remaining();
        long longBytes = RecordDescriptor.recordBytes(keyBytes, entry.value().remaining());
        if (longBytes > options.maxRecordBytes() || keyBytes > RecordDescriptor.MAX_KEY_BYTES) {
            return AppendStatus.TOO_LARGE.code();
        }
        int recordBytes = (int) longBytes;
        Segment segment = active;
        if (segment != null && segment.failed) {
            seal();
            return AppendStatus.IO_ERROR.code();
        }
        if (segment == null || !fits(segment, recordBytes)) {
            AppendStatus status = activateNext(kept);
            if (status != AppendStatus.OK) {
                return status.code();
            }
            segment = active;
            assert segment != null;
        }
        return put(segment, entry, recordBytes);
    }

    private boolean fits(Segment segment, int recordBytes) {
        long end = (long) RecordDescriptor.place(segment.tail, recordBytes) + RecordDescriptor.paddedBytes(recordBytes);
        return footer.leavesRoom(end, options.segmentBytes());
    }

    private long put(Segment segment, Entry entry, int recordBytes) {
        int offset = RecordDescriptor.place(segment.tail, recordBytes);
        int padded = RecordDescriptor.paddedBytes(recordBytes);
        assert segment.state == SegmentState.ACTIVE : "slot=" + segment.slot + " state=" + segment.state;
        assert ring.tail() == segment.ringBase + segment.tail : misplaced(segment);
        assert offset >= segment.tail && offset % RecordDescriptor.ALIGNMENT_BYTES == 0 : "offset=" + offset;
        assert footer.leavesRoom((long) offset + padded, options.segmentBytes()) : "end=" + (offset + padded);
        ring.putZeros(offset - segment.tail);
        encodeHeader(segment.identity, offset, entry);
        ring.put(header, 0, RecordDescriptor.HEADER_BYTES);
        ring.put(entry.key(), entry.key().position(), entry.key().remaining());
        ring.put(entry.value(), entry.value().position(), entry.value().remaining());
        ring.putZeros(padded - recordBytes);
        segment.tail = offset + padded;
        assert ring.tail() == segment.ringBase + segment.tail : misplaced(segment);
        footer.add(entry.keyHash(), offset, recordBytes);
        segment.records = footer.count();
        counters.appends.increment();
        counters.appendedBytes.add(recordBytes);
        return Location.of(segment.sequence, offset);
    }

    private String misplaced(Segment segment) {
        return "ring position=" + ring.tail() + " base=" + segment.ringBase + " segment tail=" + segment.tail;
    }

    private void encodeHeader(SegmentIdentity segment, int offset, Entry entry) {
        assert segment.recordVersion() == RecordDescriptor.VERSION : "record version=" + segment.recordVersion();
        header.put(RecordDescriptor.MAGIC_OFFSET, RecordDescriptor.MAGIC);
        header.put(RecordDescriptor.VERSION_OFFSET, RecordDescriptor.VERSION);
        header.putShort(RecordDescriptor.FLAGS_OFFSET, (short) entry.flags());
        header.putInt(RecordDescriptor.SEQUENCE_OFFSET, segment.sequence());
        header.putInt(RecordDescriptor.RECORD_OFFSET_OFFSET, offset);
        header.putInt(RecordDescriptor.GENERATION_OFFSET, entry.generation());
        header.putLong(RecordDescriptor.KEY_HASH_OFFSET, entry.keyHash());
        header.putInt(RecordDescriptor.VALUE_BYTES_OFFSET, entry.value().remaining());
        header.putShort(RecordDescriptor.KEY_BYTES_OFFSET, (short) entry.key().remaining());
        crc.reset();
        crc.update(header.limit(RecordDescriptor.HEADER_CHECKSUM_OFFSET).position(0));
        header.clear().putInt(RecordDescriptor.HEADER_CHECKSUM_OFFSET, (int) crc.getValue() ^ segment.salt());
        crc.update(entry.key().duplicate());
        crc.update(entry.value().duplicate());
        header.putInt(RecordDescriptor.RECORD_CHECKSUM_OFFSET, (int) crc.getValue());
    }

    private AppendStatus activateNext(int kept) {
        if (table.freeCount() <= kept) {
            return AppendStatus.NO_SPACE;
        }
        int sequence;
        try {
            sequence = sequences.take();
        } catch (IOException e) {
            counters.writeErrors.increment();
            counters.failed("write of the manifest", e);
            return AppendStatus.IO_ERROR;
        }
        if (sequence == 0) {
            return AppendStatus.NO_SPACE;
        }
        seal();
        int slot = table.takeFree();
        Device device = table.device(slot);
        SegmentHeaderDescriptor.Fields fields = new SegmentHeaderDescriptor.Fields(
                true, sequences.instanceId(), sequence, slot, options.segmentBytes());
        Segment segment = new Segment(slot, fields.identity(), device, ring.tail());
        ring.open(segment, 0);
        SegmentHeaderDescriptor.encode(headerPage.clear(), fields);
        ring.put(headerPage, 0, PAGE_BYTES);
        segment.tail = SegmentHeaderDescriptor.LENGTH_BYTES;
        active = segment;
        table.activate(segment);
        return AppendStatus.OK;
    }

    /**
     * Seals the active segment, if any: makes it read-only and writes its footer, unless a write or force of it has
     * failed.
     */
    void seal() {
        Segment segment = active;
        if (segment == null) {
            return;
        }
        assert segment.state == SegmentState.ACTIVE : "slot=" + segment.slot + " state=" + segment.state;
        assert footer.count() == segment.records : "entries=" + footer.count() + " records=" + segment.records;
        if (options.files().eraseUnitBytes() > 0) {
            fillGap(segment);
        }
        ring.close();
        if (!segment.failed) {
            ring.open(segment, options.segmentBytes() - footer.footerBytes());
            try {
                footer.encode(segment.identity, segment.tail, page -> ring.put(page, 0, PAGE_BYTES));
            } catch (IOException e) {
                throw new AssertionError("the ring does not throw", e);
            }
            ring.close();
        }
        footer.clear();
        segment.ringEnd = ring.tail();
        segment.state = SegmentState.SEALED;
        active = null;
    }

    /**
     * Writes the gap between the records and the footer of a full segment, so that every segment is the same number of
     * bytes in the drive's stream of writes. The gap of a segment that is sealed early is left.
     */
    private void fillGap(Segment segment) {
        int gapBytes = (int) (options.segmentBytes() - footer.footerBytes() - segment.tail);
        if (gapBytes <= options.maxRecordBytes() + PAGE_BYTES) {
            ring.putZeros(gapBytes);
        }
    }

    /** Pads the active segment to a whole page, as a flush of the ring does. */
    void padActive() {
        Segment segment = active;
        if (segment != null) {
            segment.tail = RecordDescriptor.pageCeiling(segment.tail);
        }
    }

    /** Marks the slot of a segment as free, so that the segment does not reappear when the log is opened again. */
    void writeFreeHeader(Segment segment) {
        SegmentHeaderDescriptor.encode(
                headerPage.clear(),
                new SegmentHeaderDescriptor.Fields(
                        false, sequences.instanceId(), segment.sequence, segment.slot, options.segmentBytes()));
        try {
            segment.device.write(headerPage, 0);
        } catch (IOException e) {
            counters.writeErrors.increment(); // the segment may reappear: its records are valid, but no longer wanted
        }
    }

    @Nullable
    Segment active() {
        return active;
    }
}
