package org.ssdtier.segmentlog;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.ssdtier.segmentlog.format.ManifestDescriptor;

/**
 * The identity of a log as its manifest keeps it, and the source of sequence numbers, which never repeat.
 *
 * <p>While the log is open the manifest holds a bound that lies up to {@link #RESERVE} numbers ahead; a number is given
 * out only below it. After a crash the log goes on from the bound.
 */
final class SequenceSource {
    static final int RESERVE = 4096;

    private final ManifestStore store;
    private ManifestDescriptor.Fields written;
    /** What a manifest in state open says that could be written, {@link #written} may be ahead of it; 0 before the first. */
    private int durableBound;

    private int next;

    SequenceSource(ManifestStore store, ManifestDescriptor.Fields written, int next) {
        this.store = store;
        this.written = written;
        this.next = next;
    }

    /** Returns the next number; 0 when there is none left. */
    int take() throws IOException {
        if (next == Location.MAX_SEQUENCE) {
            return 0;
        }
        if (next >= durableBound) {
            writeOpen(written.instanceId(), written.segmentCount(), written.payload());
        }
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

    /** Makes a manifest in state open durable, in both copies: no damage to one may bring an older state back. */
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
        written = fields; // even if it fails: an epoch is tried once
        store.write(fields);
        durableBound = bound;
    }
}
