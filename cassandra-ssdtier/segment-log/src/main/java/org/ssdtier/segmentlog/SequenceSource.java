package org.ssdtier.segmentlog;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.ssdtier.segmentlog.format.ManifestDescriptor;

/**
 * The source of sequence numbers, which never repeat, and of the instance ID of a log, both stored in the manifest.
 *
 * <p>While the log is open, the manifest holds a bound that is up to {@link #RESERVE} numbers ahead. Only numbers below
 * the bound are assigned. After a crash the log continues from the bound.
 */
final class SequenceSource {
    static final int RESERVE = 4096;

    private final ManifestStore store;
    private ManifestDescriptor.Fields written;
    /**
     * Bound in the last manifest that was written successfully ({@link #written} may be ahead of it); 0 before the
     * first.
     */
    private int durableBound;

    private int next;

    SequenceSource(ManifestStore store, ManifestDescriptor.Fields written, int next) {
        this.store = store;
        this.written = written;
        this.next = next;
    }

    /** Returns the next sequence number; 0 when none is left. */
    int take() throws IOException {
        if (next == Location.MAX_SEQUENCE) {
            return 0;
        }
        if (next >= durableBound) {
            writeOpen(written.instanceId(), written.segmentCount(), written.payload());
        }
        assert next > 0 && next < durableBound : "next=" + next + " durable bound=" + durableBound;
        return next++;
    }

    long instanceId() {
        return written.instanceId();
    }

    ByteBuffer payload() {
        return written.payload().duplicate();
    }

    /** Returns whether a manifest in state open is durable. */
    boolean isOpen() {
        return durableBound > 0;
    }

    /** Makes a manifest in state open durable, unless that was done before. */
    void ensureOpen() throws IOException {
        if (!isOpen()) {
            writeOpen(written.instanceId(), written.segmentCount(), written.payload());
        }
    }

    /** Makes a manifest in state open durable, in both copies, so that damage to one cannot restore an older state. */
    void writeOpen(long instanceId, int segmentCount, ByteBuffer payload) throws IOException {
        int bound = (int) Math.min(Location.MAX_SEQUENCE, (long) next + RESERVE);
        write(false, instanceId, segmentCount, bound, payload);
        write(false, instanceId, segmentCount, bound, payload);
    }

    /** Makes a manifest in state clean durable. */
    void writeClean(int segmentCount, ByteBuffer payload) throws IOException {
        write(true, written.instanceId(), segmentCount, next, payload);
    }

    private void write(boolean clean, long instanceId, int segmentCount, int bound, ByteBuffer payload)
            throws IOException {
        ManifestDescriptor.Fields fields = new ManifestDescriptor.Fields(
                clean, instanceId, written.epoch() + 1, written.segmentBytes(), segmentCount, bound, payload);
        assert bound >= next : "bound=" + bound + " next=" + next;
        written = fields; // even if the write fails: an epoch is used only once
        store.write(fields);
        durableBound = bound;
    }
}
