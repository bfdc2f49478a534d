package org.ssdtier.rowcache;

import java.util.ArrayDeque;
import java.util.BitSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.rowcache.index.EntryDescriptor;
import org.ssdtier.rowcache.index.LocationIndex;
import org.ssdtier.segmentlog.Location;
import org.ssdtier.segmentlog.SegmentLog;
import org.ssdtier.segmentlog.SegmentState;
import org.ssdtier.segmentlog.SegmentStatus;
import org.ssdtier.segmentlog.device.Device;

/**
 * The segments to which nothing refers once everything was dropped. They are freed without being read, a few at a time. Otherwise
 * a log that was full stays full of dead records, and admission keeps rows out that would displace nothing.
 */
final class DeadSegments {
    private static final Logger logger = LoggerFactory.getLogger(DeadSegments.class);
    /** Each may wait for the device, and a log may have tens of thousands. */
    private static final int FREED_A_STEP = 4;

    private final ArrayDeque<SegmentStatus> found = new ArrayDeque<>();
    private volatile boolean isRequested;

    /** Requests that dead segments be freed. Any thread. */
    void request() {
        isRequested = true;
    }

    /**
     * Looks for dead segments if that was requested, or frees some of those found. Returns whether there was anything to do.
     * On the writer's thread, which alone adds entries to the index, and only for segments that are not sealed.
     */
    boolean step(SegmentLog log, LocationIndex index) {
        if (isRequested) {
            isRequested = false;
            find(log, index);
            return true;
        }
        if (found.isEmpty()) {
            return false;
        }
        for (int left = FREED_A_STEP; left > 0 && !found.isEmpty(); left--) {
            free(log, found.remove());
        }
        return true;
    }

    private void find(SegmentLog log, LocationIndex index) {
        found.clear();
        BitSet referred = new BitSet(log.segmentCount());
        index.removeIf(entry -> {
            referred.set(EntryDescriptor.segmentSlot(entry));
            return false;
        });
        log.segments().stream()
                .filter(segment -> segment.state() == SegmentState.SEALED && !referred.get(segment.slot()))
                .forEach(found::add);
        if (!found.isEmpty()) {
            logger.info("Row cache on SSD: everything was dropped; segments to be freed={}", found.size());
        }
    }

    /** Frees a segment, unless its slot has another one by now. */
    private static void free(SegmentLog log, SegmentStatus segment) {
        long location = log.locationOf(segment.slot(), Device.PAGE_BYTES);
        if (location >= 0 && Location.sequence(location) == segment.sequence()) {
            log.drop(segment.slot());
        }
    }
}
