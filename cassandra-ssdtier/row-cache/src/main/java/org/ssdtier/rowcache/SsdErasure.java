package org.ssdtier.rowcache;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.segmentlog.IoStatus;
import org.ssdtier.segmentlog.SegmentLog;

/**
 * An erasure of the SSD: every row is dropped, then zeros are written over one segment after the other, no faster than the
 * rate. Nothing else is written to the log until it has ended, or old bytes would stay in the gaps of new segments.
 *
 * <p>{@link #request} and {@link #remainingBytes} are any thread's; the rest is the writer's.
 */
final class SsdErasure {
    /** What {@link #remainingBytes} returns after an erasure that did not get to its end. */
    static final long FAILED = -1;

    private static final Logger logger = LoggerFactory.getLogger(SsdErasure.class);
    private static final long MAX_BYTES_PER_SECOND = 128L << 20;

    private final SsdTier tier;
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
     * @param cleared told when the log has lost all it had, before anything is written over
     */
    SsdErasure(SsdTier tier, SsdOptions options, Consumer<SegmentLog> cleared) {
        this.tier = tier;
        this.cleared = cleared;
        this.segmentBytes = options.segmentBytes();
        long limit = options.writeRateLimitBytesPerSecond();
        this.bytesPerSecond = limit == 0 ? MAX_BYTES_PER_SECOND : Math.min(limit, MAX_BYTES_PER_SECOND);
    }

    /** Asks for an erasure; one that is under way begins anew. */
    synchronized void request(long capacityBytes) {
        isRequested = true;
        remainingBytes = capacityBytes;
        isActive = true;
    }

    /** Returns whether the log is the erasure's alone: a plain field read. */
    boolean isActive() {
        return isActive;
    }

    /** Returns what is still to be written over; 0 when all is done, {@link #FAILED} if the last one failed. */
    long remainingBytes() {
        return remainingBytes;
    }

    /** Erases a segment, if its time has come. Returns whether it did. */
    boolean step(@Nullable SegmentLog log, long nowNanos) {
        if (log == null) {
            return false;
        }
        if (takeRequest()) {
            return begin(log, nowNanos);
        }
        if (log != erased) {
            return fail("the log was opened anew");
        }
        if (nowNanos - nextNanos < 0) {
            return false;
        }
        if (log.erase(nextSlot) != IoStatus.OK) {
            tier.ioError("erasure of slot=" + nextSlot);
            return fail(log.lastFailure());
        }
        nextSlot++;
        nextNanos = nowNanos + TimeUnit.SECONDS.toNanos(1) * segmentBytes / bytesPerSecond;
        advance(log);
        return true;
    }

    /** Ends the erasure without its having done its work, if one is under way. */
    void abandon(String why) {
        if (isActive) {
            fail(why);
        }
    }

    private boolean begin(SegmentLog log, long nowNanos) {
        tier.clear();
        if (log.clear(ByteBuffer.allocate(0)) != IoStatus.OK) {
            tier.ioError("write of the manifest");
            return fail(log.lastFailure());
        }
        cleared.accept(log);
        erased = log;
        nextSlot = 0;
        nextNanos = nowNanos;
        logger.info(
                "Row cache on SSD is being erased: segments={}, bytes a second={}", log.segmentCount(), bytesPerSecond);
        advance(log);
        return true;
    }

    private synchronized boolean takeRequest() {
        boolean was = isRequested;
        isRequested = false;
        return was;
    }

    private synchronized void advance(SegmentLog log) {
        if (!isRequested) {
            remainingBytes = (long) (log.segmentCount() - nextSlot) * segmentBytes;
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
        logger.warn("Row cache on SSD could not be erased, rows may still be readable on the device: {}", why);
        return true;
    }
}
