package org.ssdtier.rowcache;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.ssdtier.segmentlog.AppendStatus;
import org.ssdtier.segmentlog.IoStatus;
import org.ssdtier.segmentlog.ReadStatus;
import org.ssdtier.segmentlog.RecordReader;
import org.ssdtier.segmentlog.SegmentLog;
import org.ssdtier.segmentlog.format.RecordDescriptor;

/**
 * A probe of whether a stalled device answers again: a write, a force and a read. For the log's appending thread only.
 */
final class StallProbe {
    /** The time beyond which a probe counts as failed: the device still stalls. */
    static final long LONGEST_NANOS = 1_000_000_000L;

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private StallProbe() {}

    /**
     * Appends a record, forces the log and reads the record. A log without room is probed by the force alone.
     *
     * @param mayAppend whether a record may be appended; otherwise the directory is forced as well, for the log may have nothing to force
     * @return whether the read ended within its bound
     * @throws IOException if the device fails
     */
    static boolean writeAndRead(SegmentLog log, boolean mayAppend) throws IOException {
        long location = mayAppend ? log.append(0, 0, 0, NOTHING, NOTHING) : -1;
        boolean isWritten = location >= 0;
        if (mayAppend && !isWritten && AppendStatus.of(location) == AppendStatus.IO_ERROR) {
            throw new IOException("a record cannot be written: " + log.lastFailure());
        }
        if (log.force() != IoStatus.OK) {
            throw new IOException("a record cannot be made durable: " + log.lastFailure());
        }
        if (!mayAppend) {
            log.storage().force();
        }
        if (!isWritten) {
            return true;
        }
        log.garbage(location, (int) RecordDescriptor.recordBytes(0, 0));
        try (@Nullable RecordReader reader = log.tryAcquireReader()) {
            ReadStatus status = reader == null ? ReadStatus.LATE : log.read(location, 0, reader);
            if (status == ReadStatus.OK || status == ReadStatus.LATE) {
                return status == ReadStatus.OK;
            }
            throw new IOException("a record cannot be read: " + status + " " + log.lastFailure());
        }
    }
}
