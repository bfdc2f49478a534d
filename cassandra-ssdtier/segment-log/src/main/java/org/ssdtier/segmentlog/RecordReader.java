package org.ssdtier.segmentlog;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.ssdtier.segmentlog.device.AlignedBuffers;
import org.ssdtier.segmentlog.device.BoundedRead;
import org.ssdtier.segmentlog.device.Device;
import org.ssdtier.segmentlog.device.NativeBuffer;

/**
 * A reusable aligned buffer for reads. Acquired with {@link SegmentLog#acquireReader} and returned by {@link #close},
 * which makes the record it shows invalid. Used by one thread at a time.
 */
public final class RecordReader implements AutoCloseable {
    /**
     * Size of the largest buffer a pooled reader keeps; a larger one is borrowed until the reader is returned. 64 KiB, and a
     * page for a record that does not start on one.
     */
    static final int KEPT_BYTES = (64 << 10) + Device.PAGE_BYTES;

    private static final int FREE = 0;
    private static final int TAKEN = 1;
    /** Returned while its read was late: free again once the read has ended. */
    private static final int LATE = 2;
    /** A thread is checking whether the late read has ended. */
    private static final int ASKED = 3;

    private static final ByteBuffer NONE = ByteBuffer.allocateDirect(0);
    private static final VarHandle STATE;
    private static final VarHandle READS_ENDED;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            STATE = lookup.findVarHandle(RecordReader.class, "state", int.class);
            READS_ENDED = lookup.findVarHandle(RecordReader.class, "readsEnded", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final BoundedRead reads;
    /** Number of readers of the pool in state {@link #LATE} or {@link #ASKED}. */
    private final AtomicInteger lateReaders;

    private final LargeBuffers largeBuffers;
    private final RecordView view = new RecordView();
    private @Nullable ByteBuffer memory;
    /** The borrowed buffer. */
    private @Nullable NativeBuffer large;
    /** Number of device reads of the last read; counted by {@link ReadPath}. */
    int deviceReads;

    /** True if the last read is late; set by the reading thread. */
    private boolean isLate;

    @SuppressWarnings("UnusedVariable") // accessed through READS_ENDED
    private long readsEnded;

    private volatile int state;

    RecordReader(BoundedRead reads, AtomicInteger lateReaders, LargeBuffers largeBuffers) {
        this.reads = reads;
        this.largeBuffers = largeBuffers;
        this.lateReaders = lateReaders;
    }

    boolean tryTake() {
        return state == FREE && STATE.compareAndSet(this, FREE, TAKEN);
    }

    /** Returns whether this reader was returned and its late read has not ended; frees the reader if it has. */
    boolean checkStillLate() {
        if (!STATE.compareAndSet(this, LATE, ASKED)) {
            return state == ASKED;
        }
        boolean ended = reads.hasEnded();
        isLate = !ended;
        if (ended) {
            READS_ENDED.setOpaque(this, readsEnded + 1);
            giveBack();
        }
        int late = ended ? lateReaders.decrementAndGet() : lateReaders.get();
        STATE.setRelease(this, ended ? FREE : LATE);
        assert late >= 0 : "late readers=" + late;
        return !ended;
    }

    /** Returns the number of device reads that were seen to end, in time or later. */
    long readsEnded() {
        return (long) READS_ENDED.getOpaque(this);
    }

    /**
     * Reads from a device into the buffer, as {@link BoundedRead#read} does.
     *
     * @param into the buffer, from position to limit
     */
    int readDevice(Device device, ByteBuffer into, long position) throws IOException {
        assert state == TAKEN : "state=" + state;
        assert !isLate : "a late read still uses the buffer";
        int bytes = reads.read(device, into, position);
        if (bytes == BoundedRead.LATE) {
            isLate = true;
        } else {
            READS_ENDED.setOpaque(this, readsEnded + 1);
        }
        return bytes;
    }

    /**
     * Returns a buffer of at least the given size; its content is lost if it has to grow.
     *
     * @param bytes a multiple of the device page
     * @return the buffer; null if it would be longer than {@link #KEPT_BYTES}, and the pool has no memory for it now
     */
    @Nullable
    ByteBuffer ensure(int bytes) {
        assert !isLate : "a late read still uses the buffer";
        assert bytes > 0 && bytes % Device.PAGE_BYTES == 0 : "bytes=" + bytes;
        ByteBuffer current = large == null ? memory : large.bytes();
        if (current != null && current.capacity() >= bytes) {
            return current;
        }
        if (bytes > KEPT_BYTES) {
            giveBack();
            NativeBuffer taken = largeBuffers.take(bytes);
            if (taken == null) {
                return null;
            }
            large = taken;
            current = taken.bytes();
        } else {
            current = AlignedBuffers.allocate(
                    current == null ? bytes : Math.max(bytes, Math.min(2 * current.capacity(), KEPT_BYTES)));
            memory = current;
        }
        view.attach(current);
        return current;
    }

    /** Returns the borrowed buffer, if there is one; the kept one is used again. */
    private void giveBack() {
        NativeBuffer borrowed = large;
        if (borrowed != null) {
            large = null;
            view.attach(memory == null ? NONE : memory); // first: the memory may be freed
            largeBuffers.give(borrowed);
        }
    }

    /**
     * Returns the record of the last read, if its status was {@link ReadStatus#OK}; valid until the next read or
     * close.
     */
    public RecordView record() {
        return view;
    }

    /** Returns the number of device reads of the last read; 0 when it was served from the write buffers. */
    public int deviceReads() {
        return deviceReads;
    }

    /** Returns the reader to the pool. Call it once: it is idempotent only until another thread acquires the reader. */
    @Override
    public void close() {
        if (isLate) {
            lateReaders.incrementAndGet(); // the kernel may still write into the buffer
        } else {
            giveBack();
        }
        STATE.setRelease(this, isLate ? LATE : FREE);
    }
}
