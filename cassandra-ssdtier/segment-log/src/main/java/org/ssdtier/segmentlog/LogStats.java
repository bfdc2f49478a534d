package org.ssdtier.segmentlog;

/**
 * The counters of a log since it was opened, and its size.
 *
 * @param writes the writes
 * @param reads the reads
 * @param failures the failures of the device
 * @param segments slots in use or free, without the retired ones
 * @param freeSegments slots that are free
 * @param segmentBytes size of each segment
 * @param bufferBytes off-heap memory of write and read buffers: at most that of the usual ones, and that of idle large ones
 */
public record LogStats(
        Writes writes,
        Reads reads,
        Failures failures,
        int segments,
        int freeSegments,
        int segmentBytes,
        long bufferBytes) {
    /** Counters that are all zero. */
    public static final LogStats NONE = new LogStats(
            new Writes(0, 0, 0, 0, 0, 0, 0, 0, 0), new Reads(0, 0, 0, 0, 0), new Failures(0, 0, 0, 0), 0, 0, 0, 0);

    /**
     * The writes.
     *
     * @param appends records appended, including copies made by reclaim
     * @param appendedBytes bytes of these records, with headers and without padding
     * @param reinsertedBytes bytes of these records that were copied by reclaim
     * @param appendWaits appends that found all write buffers full and waited for the device
     * @param deviceWrites writes to segment files
     * @param bytesWritten bytes of these writes
     * @param reclaims segments reclaimed
     * @param reclaimReadBytes bytes read from segment files by reclaim
     * @param discards reclaimed segments whose content was released
     */
    public record Writes(
            long appends,
            long appendedBytes,
            long reinsertedBytes,
            long appendWaits,
            long deviceWrites,
            long bytesWritten,
            long reclaims,
            long reclaimReadBytes,
            long discards) {
        private Writes plus(Writes later) {
            return new Writes(
                    appends + later.appends,
                    appendedBytes + later.appendedBytes,
                    reinsertedBytes + later.reinsertedBytes,
                    appendWaits + later.appendWaits,
                    deviceWrites + later.deviceWrites,
                    bytesWritten + later.bytesWritten,
                    reclaims + later.reclaims,
                    reclaimReadBytes + later.reclaimReadBytes,
                    discards + later.discards);
        }
    }

    /**
     * The reads.
     *
     * @param reads calls of {@link SegmentLog#read}
     * @param bufferReads reads served from the write buffers
     * @param deviceReads reads of segment files made for {@link SegmentLog#read}
     * @param bytesRead bytes of these reads
     * @param notFound reads of a segment that no longer existed
     */
    public record Reads(long reads, long bufferReads, long deviceReads, long bytesRead, long notFound) {
        private Reads plus(Reads later) {
            return new Reads(
                    reads + later.reads,
                    bufferReads + later.bufferReads,
                    deviceReads + later.deviceReads,
                    bytesRead + later.bytesRead,
                    notFound + later.notFound);
        }
    }

    /**
     * The failures of the device.
     *
     * @param checksumErrors reads that ended in {@link ReadStatus#CHECKSUM_ERROR}
     * @param readErrors reads that failed on the device
     * @param writeErrors writes and forces that failed on the device
     * @param noSpaceErrors writes and preallocations that failed for lack of space
     */
    public record Failures(long checksumErrors, long readErrors, long writeErrors, long noSpaceErrors) {
        private Failures plus(Failures later) {
            return new Failures(
                    checksumErrors + later.checksumErrors,
                    readErrors + later.readErrors,
                    writeErrors + later.writeErrors,
                    noSpaceErrors + later.noSpaceErrors);
        }
    }

    /**
     * Returns the sum of these counters and those of a log opened later; values that are no counters are the later
     * ones.
     */
    public LogStats plus(LogStats later) {
        return new LogStats(
                writes.plus(later.writes),
                reads.plus(later.reads),
                failures.plus(later.failures),
                later.segments,
                later.freeSegments,
                later.segmentBytes,
                later.bufferBytes);
    }
}
