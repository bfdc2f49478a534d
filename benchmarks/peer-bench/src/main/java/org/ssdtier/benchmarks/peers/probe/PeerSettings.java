package org.ssdtier.benchmarks.peers.probe;

import java.nio.file.Path;

/**
 * The settings common to all peers.
 *
 * @param directory existing directory of the peer
 * @param rows number of rows to hold
 * @param memoryBytes memory for values, the tier above the device
 * @param program program to run, for a peer that is a separate program; not used by the others
 */
public record PeerSettings(Path directory, long rows, long memoryBytes, String program) {
    private static final long SPACE_PER_ROW_BYTES = 1024;
    private static final long SPACE_LEAST_BYTES = 128L << 20;

    /** Returns the space on the device in bytes; enough that no peer has to evict rows while it is filled. */
    public long diskBytes() {
        return SPACE_LEAST_BYTES + rows * SPACE_PER_ROW_BYTES;
    }

    /** Returns the number of rows that fit into {@link #memoryBytes}, for a peer that counts entries. */
    public long memoryRows() {
        return Math.max(1, memoryBytes / (Rows.KEY_BYTES + Rows.VALUE_BYTES));
    }

    PeerSettings in(Path other, long otherRows) {
        return new PeerSettings(other, otherRows, memoryBytes, program);
    }
}
