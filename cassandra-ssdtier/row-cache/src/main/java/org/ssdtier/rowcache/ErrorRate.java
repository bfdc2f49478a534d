package org.ssdtier.rowcache;

/** Says when there were more errors within a minute than allowed. Thread-safe. */
final class ErrorRate {
    private static final long WINDOW_NANOS = 60_000_000_000L;

    private final long[] lastNanos;
    private long count;

    /** Allows up to {@code threshold} errors in any minute, at least one. */
    ErrorRate(int threshold) {
        lastNanos = new long[threshold];
    }

    /** Notes an error. Returns whether it is one too many. */
    synchronized boolean noted(long nowNanos) {
        int at = (int) (count % lastNanos.length);
        boolean exceeded = count >= lastNanos.length && nowNanos - lastNanos[at] < WINDOW_NANOS;
        lastNanos[at] = nowNanos;
        count++;
        return exceeded;
    }

    /** Forgets all errors. */
    synchronized void reset() {
        count = 0;
    }
}
