package org.ssdtier.segmentlog.device;

import com.sun.jna.Memory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * A large buffer that a {@link Device} accepts, from the C allocator. Unlike a direct buffer of the JVM it is freed when it is
 * closed, it is not zeroed, and it takes nothing from {@code MaxDirectMemorySize}: a node that reaches that limit collects all
 * garbage, and may end.
 *
 * <p>If it is not closed, its memory is freed when neither it nor any view of its bytes is reachable. Without JNA it is a direct
 * buffer, which only the garbage collector frees.
 */
public final class NativeBuffer implements AutoCloseable {
    private final ByteBuffer bytes;
    /** The memory of the bytes; null without JNA. */
    private final @Nullable Memory memory;

    private NativeBuffer(ByteBuffer bytes, @Nullable Memory memory) {
        this.bytes = bytes;
        this.memory = memory;
    }

    /**
     * Allocates a buffer with any content.
     *
     * @param sizeBytes a multiple of {@link Device#PAGE_BYTES}, above 0
     * @return the buffer; null if there is no memory
     */
    public static @Nullable NativeBuffer allocate(int sizeBytes) {
        assert sizeBytes > 0 && sizeBytes % Device.PAGE_BYTES == 0 : "sizeBytes=" + sizeBytes;
        try {
            return ofMemory(sizeBytes);
        } catch (OutOfMemoryError none) {
            return null;
        }
    }

    private static NativeBuffer ofMemory(int sizeBytes) {
        Memory memory;
        try {
            memory = new Memory((long) sizeBytes + Device.PAGE_BYTES);
        } catch (LinkageError missing) {
            return new NativeBuffer(AlignedBuffers.allocate(sizeBytes), null);
        }
        ByteBuffer aligned = memory.getByteBuffer(0, memory.size())
                .alignedSlice(Device.PAGE_BYTES)
                .slice(0, sizeBytes)
                .order(ByteOrder.LITTLE_ENDIAN);
        return new NativeBuffer(aligned, memory);
    }

    /** Returns the bytes: a little-endian buffer whose address is a multiple of {@link Device#PAGE_BYTES}; always the same object. */
    public ByteBuffer bytes() {
        return bytes;
    }

    /** Returns whether the memory was freed. */
    public boolean isFreed() {
        return memory != null && !memory.valid();
    }

    /** Frees the memory. Nothing may use the bytes any more, a late read included. Idempotent. */
    @Override
    public void close() {
        if (memory != null) {
            memory.close();
        }
    }
}
