package org.ssdtier.catalogue.cassandra.sstable;

/** A pause in which a device is not read. It doubles with each failure, from 1 to 64 seconds. Any thread may use it. */
final class ReadPause {
    static final long SHORTEST_NANOS = 1_000_000_000L;
    static final long LONGEST_NANOS = 64_000_000_000L;

    /** The length of the pause; 0 if the last read succeeded. */
    private volatile long nanos;

    private volatile long begin;

    /** Returns whether the device is not to be read yet. */
    boolean isOn(long now) {
        long length = nanos;
        return length > 0 && now - begin < length;
    }

    /**
     * Begins a pause, twice as long as the last one unless a read has succeeded since. Reads that fail together begin one.
     *
     * @param readBegin the time at which the failed read began
     */
    synchronized void extend(long readBegin, long now) {
        if (nanos == 0 || readBegin - begin >= nanos) {
            begin = now;
            nanos = Math.min(LONGEST_NANOS, Math.max(SHORTEST_NANOS, 2 * nanos));
        }
    }

    /** Ends the pause: a read has succeeded. */
    void end() {
        if (nanos > 0) {
            nanos = 0;
        }
    }
}
