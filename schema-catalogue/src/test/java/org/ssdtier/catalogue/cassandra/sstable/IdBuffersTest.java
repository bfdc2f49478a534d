package org.ssdtier.catalogue.cassandra.sstable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
final class IdBuffersTest {
    private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 1);
    private int attempts;
    private boolean isFull = true;
    private final IdBuffers buffers = new IdBuffers(this::allocate, clock::get);

    private ByteBuffer allocate(int bytes) {
        attempts++;
        if (isFull) {
            throw new OutOfMemoryError("Direct buffer memory");
        }
        return ByteBuffer.allocateDirect(bytes);
    }

    /** Each attempt costs a collection of all garbage. */
    @Test
    void copy_withoutMemory_isOnTheHeap_andTriedAgainAfterAMinute() {
        for (int i = 0; i < 5; i++) {
            IntBuffer copy = buffers.copy(new int[] {7, 8});
            assertEquals(8, copy.get(1));
        }
        assertEquals(1, attempts);
        isFull = false;
        clock.addAndGet(60_000_000_000L);
        IntBuffer copy = buffers.copy(new int[] {7, 8});
        assertTrue(copy.isDirect());
        assertEquals(7, copy.get(0));
        assertEquals(2, attempts);
    }
}
