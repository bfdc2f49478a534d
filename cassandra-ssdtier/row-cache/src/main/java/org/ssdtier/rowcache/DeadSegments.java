package org.ssdtier.rowcache;

import java.util.BitSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.rowcache.index.EntryDescriptor;
import org.ssdtier.rowcache.index.LocationIndex;
import org.ssdtier.segmentlog.SegmentLog;
import org.ssdtier.segmentlog.SegmentState;
import org.ssdtier.segmentlog.SegmentStatus;

/**
 * The segments to which nothing refers once everything was dropped. They are freed without being read. Otherwise a log that was
 * full stays full of dead records, and admission keeps rows out that would displace nothing.
 */
final class DeadSegments {
    private static final Logger logger = LoggerFactory.getLogger(DeadSegments.class);

    private volatile boolean isRequested;

    /** Requests that dead segments be freed. Any thread. */
    void request() {
        isRequested = true;
    }

    /** Frees the dead segments if that was requested. Returns whether it was. On the writer's thread, which alone adds entries. */
    boolean step(SegmentLog log, LocationIndex index) {
        if (!isRequested) {
            return false;
        }
        isRequested = false;
        BitSet referred = new BitSet(log.segmentCount());
        index.removeIf(entry -> {
            referred.set(EntryDescriptor.segmentSlot(entry));
            return false;
        });
        int freed = 0;
        for (SegmentStatus segment : log.segments()) {
            if (segment.state() == SegmentState.SEALED && !referred.get(segment.slot()) && log.drop(segment.slot())) {
                freed++;
            }
        }
        logger.info("Row cache on SSD: everything was dropped; freed segments={} of {}", freed, log.segmentCount());
        return true;
    }
}
