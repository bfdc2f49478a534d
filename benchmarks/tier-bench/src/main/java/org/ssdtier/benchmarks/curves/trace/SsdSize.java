package org.ssdtier.benchmarks.curves.trace;

import org.ssdtier.segmentlog.format.FooterDescriptor;
import org.ssdtier.segmentlog.format.RecordDescriptor;

/**
 * The size of an SSD tier for a number of rows of one size.
 *
 * @param capacityBytes size of all segments
 * @param segmentBytes size of one segment
 * @param indexBytes memory of the index: ten bytes per row, the target of the row cache
 */
record SsdSize(long capacityBytes, int segmentBytes, long indexBytes) {
    private static final int PAGE_BYTES = 4096;
    private static final int RECORD_BYTES = 56;
    private static final int SPARE_SEGMENTS = 3;
    private static final int USUAL_SEGMENTS = 200;
    private static final int MIN_SEGMENT_BYTES = 64 << 10;
    private static final int MAX_SEGMENT_BYTES = 32 << 20;
    private static final int INDEX_BYTES_PER_ROW = 10;
    private static final long LEAST_INDEX_BYTES = 16 << 10;

    /** Returns a size with about 200 segments, three of which are always empty. */
    static SsdSize of(long rows, int keyBytes, int imageBytes) {
        int record = RECORD_BYTES + keyBytes + imageBytes;
        int bytesPerRow = RecordDescriptor.paddedBytes(record) + FooterDescriptor.entryBytes(0, record);
        long segment = Long.highestOneBit(2 * Math.max(1, rows * bytesPerRow / USUAL_SEGMENTS) - 1);
        int segmentBytes = (int) Math.max(MIN_SEGMENT_BYTES, Math.min(MAX_SEGMENT_BYTES, segment));
        long rowsPerSegment = (segmentBytes - 2L * PAGE_BYTES) / bytesPerRow;
        long segments = (rows + rowsPerSegment - 1) / rowsPerSegment + SPARE_SEGMENTS;
        long capacityBytes = segments * segmentBytes;
        return new SsdSize(capacityBytes, segmentBytes, Math.max(LEAST_INDEX_BYTES, rows * INDEX_BYTES_PER_ROW));
    }
}
