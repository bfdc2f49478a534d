package org.ssdtier.segmentlog;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import org.ssdtier.segmentlog.device.AlignedBuffers;

/**
 * The buffers of a pool's readers for records that are longer than what each reader keeps. Those that were used last are used
 * again, up to a number of bytes: memory outside the heap is freed only by a garbage collection, which the JVM begins itself,
 * as a full one, when its limit is reached. Thread-safe.
 */
final class LargeBuffers {
    /** Most bytes of the buffers that nobody uses. */
    static final int MOST_IDLE_BYTES = 16 << 20;
    /** Size of the longest buffer that is used again. */
    static final int LONGEST_BYTES = 4 << 20;
    /** A buffer is not used for a record that is shorter than this part of it, given as a divisor. */
    private static final int LEAST_USE_DIVISOR = 4;

    private final Deque<ByteBuffer> idle = new ArrayDeque<>();
    private long idleBytes;

    /** Returns an aligned buffer of at least the given size, with any content. */
    ByteBuffer take(int bytes) {
        synchronized (this) {
            for (Iterator<ByteBuffer> buffers = idle.iterator(); buffers.hasNext(); ) {
                ByteBuffer buffer = buffers.next();
                if (buffer.capacity() >= bytes && buffer.capacity() / LEAST_USE_DIVISOR <= bytes) {
                    buffers.remove();
                    idleBytes -= buffer.capacity();
                    return buffer.clear();
                }
            }
        }
        return AlignedBuffers.allocate(bytes >= LONGEST_BYTES ? bytes : roundedUp(bytes));
    }

    /** Returns the next power of two, so that records of similar sizes share buffers. */
    private static int roundedUp(int bytes) {
        return Integer.highestOneBit(bytes - 1) << 1;
    }

    /** Takes a buffer back. */
    synchronized void give(ByteBuffer buffer) {
        if (buffer.capacity() > LONGEST_BYTES) {
            return;
        }
        idle.addFirst(buffer);
        idleBytes += buffer.capacity();
        while (idleBytes > MOST_IDLE_BYTES) {
            idleBytes -= idle.removeLast().capacity();
        }
    }

    /** Returns the bytes of the buffers that nobody uses. */
    synchronized long idleBytes() {
        return idleBytes;
    }
}
