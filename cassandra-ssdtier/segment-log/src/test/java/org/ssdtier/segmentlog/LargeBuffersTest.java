package org.ssdtier.segmentlog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
final class LargeBuffersTest {
    private static final int KIB = 1 << 10;
    private static final int MIB = 1 << 20;

    private final LargeBuffers buffers = new LargeBuffers();

    @Test
    void take_similarSize_isTheBufferUsedLast() {
        ByteBuffer buffer = buffers.take(100 * KIB);
        assertEquals(128 * KIB, buffer.capacity());
        buffer.position(5);
        buffers.give(buffer);
        ByteBuffer again = buffers.take(72 * KIB);
        assertSame(buffer, again);
        assertEquals(0, again.position());
        assertEquals(0, buffers.idleBytes());
        assertNotSame(buffer, buffers.take(72 * KIB), "it is in use");
    }

    @Test
    void take_muchShorterRecord_leavesLargeBuffersAlone() {
        ByteBuffer buffer = buffers.take(MIB);
        buffers.give(buffer);
        assertNotSame(buffer, buffers.take(128 * KIB));
        assertSame(buffer, buffers.take(512 * KIB));
    }

    @Test
    void give_beyondTheLimit_forgetsTheBufferUsedFirst() {
        ByteBuffer first = buffers.take(4 * MIB);
        buffers.give(first);
        for (int i = 0; i < LargeBuffers.MOST_IDLE_BYTES / (2 * MIB); i++) {
            buffers.give(ByteBuffer.allocateDirect(2 * MIB));
            assertTrue(buffers.idleBytes() <= LargeBuffers.MOST_IDLE_BYTES);
        }
        assertNotSame(first, buffers.take(4 * MIB));
    }

    @Test
    void give_veryLargeBuffer_isNotKept() {
        ByteBuffer buffer = buffers.take(LargeBuffers.LONGEST_BYTES + 4 * KIB);
        assertEquals(LargeBuffers.LONGEST_BYTES + 4 * KIB, buffer.capacity());
        buffers.give(buffer);
        assertEquals(0, buffers.idleBytes());
    }
}
