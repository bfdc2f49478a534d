package org.ssdtier.segmentlog;

import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.ssdtier.segmentlog.device.AlignedBuffers;
import org.ssdtier.segmentlog.device.Device;
import org.ssdtier.segmentlog.device.NoSpaceException;

/**
 * The write buffers of a log, laid end to end in one ring of memory.
 *
 * <p>Every appended byte has a ring position. Positions only grow; a byte is stored at {@code position % ringBytes}.
 * Four positions follow each other:
 * <pre>
 *      flushed        ready        tail         claimed      &lt;= flushed + ringBytes
 *  -------|-------------|------------|-------------|-----
 *  on the | full: to be |  being     | rest of the |
 *  device | written     |  filled    | buffer      |
 * </pre>
 * The appender fills the buffer between {@code tail} and {@code claimed}. When the buffer is full, the appender moves
 * {@code ready} and continues in the next one immediately; it waits only when all buffers are full. The flusher, one at
 * a time on the executor, writes everything that is ready; full buffers that are adjacent in the ring go out in one
 * write. An extent maps a range of positions to a range of one device.
 *
 * <p>Readers copy from the ring without a lock, in the manner of a seqlock (Boehm, Can Seqlocks Get Along with
 * Programming Language Memory Models?, 2012): the copy is valid if {@code claimed} shows afterwards that the appender
 * has not wrapped around to those bytes. If it has, the bytes are on the device by then.
 *
 * <p>Columns: field, writer, reader, guard.
 * <pre>
 *  tail, open            appender    appender              single thread
 *  memory                appender    flusher, readers      ready (volatile); readers: claimed, checked after the copy
 *  ready                 appender    flusher               volatile
 *  claimed               appender    readers               volatile, with a fence before the bytes it announces
 *  flushed               flusher     appender, readers     volatile
 *  current               flusher     flusher               scheduled (compare-and-set)
 *  failures              flusher     appender              volatile
 * </pre>
 */
final class WriteRing {
    private static final int PAGE_BYTES = Device.PAGE_BYTES;
    private static final ByteBuffer ZEROS = ByteBuffer.allocateDirect(PAGE_BYTES);

    /** A range of ring positions that is written to a range of a device. */
    private static final class Extent {
        final Segment segment;
        final long ringStart;
        final long deviceOffset;
        /** End of the bytes to write; set when the extent is closed. */
        volatile long writeEnd = Long.MAX_VALUE;

        /** Start of the next extent; set when the extent is closed. */
        volatile long ringEnd = Long.MAX_VALUE;

        Extent(Segment segment, long ringStart, long deviceOffset) {
            this.segment = segment;
            this.ringStart = ringStart;
            this.deviceOffset = deviceOffset;
        }
    }

    private final ByteBuffer memory;
    private final ByteBuffer writeView;
    private final int bufferBytes;
    private final long ringBytes;
    private final Executor executor;
    private final LogCounters counters;

    private long tail;
    private @Nullable Extent open;
    private volatile long claimed;
    private volatile long ready;
    private volatile long flushed;
    private volatile long failures;
    private volatile @Nullable Thread waiter;

    private final AtomicBoolean scheduled = new AtomicBoolean();
    private final ConcurrentLinkedQueue<Extent> extents = new ConcurrentLinkedQueue<>();
    private final Set<Segment> unforced = ConcurrentHashMap.newKeySet();
    private @Nullable Extent current;

    WriteRing(int bufferBytes, int buffers, Executor executor, LogCounters counters) {
        this.bufferBytes = bufferBytes;
        this.ringBytes = (long) bufferBytes * buffers;
        this.memory = AlignedBuffers.allocate(Math.toIntExact(ringBytes));
        this.writeView = memory.duplicate();
        this.executor = executor;
        this.counters = counters;
    }

    // ---- appender ----

    /** Starts an extent at {@link #tail}. The previous one must be closed. */
    void open(Segment segment, long deviceOffset) {
        assert open == null : "an extent is open";
        assert tail % bufferBytes == 0 : "tail=" + tail + " is inside a buffer";
        assert deviceOffset % PAGE_BYTES == 0 : "device offset=" + deviceOffset;
        Extent extent = new Extent(segment, tail, deviceOffset);
        open = extent;
        extents.add(extent);
    }

    /** Appends bytes to the open extent. Waits only if every buffer is full. */
    void put(ByteBuffer source, int from, int lengthBytes) {
        assert open != null || lengthBytes == 0 : "no extent is open";
        int done = 0;
        while (done < lengthBytes) {
            if (tail == claimed) {
                claimBuffer();
            }
            int bytes = (int) Math.min(lengthBytes - done, claimed - tail);
            memory.put(index(tail), source, from + done, bytes);
            done += bytes;
            advance(bytes);
        }
    }

    /** Appends zeros. */
    void putZeros(int lengthBytes) {
        for (int left = lengthBytes; left > 0; left -= PAGE_BYTES) {
            put(ZEROS, 0, Math.min(left, PAGE_BYTES));
        }
    }

    /** Closes the extent: its last buffer is written as far as it is filled. */
    void close() {
        Extent extent = open;
        assert extent != null : "no extent is open";
        padToPage();
        long end = (tail + bufferBytes - 1) / bufferBytes * bufferBytes;
        extent.ringEnd = end;
        extent.writeEnd = tail;
        open = null;
        tail = end;
        publish();
    }

    /** Pads the appended bytes to a whole page and waits until every write has ended, successfully or not. */
    void flush() {
        padToPage();
        publish();
        awaitFlushed(tail);
    }

