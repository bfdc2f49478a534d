package org.ssdtier.segmentlog;

/**
 * The counters of a log since it was opened.
 *
 * @param appends records appended, including copies made by reclaim
 * @param appendedBytes bytes of these records, with headers and without padding
 * @param reinsertedBytes bytes of these records that were copied by reclaim
 * @param appendWaits appends that found all write buffers full and waited for the device
 * @param deviceWrites writes to segment files
 * @param deviceWrittenBytes bytes of these writes
 * @param reads calls of {@link SegmentLog#read}
 * @param bufferReads reads served from the write buffers
 * @param deviceReads reads of segment files made for {@link SegmentLog#read}
 * @param deviceReadBytes bytes of these reads
 * @param reclaimReadBytes bytes read from segment files by reclaim
 * @param notFound reads of a segment that no longer existed
 * @param checksumErrors reads that ended in {@link ReadStatus#CHECKSUM_ERROR}
 * @param readErrors reads that failed on the device
 * @param writeErrors writes and forces that failed on the device
 * @param noSpaceErrors writes and preallocations that failed for lack of space
 * @param reclaims segments reclaimed
 * @param segments slots in use or free, without the retired ones
 * @param freeSegments slots that are free
 * @param segmentBytes size of each segment
 * @param bufferBytes upper bound of the off-heap memory of write and read buffers
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
    /** Counters that are all zero. */
    public static final LogStats NONE = new LogStats(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    /**
     * Returns the sum of these counters and those of a log opened later; values that are no counters are the later
     * ones.
     */
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
