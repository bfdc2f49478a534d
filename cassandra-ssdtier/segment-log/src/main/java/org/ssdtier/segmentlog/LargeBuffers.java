package org.ssdtier.segmentlog;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.ssdtier.segmentlog.device.NativeBuffer;

/**
 * The buffers of a pool's readers for records that are longer than what each reader keeps. Those that were used last are used
 * again, up to a number of bytes; all others are freed at once. The bytes of those in use are bounded too. Thread-safe.
 */
final class LargeBuffers {
    /** Most bytes of the buffers that nobody uses. */
    static final int MOST_IDLE_BYTES = 16 << 20;
    /** Most bytes of the buffers in use, unless there is only one. */
    static final int MOST_USED_BYTES = 128 << 20;
    /** Size of the longest buffer that is used again. */
    static final int LONGEST_BYTES = 4 << 20;
    /** A buffer is not used for a record that is shorter than this part of it, given as a divisor. */
    private static final int LEAST_USE_DIVISOR = 4;

    private final Deque<NativeBuffer> idle = new ArrayDeque<>();
    private long idleBytes;
    private long usedBytes;

    /**
     * Returns an aligned buffer of at least the given size, with any content; null if the buffers in use are as many bytes as
     * allowed, or if there is no memory. The caller returns it by {@link #give}.
     */
    @Nullable
    NativeBuffer take(int bytes) {
        int madeBytes = bytes >= LONGEST_BYTES ? bytes : roundedUp(bytes);
        synchronized (this) {
            NativeBuffer found = find(bytes);
            int takenBytes = found == null ? madeBytes : found.bytes().capacity();
            if (usedBytes > 0 && usedBytes + takenBytes > MOST_USED_BYTES) {
                return null;
            }
            usedBytes += takenBytes;
            if (found != null) {
                idle.removeFirstOccurrence(found);
                idleBytes -= takenBytes;
                found.bytes().clear();
                return found;
            }
        }
        NativeBuffer made = NativeBuffer.allocate(madeBytes);
        if (made == null) {
            synchronized (this) {
                usedBytes -= madeBytes;
            }
        }
        return made;
    }

    private @Nullable NativeBuffer find(int bytes) {
        for (NativeBuffer buffer : idle) {
            int capacity = buffer.bytes().capacity();
            if (capacity >= bytes && capacity / LEAST_USE_DIVISOR <= bytes) {
                return buffer;
            }
        }
        return null;
    }

    /** Returns the next power of two, so that records of similar sizes share buffers. */
    private static int roundedUp(int bytes) {
        return Integer.highestOneBit(bytes - 1) << 1;
    }

    /** Takes a buffer back. Nothing may use its bytes any more. */
    void give(NativeBuffer buffer) {
        int bytes = buffer.bytes().capacity();
        boolean isKept = bytes <= LONGEST_BYTES;
        synchronized (this) {
            usedBytes -= bytes;
            assert usedBytes >= 0 : "used bytes=" + usedBytes;
            if (isKept) {
                keep(buffer, bytes);
            }
        }
        if (!isKept) {
            buffer.close();
        }
    }

    private void keep(NativeBuffer buffer, int bytes) {
        idle.addFirst(buffer);
        idleBytes += bytes;
        while (idleBytes > MOST_IDLE_BYTES) {
            NativeBuffer last = idle.removeLast();
            idleBytes -= last.bytes().capacity();
            last.close();
        }
    }

    /** Returns the bytes of the buffers that nobody uses. */
    synchronized long idleBytes() {
        return idleBytes;
    }

    /** Returns the bytes of the buffers in use. */
    synchronized long usedBytes() {
        return usedBytes;
    }
}
