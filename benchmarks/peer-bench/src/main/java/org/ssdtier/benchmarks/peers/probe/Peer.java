package org.ssdtier.benchmarks.peers.probe;

import org.jspecify.annotations.Nullable;

/** A store that keeps rows on a device. All verbs but {@link #close} may be called by many threads at once. */
public interface Peer extends AutoCloseable {
    /**
     * Stores a row in place of an older one. The row counts as acknowledged when this returns; only one thread at a time calls
     * it.
     *
     * @param number the row's number, see {@link Rows#key}
     */
    void put(long number, byte[] value) throws Exception;

    /** Returns the value of a row; null if the store does not have it, or no longer. */
    byte @Nullable [] get(long number) throws Exception;

    /** Waits while too much is on its way to the device. Called between puts, so that a burst is not dropped. */
    default void throttle() throws Exception {}

    /** Waits until what was put is where it stays, as far as the store can tell. */
    default void settle() throws Exception {}

    /** Returns the process that does the work if it is not this one; -1 if it is this one. */
    default long serverPid() {
        return -1;
    }

    /** Stops the store in the clean way: what it can keep for the next start it keeps. */
    @Override
    void close() throws Exception;
}
