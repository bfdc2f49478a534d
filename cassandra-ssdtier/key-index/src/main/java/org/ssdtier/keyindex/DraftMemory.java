package org.ssdtier.keyindex;

import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.ssdtier.segmentlog.device.AlignedBuffers;

/**
 * The memory of all drafts of a node: buffers of one size outside the heap, which are used again, because the garbage
 * collector would free them late. Thread-safe.
 */
public final class DraftMemory {
    /** Size of a buffer. */
    static final int BUFFER_BYTES = KeyIndexWriter.BUFFER_BYTES;

    private final long limitBytes;
    private final AtomicLong freeBytes;
    private final Queue<ByteBuffer> idle = new ConcurrentLinkedQueue<>();

    /**
     * Creates a memory of which nothing is allocated yet.
     *
     * @param limitBytes most bytes of all buffers
     */
    public DraftMemory(long limitBytes) {
        this.limitBytes = limitBytes;
        freeBytes = new AtomicLong(limitBytes);
    }

    /** Returns an empty buffer, or null if the bytes are used up, or the JVM's memory outside the heap. */
    @Nullable
    ByteBuffer take() {
        if (freeBytes.addAndGet(-BUFFER_BYTES) >= 0) {
            ByteBuffer used = idle.poll();
            if (used != null) {
                return used.clear();
            }
            try {
                return AlignedBuffers.allocate(BUFFER_BYTES);
            } catch (OutOfMemoryError e) {
                // not a failure of the node, which would end a flush
            }
        }
        freeBytes.addAndGet(BUFFER_BYTES);
        return null;
    }

    /** Takes a buffer back. */
    void give(ByteBuffer buffer) {
        idle.add(buffer);
        freeBytes.addAndGet(BUFFER_BYTES);
    }

    /** Returns whether drafts have more than half of the memory. */
    public boolean isScarce() {
        return freeBytes() < limitBytes / 2;
    }

    /** Returns the bytes that drafts may still take. */
    public long freeBytes() {
        return freeBytes.get();
    }
}
