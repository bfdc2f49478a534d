package org.ssdtier.segmentlog;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.ssdtier.segmentlog.device.BoundedRead;
import org.ssdtier.segmentlog.device.Device;
import org.ssdtier.segmentlog.format.RecordDescriptor;

/** The read path of a log, for any thread: no lock, no allocation, one copy at most. */
final class ReadPath {
    private static final int PAGE_BYTES = Device.PAGE_BYTES;

    private final int segmentBytes;
    private final SegmentTable table;
    private final WriteRing ring;
    private final LogCounters counters;

    ReadPath(int segmentBytes, SegmentTable table, WriteRing ring, LogCounters counters) {
        this.segmentBytes = segmentBytes;
        this.table = table;
        this.ring = ring;
        this.counters = counters;
    }

    /** Reads the record of a location; see {@link SegmentLog#read}. */
    ReadStatus read(long location, int lengthHintBytes, RecordReader into) {
        counters.reads.increment();
        into.deviceReads = 0;
        Segment segment = table.bySequence(Location.sequence(location));
        int offset = Location.offset(location);
        if (segment == null || offset < PAGE_BYTES || offset >= segmentBytes) {
            counters.notFound.increment();
            return ReadStatus.NOT_FOUND;
        }
        ReadStatus status = readOnce(segment, offset, lengthHintBytes, into);
        if (status != ReadStatus.OK && !isOver(status) && segment.live) {
            status = readOnce(segment, offset, lengthHintBytes, into);
        }
        if (isOver(status)) {
            return status;
        }
        if (!segment.live || (status == ReadStatus.CHECKSUM_ERROR && segment.failed)) {
            counters.notFound.increment();
            return ReadStatus.NOT_FOUND;
        }
        if (status == ReadStatus.CHECKSUM_ERROR) {
            counters.checksumErrors.increment();
        }
        return status;
    }

    /** Returns whether a second read would not help. */
    private static boolean isOver(ReadStatus status) {
        return status == ReadStatus.LATE || status == ReadStatus.REFUSED;
    }

    private ReadStatus readOnce(Segment segment, int offset, int lengthHintBytes, RecordReader into) {
        int inPage = offset % PAGE_BYTES;
        int start = offset - inPage;
        if (inPage > PAGE_BYTES - RecordDescriptor.HEADER_BYTES) {
            return ReadStatus.CHECKSUM_ERROR; // no record starts there, so append did not return this location
        }
        int bytes = (int) Math.min(segmentBytes - start, RecordDescriptor.spanBytes(offset, lengthHintBytes));
        ReadStatus filled = fill(segment, start, bytes, into);
        if (filled != ReadStatus.OK) {
            return filled;
        }
        RecordView view = into.record();
        if (!view.parseHeader(inPage, offset, segment.identity, segmentBytes)) {
            return ReadStatus.CHECKSUM_ERROR;
        }
        int needed = inPage + view.recordBytes();
        if (needed > bytes) {
            filled = fill(segment, start, RecordDescriptor.pageCeiling(needed), into);
            if (filled != ReadStatus.OK) {
                return filled;
            }
            if (!view.parseHeader(inPage, offset, segment.identity, segmentBytes)) {
                return ReadStatus.CHECKSUM_ERROR;
            }
        }
        return view.verifyBody() ? ReadStatus.OK : ReadStatus.CHECKSUM_ERROR;
    }

    /** Reads pages of a segment into the reader's buffer; bytes not yet on the device are copied from the ring. */
    private ReadStatus fill(Segment segment, int start, int bytes, RecordReader into) {
        assert start % PAGE_BYTES == 0 && start + bytes <= segmentBytes : "start=" + start + " bytes=" + bytes;
        ByteBuffer memory = into.ensure(bytes);
        if (memory == null) {
            return ReadStatus.REFUSED;
        }
        long position = segment.ringBase + start;
        int done = 0;
        while (done < bytes) {
            long flushed = ring.flushed();
            if (position + done < flushed) {
                int stretch = (int) Math.min(bytes - done, flushed - position - done);
                memory.limit(done + stretch).position(done);
                into.deviceReads++;
                ReadStatus read = readDevice(segment.device, start + done, memory, into);
                if (read != ReadStatus.OK) {
                    return read;
                }
                done += stretch;
            } else if (ring.copyOut(position + done, memory.clear(), done, bytes - done)) {
                counters.bufferReads.increment();
                done = bytes;
            }
        }
        return ReadStatus.OK;
    }

    private ReadStatus readDevice(Device device, long position, ByteBuffer memory, RecordReader into) {
        int wanted = memory.remaining();
        assert wanted > 0 && wanted % PAGE_BYTES == 0 : "bytes=" + wanted + " position=" + position;
        counters.deviceReads.increment();
        counters.bytesRead.add(wanted);
        try {
            int bytes = into.readDevice(device, memory, position);
            if (bytes == wanted) {
                return ReadStatus.OK;
            }
            if (bytes == BoundedRead.LATE) {
                return ReadStatus.LATE;
            }
        } catch (IOException e) {
            counters.failed("read of bytes=" + wanted + " offset=" + position, e);
        }
        counters.readErrors.increment();
        return ReadStatus.IO_ERROR;
    }
}
