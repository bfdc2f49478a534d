package org.ssdtier.segmentlog;

import java.util.concurrent.atomic.LongAdder;

/** The counters behind {@link LogStats}. */
final class LogCounters {
    final LongAdder appends = new LongAdder();
    final LongAdder appendedBytes = new LongAdder();
    final LongAdder reinsertedBytes = new LongAdder();
    final LongAdder appendWaits = new LongAdder();
    final LongAdder deviceWrites = new LongAdder();
    final LongAdder deviceWrittenBytes = new LongAdder();
    final LongAdder reads = new LongAdder();
    final LongAdder bufferReads = new LongAdder();
    final LongAdder deviceReads = new LongAdder();
    final LongAdder deviceReadBytes = new LongAdder();
    final LongAdder reclaimReadBytes = new LongAdder();
    final LongAdder notFound = new LongAdder();
    final LongAdder checksumErrors = new LongAdder();
    final LongAdder readErrors = new LongAdder();
    final LongAdder writeErrors = new LongAdder();
    final LongAdder noSpaceErrors = new LongAdder();
    final LongAdder reclaims = new LongAdder();
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
                appends.sum(),
                appendedBytes.sum(),
                reinsertedBytes.sum(),
                appendWaits.sum(),
                deviceWrites.sum(),
                deviceWrittenBytes.sum(),
                reads.sum(),
                bufferReads.sum(),
                deviceReads.sum(),
                deviceReadBytes.sum(),
                reclaimReadBytes.sum(),
                notFound.sum(),
                checksumErrors.sum(),
                readErrors.sum(),
                writeErrors.sum(),
                noSpaceErrors.sum(),
                reclaims.sum(),
                table.slotCount() - table.retiredCount(),
                table.freeCount(),
                segmentBytes,
                bufferBytes);
    }
}
