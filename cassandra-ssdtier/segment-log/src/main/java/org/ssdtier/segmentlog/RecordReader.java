package org.ssdtier.segmentlog;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.ssdtier.segmentlog.device.AlignedBuffers;
import org.ssdtier.segmentlog.device.BoundedRead;
import org.ssdtier.segmentlog.device.Device;

/**
 * An aligned buffer that one read after the other is made into. Taken from {@link SegmentLog#acquireReader} and given
 * back by {@link #close}, by which the record it shows ends. Used by one thread at a time.
 */
public final class RecordReader implements AutoCloseable {
    /** What stays with a pooled reader; a longer record's buffer goes when the reader is given back. */
    static final int KEPT_BYTES = 64 << 10;

    private static final int FREE = 0;
    private static final int TAKEN = 1;
    /** Given back while its read is late: free again once that has ended. */
    private static final int LATE = 2;
    /** Somebody looks whether the late read has ended. */
    private static final int ASKED = 3;

    private static final VarHandle STATE;
    private static final VarHandle READS_IN_TIME;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            STATE = lookup.findVarHandle(RecordReader.class, "state", int.class);
            READS_IN_TIME = lookup.findVarHandle(RecordReader.class, "readsInTime", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final BoundedRead reads;
    private final RecordView view = new RecordView();
    private @Nullable ByteBuffer memory;
    /** Device reads of the last read; counted by {@link ReadPath}. */
    int deviceReads;

    /** Set by the reading thread when its read is late. */
    private boolean isLate;

    @SuppressWarnings("UnusedVariable") // by READS_IN_TIME
    private long readsInTime;

    private volatile int state;

    RecordReader(BoundedRead reads) {
        this.reads = reads;
    }

    boolean tryTake() {
        return state == FREE && STATE.compareAndSet(this, FREE, TAKEN);
    }

    /** Returns whether this reader was given back and its read is still late; frees it if that has ended. */
    boolean isStillLate() {
        if (!STATE.compareAndSet(this, LATE, ASKED)) {
            return state == ASKED;
        }
        boolean ended = reads.hasEnded();
        isLate = !ended;
        STATE.setRelease(this, ended ? FREE : LATE);
        return !ended;
    }

    /** Returns whether this reader was given back with a late read that was not seen to end. */
    boolean isLeftLate() {
        return state >= LATE;
    }

    /** Returns how many device reads have ended in time. */
    long readsInTime() {
        return (long) READS_IN_TIME.getOpaque(this);
    }

    /**
     * Reads from a device into the buffer, as {@link BoundedRead#read} does.
     *
     * @param into the buffer, from position to limit
     */
    int readDevice(Device device, ByteBuffer into, long position) throws IOException {
        int bytes = reads.read(device, into, position);
        if (bytes == BoundedRead.LATE) {
            isLate = true;
        } else {
            READS_IN_TIME.setOpaque(this, readsInTime + 1);
        }
        return bytes;
    }

    /**
     * Returns a buffer of at least the given size; what was read before is lost if it has to grow.
     *
     * @param bytes a multiple of the device page
     */
    ByteBuffer ensure(int bytes) {
        ByteBuffer current = memory;
        if (current == null || current.capacity() < bytes) {
            int grown = current == null ? bytes : Math.max(bytes, Math.min(2 * current.capacity(), KEPT_BYTES));
            current = AlignedBuffers.allocate(Math.max(grown, Device.PAGE_BYTES));
            memory = current;
            view.attach(current);
        }
        return current;
    }

    /** Returns the record of the last read, if that was {@link ReadStatus#OK}; valid until the next read or close. */
    public RecordView record() {
        return view;
    }

    /** Returns how often the device was read for the last read; 0 when the write buffers answered it. */
    public int deviceReads() {
        return deviceReads;
    }

    /** Gives the reader back. Idempotent while nobody else has taken it, so call it once. */
    @Override
    public void close() {
        ByteBuffer current = memory;
        if (!isLate && current != null && current.capacity() > KEPT_BYTES) {
            memory = null;
        }
        STATE.setRelease(this, isLate ? LATE : FREE);
    }
}
