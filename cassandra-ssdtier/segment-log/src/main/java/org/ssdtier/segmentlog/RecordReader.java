package org.ssdtier.segmentlog;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.ssdtier.segmentlog.device.AlignedBuffers;
import org.ssdtier.segmentlog.device.Device;

/**
 * An aligned buffer that one read after the other is made into. Taken from {@link SegmentLog#acquireReader} and given
 * back by {@link #close}, by which the record it shows ends. Used by one thread at a time.
 */
public final class RecordReader implements AutoCloseable {
    /** What stays with a pooled reader; a longer record's buffer goes when the reader is given back. */
    static final int KEPT_BYTES = 64 << 10;

    private static final VarHandle TAKEN;

    static {
        try {
            TAKEN = MethodHandles.lookup().findVarHandle(RecordReader.class, "taken", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final RecordView view = new RecordView();
    private @Nullable ByteBuffer memory;
    /** Device reads of the last read; counted by {@link ReadPath}. */
    int deviceReads;

    @SuppressWarnings("UnusedVariable") // by TAKEN
    private volatile boolean taken;

    RecordReader() {}

    boolean tryTake() {
        return !taken && TAKEN.compareAndSet(this, false, true);
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
        if (current != null && current.capacity() > KEPT_BYTES) {
            memory = null;
        }
        TAKEN.setRelease(this, false);
    }
}
