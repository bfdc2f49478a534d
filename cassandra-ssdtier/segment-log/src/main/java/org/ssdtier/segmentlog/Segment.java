package org.ssdtier.segmentlog;

import java.util.concurrent.atomic.AtomicLong;
import org.ssdtier.segmentlog.device.Device;

/**
 * One use of a slot, from its activation to its reclaim.
 *
 * <p>Field: who writes it / who reads it / what guards it.
 * <pre>
 *  live        appender, once, to false    any thread    volatile; readers look after their read
 *  state       appender                    any thread    volatile
 *  tail        appender                    any thread    volatile, for display and bounds only
 *  records     appender                    any thread    volatile, for display only
 *  failed      flusher, once, to true      any thread    volatile
 *  unreadable  appender, once, to true     appender      single thread
 *  garbage     any thread                  appender      atomic
 * </pre>
 */
final class Segment {
    /** The ring position of a segment that was recovered: all of it is on the device. */
    static final long ALL_FLUSHED = Long.MIN_VALUE / 2;

    final int slot;
    final int sequence;
    final Device device;
    /** The position in the write ring that this segment's offset 0 has. */
    final long ringBase;

    final AtomicLong garbageBytes = new AtomicLong();
    volatile boolean live = true;
    volatile SegmentState state = SegmentState.ACTIVE;
    volatile int tail;
    volatile int records;
    volatile boolean failed;
    volatile boolean outOfSpace;
    /** Reclaim could not read all of it and its owner may lose nothing: it is left alone until the next opening. */
    boolean unreadable;
    /** Where in the ring its footer ends; nothing of it is in the ring once that is flushed. */
    volatile long ringEnd;

    Segment(int slot, int sequence, Device device, long ringBase) {
        this.slot = slot;
        this.sequence = sequence;
        this.device = device;
        this.ringBase = ringBase;
        this.ringEnd = ringBase;
    }

    SegmentStatus status() {
        return new SegmentStatus(slot, sequence, state, tail, garbageBytes.get(), records);
    }
}
