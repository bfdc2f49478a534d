package org.ssdtier.segmentlog;

/**
 * Counters of a log since it was opened.
 *
 * @param appends records appended, copies made by reclaim included
 * @param appendedBytes their bytes, headers included, padding not
 * @param reinsertedBytes the part of it that reclaim copied
 * @param appendWaits appends that found all write buffers full and waited for the device
 * @param deviceWrites writes to segment files
 * @param deviceWrittenBytes their bytes
 * @param reads calls of {@link SegmentLog#read}
 * @param bufferReads reads answered from the write buffers alone
 * @param deviceReads reads of segment files made for {@link SegmentLog#read}
 * @param deviceReadBytes their bytes
 * @param reclaimReadBytes bytes read from segment files by reclaim
 * @param notFound reads of a segment that was no longer there
 * @param checksumErrors reads that ended in {@link ReadStatus#CHECKSUM_ERROR}
 * @param readErrors reads the device failed
 * @param writeErrors writes and forces the device failed
 * @param noSpaceErrors how many of these, and of preallocations, for want of space
 * @param reclaims segments reclaimed
 * @param segments slots in use or free, the retired ones not counted
 * @param freeSegments slots that are free
 * @param segmentBytes size of each
 * @param bufferBytes off-heap memory of write and read buffers at most
 */
public record LogStats(
        long appends,
        long appendedBytes,
        long reinsertedBytes,
        long appendWaits,
        long deviceWrites,
        long deviceWrittenBytes,
        long reads,
        long bufferReads,
        long deviceReads,
        long deviceReadBytes,
        long reclaimReadBytes,
        long notFound,
        long checksumErrors,
        long readErrors,
        long writeErrors,
        long noSpaceErrors,
        long reclaims,
        int segments,
        int freeSegments,
        int segmentBytes,
        long bufferBytes) {
    /** Counters of nothing. */
    public static final LogStats NONE = new LogStats(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    /** Returns the counters of this log and of the one opened after it together; what is no counter is the later one's. */
    public LogStats plus(LogStats later) {
        return new LogStats(
                appends + later.appends,
                appendedBytes + later.appendedBytes,
                reinsertedBytes + later.reinsertedBytes,
                appendWaits + later.appendWaits,
                deviceWrites + later.deviceWrites,
                deviceWrittenBytes + later.deviceWrittenBytes,
                reads + later.reads,
                bufferReads + later.bufferReads,
                deviceReads + later.deviceReads,
                deviceReadBytes + later.deviceReadBytes,
                reclaimReadBytes + later.reclaimReadBytes,
                notFound + later.notFound,
                checksumErrors + later.checksumErrors,
                readErrors + later.readErrors,
                writeErrors + later.writeErrors,
                noSpaceErrors + later.noSpaceErrors,
                reclaims + later.reclaims,
                later.segments,
                later.freeSegments,
                later.segmentBytes,
                later.bufferBytes);
    }
}
