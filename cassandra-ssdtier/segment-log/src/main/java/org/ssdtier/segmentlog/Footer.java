package org.ssdtier.segmentlog;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.ssdtier.segmentlog.device.AlignedBuffers;
import org.ssdtier.segmentlog.device.Device;
import org.ssdtier.segmentlog.format.FooterDescriptor;
import org.ssdtier.segmentlog.format.FormatException;
import org.ssdtier.segmentlog.format.RecordDescriptor;
import org.ssdtier.segmentlog.format.SegmentHeaderDescriptor;

/** The list of a segment's records, collected while the segment is written or read from its end. */
final class Footer {
    private static final int PAGE_BYTES = Device.PAGE_BYTES;
    private static final int INITIAL_ENTRIES = 1024;

    private long[] keyHashes = new long[INITIAL_ENTRIES];
    private long[] places = new long[INITIAL_ENTRIES];
    private int count;

    void clear() {
        count = 0;
    }

    void add(long keyHash, int offset, int recordBytes) {
        assert offset >= PAGE_BYTES && offset % RecordDescriptor.ALIGNMENT_BYTES == 0 : "offset=" + offset;
        assert recordBytes >= RecordDescriptor.HEADER_BYTES : "record bytes=" + recordBytes;
        if (count == keyHashes.length) {
            keyHashes = Arrays.copyOf(keyHashes, 2 * count);
            places = Arrays.copyOf(places, 2 * count);
        }
        keyHashes[count] = keyHash;
        places[count] = (long) recordBytes << 32 | offset;
        count++;
    }

    int count() {
        return count;
    }

    long keyHash(int entry) {
        assert entry < count : "entry=" + entry + " of " + count;
        return keyHashes[entry];
    }

    int offset(int entry) {
        assert entry < count : "entry=" + entry + " of " + count;
        return (int) places[entry];
    }

    int recordBytes(int entry) {
        assert entry < count : "entry=" + entry + " of " + count;
        return (int) (places[entry] >>> 32);
    }

    /** Returns whether a segment has room for one more record, which ends at the given offset, and for the footer. */
    boolean leavesRoom(long endOffset, long segmentBytes) {
        return endOffset + FooterDescriptor.footerBytes(count + 1) <= segmentBytes;
    }

    long footerBytes() {
        return FooterDescriptor.footerBytes(count);
    }

    /** A receiver of the footer's pages, in device order, ending with the page of the trailer. */
    interface PageSink {
        void page(ByteBuffer page) throws IOException;
    }

    /** Writes the footer to a sink, page by page. */
    void encode(long instanceId, int sequence, int endOffset, PageSink sink) throws IOException {
        ByteBuffer page = AlignedBuffers.allocate(PAGE_BYTES);
        CRC32C crc = new CRC32C();
        for (int entry = 0; entry < count; entry++) {
            int at = page.position();
            page.putLong(keyHashes[entry]).putInt(offset(entry)).putInt(recordBytes(entry));
            crc.update(page.duplicate().flip().position(at));
            if (!page.hasRemaining()) {
                emit(page, sink);
            }
        }
        if (page.remaining() < FooterDescriptor.TRAILER_BYTES) {
            emit(page, sink);
        }
        FooterDescriptor.encode(
                page,
                PAGE_BYTES - FooterDescriptor.TRAILER_BYTES,
                new FooterDescriptor.Trailer(instanceId, sequence, count, endOffset, (int) crc.getValue()));
        emit(page, sink);
    }

    private static void emit(ByteBuffer page, PageSink sink) throws IOException {
        page.clear();
        sink.page(page);
        page.clear();
        while (page.hasRemaining()) {
            page.putLong(0);
        }
        page.clear();
    }

    /** Reads the trailer of a segment file. */
    static FooterDescriptor.Trailer readTrailer(Device device, long segmentBytes, String what) throws IOException {
        ByteBuffer page = readPages(device, segmentBytes - PAGE_BYTES, PAGE_BYTES, what);
        FooterDescriptor.Trailer trailer =
                FooterDescriptor.decode(page, PAGE_BYTES - FooterDescriptor.TRAILER_BYTES, what);
        long room = segmentBytes - PAGE_BYTES;
        if (trailer.entryCount() < 0
                || trailer.endOffset() < 0
                || trailer.endOffset() + FooterDescriptor.footerBytes(trailer.entryCount()) > segmentBytes
                || FooterDescriptor.footerBytes(trailer.entryCount()) > room) {
            throw new FormatException.Corrupt(what + ": entry count=" + trailer.entryCount() + " end offset="
                    + trailer.endOffset() + " do not fit into segment bytes=" + segmentBytes);
        }
        return trailer;
    }

    /** Reads all entries of a segment file into this footer. */
    void read(Device device, FooterDescriptor.Trailer trailer, long segmentBytes, String what) throws IOException {
        int bytes = Math.toIntExact(FooterDescriptor.footerBytes(trailer.entryCount()));
        ByteBuffer pages = readPages(device, segmentBytes - bytes, bytes, what);
        FooterDescriptor.checkEntries(pages, trailer, what);
        clear();
        for (int entry = 0; entry < trailer.entryCount(); entry++) {
            int at = entry * FooterDescriptor.ENTRY_BYTES;
            int offset = pages.getInt(at + FooterDescriptor.ENTRY_RECORD_OFFSET_OFFSET);
            int recordBytes = pages.getInt(at + FooterDescriptor.ENTRY_RECORD_BYTES_OFFSET);
            if (offset < PAGE_BYTES
                    || offset % RecordDescriptor.ALIGNMENT_BYTES != 0
                    || recordBytes < RecordDescriptor.HEADER_BYTES
                    || (long) offset + recordBytes > trailer.endOffset()) {
                throw new FormatException.Corrupt(what + ": entry=" + entry + " offset=" + offset + " bytes="
                        + recordBytes + ", allowed within 4096 to " + trailer.endOffset());
            }
            add(pages.getLong(at + FooterDescriptor.ENTRY_KEY_HASH_OFFSET), offset, recordBytes);
        }
    }

    /**
     * Reads the footer of a sealed segment into this one; returns whether it exists, belongs to the segment and is
     * valid.
     */
    boolean readOf(Segment segment, long instanceId, long segmentBytes) {
        String what = SegmentHeaderDescriptor.fileName(segment.slot);
        try {
            FooterDescriptor.Trailer trailer = readTrailer(segment.device, segmentBytes, what);
            if (trailer.instanceId() != instanceId || trailer.sequence() != segment.sequence) {
                return false;
            }
            read(segment.device, trailer, segmentBytes, what);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static ByteBuffer readPages(Device device, long offset, int bytes, String what) throws IOException {
        ByteBuffer pages = AlignedBuffers.allocate(bytes);
        if (device.read(pages, offset) < bytes) {
            throw new FormatException.Corrupt(what + ": ends before offset=" + (offset + bytes));
        }
        return pages.clear();
    }
}
