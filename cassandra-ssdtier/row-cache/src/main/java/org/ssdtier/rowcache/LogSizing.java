package org.ssdtier.rowcache;

import java.util.BitSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.rowcache.index.EntryDescriptor;
import org.ssdtier.segmentlog.ResizeResult;
import org.ssdtier.segmentlog.SegmentLog;

/**
 * The size of the log: resizes that an operator requests, and the return to the wanted size after segments were lost
 * for lack of space.
 *
 * <p>Any thread may call {@link #request} and {@link #wantedBytes}; the rest is for the writer's thread only.
 */
final class LogSizing {
    private static final Logger logger = LoggerFactory.getLogger(LogSizing.class);
    private static final long GROW_NANOS = 60_000_000_000L;

    private final SsdParts parts;
    private final int segmentBytes;
    private final AtomicReference<@Nullable Resizing> requested = new AtomicReference<>();
    private volatile long wantedBytes;
    private long nextGrowthNanos;

    LogSizing(SsdParts parts, SsdOptions options, long nowNanos) {
        this.parts = parts;
        this.segmentBytes = options.geometry().segmentBytes();
        this.wantedBytes = options.geometry().capacityBytes();
        this.nextGrowthNanos = nowNanos + GROW_NANOS;
    }

    /** A requested resize and the callback for its result. */
    private record Resizing(long bytes, Consumer<ResizeResult> ended) {}

    /** Returns the size that the log should have, in bytes. */
    long wantedBytes() {
        return wantedBytes;
    }

    /** Requests a resize. It replaces a request that has not begun; that one ends with the same result. */
    void request(long bytes, Consumer<ResizeResult> ended) {
        assert bytes >= segmentBytes : "bytes=" + bytes + " segment bytes=" + segmentBytes;
        wantedBytes = bytes;
        requested.getAndUpdate(earlier -> new Resizing(bytes, earlier == null ? ended : earlier.ended.andThen(ended)));
    }

    /**
     * Resizes the log if that is requested or due. Returns whether there is something else to do now.
     *
     * @param mayGrowBack whether the log may take space that has become free
     */
    boolean step(SegmentLog log, boolean mayGrowBack, long nowNanos) {
        return resizeIfRequested(log) || (mayGrowBack && growBack(log, nowNanos));
    }

    private boolean resizeIfRequested(SegmentLog log) {
        Resizing asked = requested.getAndSet(null);
        if (asked == null) {
            return false;
        }
        ResizeResult result = resize(log, asked.bytes);
        logger.info(
                "Row cache on SSD resized: segments={} of {} bytes, outcome={}",
                result.segments(),
                segmentBytes,
                result.outcome());
        if (result.outcome() == ResizeResult.Outcome.IO_ERROR) {
            parts.ioError("resize");
        } else {
            wantedBytes = (long) result.segments() * segmentBytes;
        }
        asked.ended.accept(result);
        return true;
    }

    /**
     * Resizes the log and drops the index entries of the segments removed. An entry left behind would make the next
     * record written in that place seem damaged.
     */
    private ResizeResult resize(SegmentLog log, long bytes) {
        assert log == parts.log() : "a log that is no longer open";
        BitSet dropped = new BitSet();
        ResizeResult result = log.resize(bytes, dropped::set);
        if (!dropped.isEmpty()) {
            parts.index.removeIf(entry -> dropped.get(EntryDescriptor.segmentSlot(entry)));
        }
        return result;
    }

    /**
     * Periodically tries to regrow the log to its wanted size, if segments are missing for lack of space or because
     * they could not be read.
     */
    private boolean growBack(SegmentLog log, long nowNanos) {
        if (!log.isMarkedOpen() || nowNanos - nextGrowthNanos < 0) {
            return false;
        }
        nextGrowthNanos = nowNanos + GROW_NANOS;
        int before = log.stats().segments();
        if ((long) before * segmentBytes >= wantedBytes) {
            return false;
        }
        if (resize(log, wantedBytes).outcome() == ResizeResult.Outcome.IO_ERROR) {
            parts.ioError("resize");
        }
        int after = log.stats().segments();
        if (after > before) {
            logger.info("Row cache on SSD has grown back: segments={}, before segments={}", after, before);
        }
        return after > before;
    }
}
