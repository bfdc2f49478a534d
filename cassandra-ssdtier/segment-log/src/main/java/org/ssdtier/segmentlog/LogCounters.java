package org.ssdtier.segmentlog;

import java.util.concurrent.atomic.LongAdder;

/** The counters behind {@link LogStats}. */
final class LogCounters {
    final LongAdder appends = new LongAdder();
    final LongAdder appendedBytes = new LongAdder();
    final LongAdder reinsertedBytes = new LongAdder();
    final LongAdder appendWaits = new LongAdder();
    final LongAdder deviceWrites = new LongAdder();
    final LongAdder bytesWritten = new LongAdder();
    final LongAdder reads = new LongAdder();
    final LongAdder bufferReads = new LongAdder();
    final LongAdder deviceReads = new LongAdder();
    final LongAdder bytesRead = new LongAdder();
    final LongAdder reclaimReadBytes = new LongAdder();
    final LongAdder notFound = new LongAdder();
    final LongAdder checksumErrors = new LongAdder();
    final LongAdder readErrors = new LongAdder();
    final LongAdder writeErrors = new LongAdder();
    final LongAdder noSpaceErrors = new LongAdder();
    final LongAdder reclaims = new LongAdder();
    final LongAdder discards = new LongAdder();
    private volatile String lastFailure = "";

    /** Stores the last failed operation and the error of the device. */
    void failed(String operation, Throwable cause) {
        lastFailure = operation + ": " + cause;
    }

    String lastFailure() {
        return lastFailure;
    }

    LogStats snapshot(SegmentTable table, int segmentBytes, long bufferBytes) {
        return new LogStats(
                writes(),
                reads(),
                new LogStats.Failures(checksumErrors.sum(), readErrors.sum(), writeErrors.sum(), noSpaceErrors.sum()),
                table.slotCount() - table.retiredCount(),
                table.freeCount(),
                segmentBytes,
                bufferBytes);
    }

    private LogStats.Writes writes() {
        return new LogStats.Writes(
                appends.sum(),
                appendedBytes.sum(),
                reinsertedBytes.sum(),
                appendWaits.sum(),
                deviceWrites.sum(),
                bytesWritten.sum(),
                reclaims.sum(),
                reclaimReadBytes.sum(),
                discards.sum());
    }

    private LogStats.Reads reads() {
        return new LogStats.Reads(reads.sum(), bufferReads.sum(), deviceReads.sum(), bytesRead.sum(), notFound.sum());
    }
}
