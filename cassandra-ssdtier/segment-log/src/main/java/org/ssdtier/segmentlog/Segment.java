package org.ssdtier.segmentlog;

import java.util.concurrent.atomic.AtomicLong;
import org.ssdtier.segmentlog.device.Device;
import org.ssdtier.segmentlog.format.SegmentIdentity;

/**
 * A segment: one use of a slot, from its activation to its reclaim.
 *
 * <p>Columns: field, writer, reader, guard.
 * <pre>
 *  live        appender, once, to false    any thread    volatile; readers check it after their read
 *  state       appender                    any thread    volatile
 *  tail        appender                    any thread    volatile, for display and bounds only
 *  records     appender                    any thread    volatile, for display only
 *  failed      flusher, once, to true      any thread    volatile
 *  unreadable  appender, once, to true     appender      single thread
 *  garbage     any thread                  appender      atomic
 * </pre>
 */
final class Segment {
    /** Ring position of a recovered segment, all of which is on the device. */
    static final long ALL_FLUSHED = Long.MIN_VALUE / 2;

    final int slot;
    final SegmentIdentity identity;
    final int sequence;
    final Device device;
    /** Position of this segment's offset 0 in the write ring. */
    final long ringBase;

    final AtomicLong garbageBytes = new AtomicLong();
    volatile boolean live = true;
    volatile SegmentState state = SegmentState.ACTIVE;
    volatile int tail;
    volatile int records;
    volatile boolean failed;
    volatile boolean outOfSpace;
    /**
     * True if reclaim could not read all of it and the owner must not lose records: not reclaimed until the next
     * opening.
     */
    boolean unreadable;
    /** Ring position where its footer ends; once this is flushed, no part of the segment is only in the ring. */
    volatile long ringEnd;

    Segment(int slot, SegmentIdentity identity, Device device, long ringBase) {
        this.slot = slot;
        this.identity = identity;
        this.sequence = identity.sequence();
        this.device = device;
        this.ringBase = ringBase;
        this.ringEnd = ringBase;
    }

    SegmentStatus status() {
        return new SegmentStatus(slot, sequence, state, tail, garbageBytes.get(), records);
    }
}
