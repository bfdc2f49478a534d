package org.ssdtier.ycsb.stale;

/**
 * A receiver of rows that a store reads with a request for each. Safe for use by multiple threads: an answer may be
 * reported by another thread than the one that sent the request. Each row is begun once and then either ended or failed
 * once.
 */
public interface RowReceiver {
    /** Begins the read of a row; called before its request is sent. */
    void begin(int row);

    /**
     * Ends the read of a row; called after its answer was received.
     *
     * @param version its version, or {@link VersionStore#ABSENT}
     * @param foreignRows number of impossible rows in the answer, as in {@link VersionStore#read}
     */
    void end(int row, long version, int foreignRows);

    /** Ends the read of a row whose request failed. */
    void fail(int row, Throwable cause);
}
