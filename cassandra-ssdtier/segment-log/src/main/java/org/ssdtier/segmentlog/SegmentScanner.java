package org.ssdtier.segmentlog;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.ssdtier.segmentlog.device.AlignedBuffers;
import org.ssdtier.segmentlog.device.Device;
import org.ssdtier.segmentlog.device.MemoryDevice;
import org.ssdtier.segmentlog.format.RecordDescriptor;
import org.ssdtier.segmentlog.format.SegmentIdentity;

/**
 * A scanner of the records of a segment, with one sequential read.
 *
 * <p>It reads through a window of a few MiB that slides forward over the segment. A window that cannot be read is tried
 * once more. After that only the pages of the requested record are read, so a bad sector costs only the records on it.
 * After {@link #MAX_ERRORS} errors nothing more is read.
 */
final class SegmentScanner {
    static final int WINDOW_BYTES = 4 << 20;

    private static final int PAGE_BYTES = Device.PAGE_BYTES;
    private static final int MAX_ERRORS = 64;
    private static final Device NO_DEVICE = new MemoryDevice();
    private static final SegmentIdentity NO_SEGMENT = new SegmentIdentity(0, 0, RecordDescriptor.VERSION);

    private final int segmentBytes;
    private final ByteBuffer window;
    private final RecordView view = new RecordView();
    private Device device = NO_DEVICE;
    private SegmentIdentity segment = NO_SEGMENT;
    private int windowStart;
    private int windowEnd;
    private int errors;
    private long bytesRead;

    SegmentScanner(int segmentBytes, int maxRecordBytes) {
        this.segmentBytes = segmentBytes;
        long longest = RecordDescriptor.pageCeiling(maxRecordBytes) + (long) PAGE_BYTES;
        window = AlignedBuffers.allocate((int) Math.min(segmentBytes, Math.max(WINDOW_BYTES, longest)));
        view.attach(window);
    }

    /** Starts with another segment. */
    void start(Device segmentDevice, SegmentIdentity identity) {
        device = segmentDevice;
        segment = identity;
        windowStart = 0;
        windowEnd = 0;
        errors = 0;
        bytesRead = 0;
    }

    /** Returns the number of failed reads since {@link #start}. */
    int errors() {
        return errors;
    }

    /** Returns the number of bytes read since {@link #start}. */
    long bytesRead() {
        return bytesRead;
    }

    /**
     * Returns the record at an offset, or null if there is no valid one. The result can be used until the next call.
     */
    @Nullable
    RecordView record(int offset) {
        return header(offset) && view.verifyBody() ? view : null;
    }

    /** Visits every record that can be found without a footer. */
    void scan(RecordVisitor visitor) {
        int offset = PAGE_BYTES;
        while (offset + RecordDescriptor.HEADER_BYTES <= segmentBytes) {
            if (!holdsHeader(offset) || !header(offset)) {
                offset = next(offset);
                continue;
            }
            int recordBytes = view.recordBytes();
            if (view.verifyBody()) {
                visitor.valid(view);
            } else {
                visitor.damaged(view.location(), recordBytes);
            }
            offset += RecordDescriptor.paddedBytes(recordBytes);
        }
    }

    private static boolean holdsHeader(int offset) {
        return PAGE_BYTES - offset % PAGE_BYTES >= RecordDescriptor.HEADER_BYTES;
    }

    /**
     * Returns the offset of the next header on the page of an offset, or the next page. The records that follow a lost
     * one begin anywhere; what else looks like a header has another salt.
     */
    private int next(int offset) {
        int pageEnd = RecordDescriptor.pageCeiling(offset + 1);
        boolean isRead = offset >= windowStart && pageEnd <= windowEnd;
        for (int at = offset + RecordDescriptor.ALIGNMENT_BYTES; isRead && at < pageEnd && holdsHeader(at); ) {
            if (parse(at)) {
                return at;
            }
            at += RecordDescriptor.ALIGNMENT_BYTES;
        }
        return pageEnd;
    }

    /** Adds every valid record that can be found to a footer; returns the offset where the last of them ends. */
    int collect(Footer footer) {
        int[] end = {PAGE_BYTES};
        scan(new RecordVisitor() {
            @Override
            public void valid(RecordView record) {
                int offset = Location.offset(record.location());
                footer.add(record.keyHash(), offset, record.recordBytes());
                end[0] = offset + RecordDescriptor.paddedBytes(record.recordBytes());
            }

            @Override
            public void damaged(long location, int recordBytes) {}
        });
        return end[0];
    }

    /** Parses the header at an offset and slides the window over the whole record. */
    private boolean header(int offset) {
        if (!cover(offset, RecordDescriptor.HEADER_BYTES) || !parse(offset)) {
            return false;
        }
        return cover(offset, view.recordBytes()) && parse(offset);
    }

    private boolean parse(int offset) {
        return view.parseHeader(offset - windowStart, offset, segment, segmentBytes);
    }

    private boolean cover(int offset, int bytes) {
        if (offset >= windowStart && (long) offset + bytes <= windowEnd) {
            return true;
        }
        if ((long) offset + bytes > segmentBytes) {
            return false;
        }
        int start = offset - offset % PAGE_BYTES;
        if (slide(start, Math.min(window.capacity(), segmentBytes - start))) {
            return (long) offset + bytes <= windowEnd;
        }
        int needed = RecordDescriptor.pageCeiling(offset + bytes) - start;
        return needed <= window.capacity() && slide(start, needed) && (long) offset + bytes <= windowEnd;
    }

    private boolean slide(int start, int bytes) {
        assert start % PAGE_BYTES == 0 : "start=" + start;
        assert bytes <= window.capacity() && start + bytes <= segmentBytes : "start=" + start + " bytes=" + bytes;
        for (int attempt = 0; attempt < 2 && errors < MAX_ERRORS; attempt++) {
            windowStart = start;
            windowEnd = start;
            try {
                window.limit(bytes).position(0);
                int read = device.read(window, start);
                bytesRead += read;
                windowEnd = start + read;
                return true;
            } catch (IOException e) {
                errors++;
            } finally {
                window.clear();
            }
        }
        return false;
    }
}
