package org.ssdtier.rowcache.admission;

/**
 * A token bucket that bounds the bytes written to the SSD per second. It holds at most one second's bytes, so that a
 * pause is not followed by a burst. The writer's thread only.
 */
public final class WriteBudget {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private static final long MAX_DEBT_SECONDS = 10;

    private final long bytesPerSecond;
    private long availableBytes;
    private long lastNanos;

    /** Creates a full budget; {@code bytesPerSecond} 0 means no limit. */
    public WriteBudget(long bytesPerSecond, long nowNanos) {
        this.bytesPerSecond = bytesPerSecond;
        this.availableBytes = bytesPerSecond;
        this.lastNanos = nowNanos;
    }

    /**
     * Deducts bytes if the budget suffices, or is full where {@code bytes} exceeds one second's.
     *
     * @return whether they may be written
     */
    public boolean take(long bytes, long nowNanos) {
        assert bytes >= 0 : "bytes=" + bytes;
        if (bytesPerSecond == 0) {
            return true;
        }
        refill(nowNanos);
        if (availableBytes < Math.min(bytes, bytesPerSecond)) {
            return false;
        }
        availableBytes -= bytes;
        return true;
    }

    /**
     * Deducts bytes that had to be written, such as reinserted ones; the budget may become negative, so later writes
     * wait.
     */
    public void charge(long bytes, long nowNanos) {
        assert bytes >= 0 : "bytes=" + bytes;
        if (bytesPerSecond != 0) {
            refill(nowNanos);
            availableBytes = Math.max(-MAX_DEBT_SECONDS * bytesPerSecond, availableBytes - bytes);
        }
    }

    private void refill(long nowNanos) {
        assert availableBytes <= bytesPerSecond : "available bytes=" + availableBytes + " per second=" + bytesPerSecond;
        double seconds = (double) (nowNanos - lastNanos) / NANOS_PER_SECOND;
        long earned = (long) (Math.min(1 + MAX_DEBT_SECONDS, seconds) * (double) bytesPerSecond);
        if (earned > 0) {
            availableBytes = Math.min(bytesPerSecond, availableBytes + earned);
            lastNanos = nowNanos;
        }
    }
}