    /** Waits until every write before a ring position has ended, successfully or not. */
    void awaitFlushed(long position) {
        assert position <= tail : "position=" + position + " tail=" + tail + ": the wait would not end";
        if (flushed >= position) {
            return;
        }
        boolean interrupted = false;
        waiter = Thread.currentThread();
        while (flushed < position) {
            LockSupport.park(this);
            interrupted |= Thread.interrupted();
        }
        waiter = null;
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Flushes, then makes everything written durable. Failures are counted in {@link #failures}. */
    void force() {
        flush();
        for (Segment segment : List.copyOf(unforced)) {
            unforced.remove(segment);
            try {
                segment.device.force();
            } catch (IOException e) {
                counters.writeErrors.increment();
                counters.failed("force of slot=" + segment.slot, e);
                segment.failed = true; // any page of it may be lost, even its header: no more appends
                addFailure();
            }
        }
    }

    /** Removes a reclaimed segment from those that {@link #force} covers. */
    void forget(Segment segment) {
        unforced.remove(segment);
    }

    /** Returns the number of writes and forces that have failed. Two equal results mean no failure between them. */
    long failures() {
        return failures;
    }

    /** Returns the ring position of the next byte. */
    long tail() {
        return tail;
    }

    long ringBytes() {
        return ringBytes;
    }

    private int index(long position) {
        return (int) (position % ringBytes);
    }

    private void claimBuffer() {
        long next = tail + bufferBytes;
        if (flushed < next - ringBytes) {
            counters.appendWaits.increment();
            awaitFlushed(next - ringBytes);
        }
        assert next <= flushed + ringBytes : "claimed=" + next + " flushed=" + flushed;
        claimed = next;
        VarHandle.fullFence(); // readers of the old bytes of this buffer must see the claim before any new byte
    }

    private void advance(int bytes) {
        tail += bytes;
        if (tail == claimed) {
            publish();
        }
    }

    private void padToPage() {
        int inPage = (int) (tail % PAGE_BYTES);
        if (inPage != 0) {
            put(ZEROS, 0, PAGE_BYTES - inPage);
        }
    }

    private void publish() {
        ready = tail;
        if (scheduled.compareAndSet(false, true)) {
            try {
                executor.execute(this::drain);
            } catch (RejectedExecutionException | OutOfMemoryError noThread) { // shut down, or none can be started
                drain();
            }
        }
    }

    // ---- readers ----

    /** Returns the position before which every write has ended. */
    long flushed() {
        return flushed;
    }

    /**
     * Copies bytes out of the ring.
     *
     * @return whether the bytes were still in the ring; if not, they have been written to the device
     */
    boolean copyOut(long position, ByteBuffer destination, int at, int lengthBytes) {
        int start = index(position);
        int first = (int) Math.min(lengthBytes, ringBytes - start);
        destination.put(at, memory, start, first);
        if (first < lengthBytes) {
            destination.put(at + first, memory, 0, (int) Math.min(lengthBytes - first, ringBytes));
        }
        VarHandle.loadLoadFence();
        return claimed - position <= ringBytes;
    }

    // ---- flusher ----

    private void drain() {
        do {
            boolean more;
            do {
                more = writeNext();
            } while (more);
            scheduled.set(false);
        } while (flushed < ready && scheduled.compareAndSet(false, true));
    }

    /** Writes the next range that is ready; returns whether there was something to do. */
    private boolean writeNext() {
        long end = ready; // read before writeEnd, which is set before ready moves beyond it
        Extent extent = current;
        if (extent == null) {
            extent = extents.poll();
            if (extent == null) {
                return false;
            }
            current = extent;
        }
        long done = flushed;
        long writeEnd = extent.writeEnd;
        if (done >= writeEnd) {
            current = null;
            moveFlushed(extent.ringEnd);
            return true;
        }
        long bytes = Math.min(Math.min(end, writeEnd) - done, ringBytes - index(done));
        if (bytes <= 0) {
            return false;
        }
        write(extent, done, (int) bytes);
        moveFlushed(done + bytes);
        return true;
    }

    private void moveFlushed(long position) {
        flushed = position;
        Thread waiting = waiter;
        if (waiting != null) {
            LockSupport.unpark(waiting);
        }
    }

    private void write(Extent extent, long position, int bytes) {
        int start = index(position);
        try {
            // in here, where any error is a failed write: one that ended the flusher would block the appender
            assert (position | bytes) % PAGE_BYTES == 0 : "position=" + position + " bytes=" + bytes;
            assert position + bytes <= ready : "position=" + position + " bytes=" + bytes + " ready=" + ready;
            unforced.add(extent.segment);
            extent.segment.device.write(
                    writeView.limit(start + bytes).position(start), extent.deviceOffset + position - extent.ringStart);
            counters.deviceWrites.increment();
            counters.bytesWritten.add(bytes);
        } catch (IOException | RuntimeException | Error e) { // also an Error, since the appender may be waiting
            failed(extent, e);
        }
    }

    private void failed(Extent extent, Throwable e) {
        counters.writeErrors.increment();
        Segment segment = extent.segment;
        counters.failed("write to slot=" + segment.slot, e);
        if (e instanceof NoSpaceException) {
            counters.noSpaceErrors.increment();
            segment.outOfSpace = true;
        }
        segment.failed = true;
        addFailure();
    }

    private synchronized void addFailure() {
        failures++;
    }
}
