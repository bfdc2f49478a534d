package org.ssdtier.benchmarks.peers.probe;

import java.nio.file.Path;

/**
 * What every peer is given alike.
 *
 * @param directory its own; exists
 * @param rows how many rows it is to hold
 * @param memoryBytes memory for values, the tier above the device
 * @param program what to run, for a peer that is a program of its own; empty for the others
 */
public record PeerSettings(Path directory, long rows, long memoryBytes, String program) {
    private static final long SPACE_PER_ROW_BYTES = 1024;
    private static final long SPACE_LEAST_BYTES = 128L << 20;

    /** Space on the device, bytes: enough that no peer has to evict while it is being filled. */
    public long diskBytes() {
        return SPACE_LEAST_BYTES + rows * SPACE_PER_ROW_BYTES;
    }

    /** How many rows fit into {@link #memoryBytes}, for a peer that counts entries. */
    public long memoryRows() {
        return Math.max(1, memoryBytes / (Rows.KEY_BYTES + Rows.VALUE_BYTES));
    }

    PeerSettings in(Path other, long otherRows) {
        return new PeerSettings(other, otherRows, memoryBytes, program);
    }
}
