package org.ssdtier.benchmarks.peers.probe;

import org.jspecify.annotations.Nullable;

/**
 * A store that keeps rows on a device. All methods except {@link #close} may run concurrently; {@link #put} is called
 * by one thread at a time.
 */
public interface Peer extends AutoCloseable {
    /**
     * Stores a row, replacing an older version. The row is acknowledged when this method returns. Only one thread at a
     * time calls it.
     *
     * @param number number of the row, see {@link Rows#key}
     */
    void put(long number, byte[] value) throws Exception;

    /** Returns the value of a row; null if the store does not contain it. */
    byte @Nullable [] get(long number) throws Exception;

    /** Waits while too many writes to the device are queued. Called between puts, so that a burst is not dropped. */
    default void throttle() throws Exception {}

    /** Waits until all rows put so far are in their final place, as far as the store reports it. */
    default void settle() throws Exception {}

    /** Returns the pid of the store's server process; -1 if the store runs in this process. */
    default long serverPid() {
        return -1;
    }

    /** Stops the store cleanly, keeping for the next start what it can. */
    @Override
    void close() throws Exception;
}
