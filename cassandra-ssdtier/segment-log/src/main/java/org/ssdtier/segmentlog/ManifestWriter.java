package org.ssdtier.segmentlog;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.ssdtier.segmentlog.format.ManifestDescriptor;

/** A writer of an open log's manifest, which turns failures into statuses and counters. Appending thread only. */
final class ManifestWriter {
    private final SequenceSource sequences;
    private final SegmentTable table;
    private final LogCounters counters;

    ManifestWriter(SequenceSource sequences, SegmentTable table, LogCounters counters) {
        this.sequences = sequences;
        this.table = table;
        this.counters = counters;
    }

    /** Marks the manifest as open, durably, unless it is. */
    IoStatus markOpen() {
        try {
            sequences.ensureOpen();
            return IoStatus.OK;
        } catch (IOException e) {
            return failed(e);
        }
    }

    /** Writes a manifest in state open. */
    IoStatus writeOpen(long instanceId, ByteBuffer payload) {
        try {
            sequences.writeOpen(instanceId, table.slotCount(), copy(payload));
            return IoStatus.OK;
        } catch (IOException e) {
            return failed(e);
        }
    }

    /** Writes a manifest in state clean. */
    void writeClean(ByteBuffer payload) throws IOException {
        sequences.writeClean(table.slotCount(), copy(payload));
    }

    private IoStatus failed(IOException cause) {
        counters.writeErrors.increment();
        counters.failed("write of the manifest", cause);
        return IoStatus.IO_ERROR;
    }

    private static ByteBuffer copy(ByteBuffer payload) {
        if (payload.remaining() > ManifestDescriptor.MAX_PAYLOAD_BYTES) {
            throw new IllegalArgumentException(
                    "payload bytes=" + payload.remaining() + ", allowed 0 to " + ManifestDescriptor.MAX_PAYLOAD_BYTES);
        }
        ByteBuffer copy = ByteBuffer.allocate(payload.remaining());
        return copy.put(0, payload, payload.position(), payload.remaining()).asReadOnlyBuffer();
    }
}
