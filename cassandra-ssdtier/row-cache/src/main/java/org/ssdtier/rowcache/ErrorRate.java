package org.ssdtier.rowcache;

/** A detector of more errors within a minute than allowed. Thread-safe. */
final class ErrorRate {
    private static final long WINDOW_NANOS = 60_000_000_000L;

    private final long[] lastNanos;
    private long count;

    /** Creates a detector that allows up to {@code threshold} errors in any minute; the threshold is at least one. */
    ErrorRate(int threshold) {
        lastNanos = new long[threshold];
    }

    /** Counts an error. Returns whether it exceeds the threshold. */
    synchronized boolean noted(long nowNanos) {
        int at = (int) (count % lastNanos.length);
        boolean exceeded = count >= lastNanos.length && nowNanos - lastNanos[at] < WINDOW_NANOS;
        lastNanos[at] = nowNanos;
        count++;
        return exceeded;
    }

    /** Discards all counted errors. */
    synchronized void reset() {
        count = 0;
    }
}
