package org.ssdtier.rowcache;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.segmentlog.IoStatus;
import org.ssdtier.segmentlog.SegmentLog;

/**
 * An erasure of the SSD: every row is dropped, then the segments are overwritten with zeros one after the other, at a
 * limited rate. Nothing else is written to the log until the erasure has ended; otherwise old bytes would remain in the
 * gaps of new segments.
 *
 * <p>Any thread may call {@link #request} and {@link #remainingBytes}; the rest is for the writer's thread only.
 */
final class SsdErasure {
    /** The value that {@link #remainingBytes} returns after an erasure that failed. */
    static final long FAILED = -1;

    private static final Logger logger = LoggerFactory.getLogger(SsdErasure.class);
    private static final long MAX_BYTES_PER_SECOND = 128L << 20;
    private static final long SHORTEST_PAUSE_NANOS = 1_000_000;

    private final SsdParts parts;
    private final int segmentBytes;
    private final long bytesPerSecond;
    private final Consumer<SegmentLog> cleared;
    private @Nullable SegmentLog erased;
    private int nextSlot;
    private long nextNanos;
    private boolean isRequested;
    private volatile boolean isActive;
    private volatile long remainingBytes;

    /**
     * Creates an idle erasure.
     *
     * @param cleared called with the log when it has been cleared, before anything is overwritten
     */
    SsdErasure(SsdParts parts, SsdOptions options, Consumer<SegmentLog> cleared) {
        this.parts = parts;
        this.cleared = cleared;
        this.segmentBytes = options.geometry().segmentBytes();
        long limit = options.writes().writeRateLimitBytesPerSecond();
        this.bytesPerSecond = limit == 0 ? MAX_BYTES_PER_SECOND : Math.min(limit, MAX_BYTES_PER_SECOND);
    }

    /** Requests an erasure; one in progress starts again from the beginning. */
    synchronized void request(long capacityBytes) {
        isRequested = true;
        remainingBytes = capacityBytes;
        isActive = true;
    }

    /**
     * Returns whether an erasure is requested or in progress, so that nothing else may write to the log: one volatile
     * read.
     */
    boolean isActive() {
        return isActive;
    }

    /** Returns the bytes still to be overwritten; 0 if none are, {@link #FAILED} if the last erasure failed. */
    long remainingBytes() {
        return remainingBytes;
    }

    /**
     * Begins a requested erasure, or erases the next segment if the rate allows. Returns whether there was anything to
     * do.
     */
    boolean step(@Nullable SegmentLog log, long nowNanos) {
        if (log == null) {
            return false;
        }
        if (pollRequest()) {
            return begin(log, nowNanos);
        }
        if (log != erased) {
            return fail("the log was reopened");
        }
        if (nowNanos - nextNanos < 0) {
            return false;
        }
        assert nextSlot < log.segmentCount() : "slot=" + nextSlot + " of " + log.segmentCount();
        if (log.erase(nextSlot) != IoStatus.OK) {
            parts.ioError("erasure of slot=" + nextSlot);
            return fail(log.lastFailure());
        }
        nextSlot++;
        nextNanos = nowNanos + TimeUnit.SECONDS.toNanos(1) * segmentBytes / bytesPerSecond;
        advance(log);
        return true;
    }

    /** Returns the time until the rate allows the next segment, at least a millisecond. On the thread of {@link #step}. */
    long pauseNanos(long nowNanos) {
        return Math.max(SHORTEST_PAUSE_NANOS, nextNanos - nowNanos);
    }

    /** Ends the erasure in progress, if any, as failed. */
    void abandon(String why) {
        if (isActive) {
            fail(why);
        }
    }

    private boolean begin(SegmentLog log, long nowNanos) {
        parts.clear();
        if (log.clear(ByteBuffer.allocate(0)) != IoStatus.OK) {
            parts.ioError("write of the manifest");
            return fail(log.lastFailure());
        }
        cleared.accept(log);
        try {
            parts.compression.erase(log.storage());
        } catch (IOException e) {
            parts.ioError("erasure of the dictionaries");
            return fail(e.toString());
        }
        erased = log;
        nextSlot = 0;
        nextNanos = nowNanos;
        logger.info(
                "Row cache on SSD is being erased: segments={}, bytes per second={}",
                log.segmentCount(),
                bytesPerSecond);
        advance(log);
        return true;
    }

    private synchronized boolean pollRequest() {
        boolean was = isRequested;
        isRequested = false;
        return was;
    }

    private synchronized void advance(SegmentLog log) {
        if (!isRequested) {
            remainingBytes = (long) (log.segmentCount() - nextSlot) * segmentBytes;
            assert remainingBytes >= 0 : "slot=" + nextSlot + " of " + log.segmentCount();
            if (remainingBytes == 0) {
                isActive = false;
                logger.info("Row cache on SSD was erased: segments={}", nextSlot);
            }
        }
    }

    private synchronized boolean fail(String why) {
        isRequested = false;
        isActive = false;
        remainingBytes = FAILED;
        logger.warn("Row cache on SSD could not be erased; rows may still be readable on the device: {}", why);
        return true;
    }
}
