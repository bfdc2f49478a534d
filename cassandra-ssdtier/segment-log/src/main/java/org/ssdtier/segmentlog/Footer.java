package org.ssdtier.segmentlog;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.ssdtier.segmentlog.device.AlignedBuffers;
import org.ssdtier.segmentlog.device.Device;
import org.ssdtier.segmentlog.format.FooterDescriptor;
import org.ssdtier.segmentlog.format.FormatException;
import org.ssdtier.segmentlog.format.HeaderDescriptor;
import org.ssdtier.segmentlog.format.RecordDescriptor;
import org.ssdtier.segmentlog.format.SegmentHeaderDescriptor;
import org.ssdtier.segmentlog.format.SegmentIdentity;

/** The list of a segment's records, collected while the segment is written or read from its end. */
final class Footer {
    private static final int PAGE_BYTES = Device.PAGE_BYTES;
    private static final int INITIAL_ENTRIES = 1024;

    private final ByteBuffer encoded =
            ByteBuffer.allocate(FooterDescriptor.MAX_ENTRY_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private long[] keyHashes = new long[INITIAL_ENTRIES];
    private long[] places = new long[INITIAL_ENTRIES];
    private int count;
    /** Length of the entries, as they are written. */
    private int entriesBytes;
    /** Offset where the last record ends, with its padding. */
    private int endOffset = PAGE_BYTES;

    void clear() {
        count = 0;
        entriesBytes = 0;
        endOffset = PAGE_BYTES;
    }

    /** Adds a record, which must begin where the one before it ends, or later. */
    void add(long keyHash, int offset, int recordBytes) {
        assert offset >= endOffset && offset % RecordDescriptor.ALIGNMENT_BYTES == 0
                : "offset=" + offset + " end before it=" + endOffset;
        assert recordBytes >= RecordDescriptor.HEADER_BYTES : "record bytes=" + recordBytes;
        if (count == keyHashes.length) {
            keyHashes = Arrays.copyOf(keyHashes, 2 * count);
            places = Arrays.copyOf(places, 2 * count);
        }
        keyHashes[count] = keyHash;
        places[count] = (long) recordBytes << 32 | offset;
        count++;
        entriesBytes += FooterDescriptor.entryBytes(offset - endOffset, recordBytes);
        endOffset = offset + RecordDescriptor.paddedBytes(recordBytes);
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
    boolean leavesRoom(long end, long segmentBytes) {
        return end + FooterDescriptor.footerBytes(entriesBytes + FooterDescriptor.MAX_ENTRY_BYTES) <= segmentBytes;
    }

    long footerBytes() {
        return FooterDescriptor.footerBytes(entriesBytes);
    }

    /** A receiver of the footer's pages, in device order, ending with the page of the trailer. */
    interface PageSink {
        void page(ByteBuffer page) throws IOException;
    }

    /** Writes the footer of a segment, whose records end at the given offset, to a sink, page by page. */
    void encode(SegmentIdentity segment, int tail, PageSink sink) throws IOException {
        ByteBuffer page = AlignedBuffers.allocate(PAGE_BYTES);
        CRC32C crc = new CRC32C();
        int end = PAGE_BYTES;
        for (int entry = 0; entry < count; entry++) {
            encoded.clear().putLong(keyHashes[entry]);
            FooterDescriptor.putPlace(encoded, offset(entry) - end, recordBytes(entry));
            end = offset(entry) + RecordDescriptor.paddedBytes(recordBytes(entry));
            crc.update(encoded.flip());
            append(encoded.rewind(), page, sink);
        }
        if (page.remaining() < FooterDescriptor.TRAILER_BYTES) {
            emit(page, sink);
        }
        FooterDescriptor.Trailer trailer = new FooterDescriptor.Trailer(
                HeaderDescriptor.FORMAT_VERSION, segment, count, entriesBytes, tail, (int) crc.getValue());
        FooterDescriptor.encode(page, PAGE_BYTES - FooterDescriptor.TRAILER_BYTES, trailer);
        emit(page, sink);
    }

    private static void append(ByteBuffer entry, ByteBuffer page, PageSink sink) throws IOException {
        while (entry.hasRemaining()) {
            int bytes = Math.min(entry.remaining(), page.remaining());
            page.put(page.position(), entry, entry.position(), bytes).position(page.position() + bytes);
            entry.position(entry.position() + bytes);
            if (!page.hasRemaining()) {
                emit(page, sink);
            }
        }
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
        if (trailer.entryCount() < 0
                || trailer.entriesBytes() < 0
                || trailer.endOffset() < PAGE_BYTES
                || trailer.endOffset() + FooterDescriptor.footerBytes(trailer.entriesBytes()) > segmentBytes) {
            throw new FormatException.Corrupt(what + ": entry count=" + trailer.entryCount() + " entries bytes="
                    + trailer.entriesBytes() + " end offset=" + trailer.endOffset() + " do not fit into segment bytes="
                    + segmentBytes);
        }
        return trailer;
    }

    /** Reads all entries of a segment file into this footer. */
    void read(Device device, FooterDescriptor.Trailer trailer, long segmentBytes, String what) throws IOException {
        int bytes = Math.toIntExact(FooterDescriptor.footerBytes(trailer.entriesBytes()));
        ByteBuffer pages = readPages(device, segmentBytes - bytes, bytes, what);
        FooterDescriptor.checkEntries(pages, trailer, what);
        pages.limit(trailer.entriesBytes());
        clear();
        for (int entry = 0; entry < trailer.entryCount(); entry++) {
            if (pages.remaining() < Long.BYTES + 1) {
                throw new FormatException.Corrupt(what + ": entries end after " + entry);
            }
            long keyHash = pages.getLong();
            int offset;
            int recordBytes;
            if (trailer.version() == 1) {
                offset = pages.getInt();
                recordBytes = pages.getInt();
            } else {
                int length = FooterDescriptor.getNumber(pages, what);
                int gap = (length & 1) == 0 ? 0 : FooterDescriptor.getNumber(pages, what);
                offset = endOffset + gap * RecordDescriptor.ALIGNMENT_BYTES;
                recordBytes = length >>> 1;
            }
            check(offset, recordBytes, trailer.endOffset(), what + ": entry=" + entry);
            add(keyHash, offset, recordBytes);
        }
    }

    private void check(int offset, int recordBytes, int most, String what) throws FormatException.Corrupt {
        if (offset < endOffset
                || offset % RecordDescriptor.ALIGNMENT_BYTES != 0
                || recordBytes < RecordDescriptor.HEADER_BYTES
                || (long) offset + recordBytes > most) {
            throw new FormatException.Corrupt(what + " offset=" + offset + " bytes=" + recordBytes + ", allowed within "
                    + endOffset + " to " + most);
        }
    }

    /**
     * Reads the footer of a sealed segment into this one; returns whether it exists, belongs to the segment and is
     * valid.
     */
    boolean readOf(Segment segment, long segmentBytes) {
        String what = SegmentHeaderDescriptor.fileName(segment.slot);
        try {
            FooterDescriptor.Trailer trailer = readTrailer(segment.device, segmentBytes, what);
            if (!trailer.segment().equals(segment.identity)) {
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
