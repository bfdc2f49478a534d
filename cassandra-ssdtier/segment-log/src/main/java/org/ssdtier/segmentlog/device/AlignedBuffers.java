package org.ssdtier.segmentlog.device;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Static methods to allocate direct buffers that a {@link Device} accepts. */
public final class AlignedBuffers {
    private AlignedBuffers() {}

    /**
     * Allocates a zeroed, direct, little-endian buffer whose address is a multiple of {@link Device#PAGE_BYTES}.
     *
     * @param sizeBytes a multiple of {@link Device#PAGE_BYTES}
     * @return the buffer, position 0, limit and capacity {@code sizeBytes}
     */
    public static ByteBuffer allocate(int sizeBytes) {
        assert sizeBytes % Device.PAGE_BYTES == 0 : "sizeBytes=" + sizeBytes;
        return ByteBuffer.allocateDirect(sizeBytes + Device.PAGE_BYTES)
                .alignedSlice(Device.PAGE_BYTES)
                .slice(0, sizeBytes)
                .order(ByteOrder.LITTLE_ENDIAN);
    }
}
