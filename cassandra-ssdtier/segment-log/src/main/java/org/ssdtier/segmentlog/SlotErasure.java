package org.ssdtier.segmentlog;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.ssdtier.segmentlog.device.AlignedBuffers;
import org.ssdtier.segmentlog.device.Device;

/** The overwriting of an empty slot with zeros. */
final class SlotErasure {
    private static final int BUFFER_BYTES = 1 << 20;

    private final SegmentLogOptions options;
    private final LogCounters counters;

    SlotErasure(SegmentLogOptions options, LogCounters counters) {
        this.options = options;
        this.counters = counters;
    }

    /** Overwrites a slot, durably. */
    IoStatus erase(int slot, Device device) {
        try {
            ByteBuffer zeros = AlignedBuffers.allocate(Math.min(BUFFER_BYTES, options.segmentBytes()));
            for (long at = 0; at < options.segmentBytes(); at += zeros.limit()) {
                zeros.clear().limit((int) Math.min(zeros.capacity(), options.segmentBytes() - at));
                device.write(zeros, at);
                counters.bytesWritten.add(zeros.limit());
            }
            device.force();
            return IoStatus.OK;
        } catch (IOException e) {
            counters.writeErrors.increment();
            counters.failed("erasure of slot=" + slot, e);
            return IoStatus.IO_ERROR;
        }
    }
}
