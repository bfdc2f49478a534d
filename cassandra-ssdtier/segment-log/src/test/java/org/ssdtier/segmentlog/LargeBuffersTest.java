package org.ssdtier.segmentlog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.segmentlog.device.BoundedRead;
import org.ssdtier.segmentlog.device.Device;
import org.ssdtier.segmentlog.device.MemoryStorage;
import org.ssdtier.segmentlog.device.NativeBuffer;

@Tag("unit")
final class LargeBuffersTest {
    private static final int KIB = 1 << 10;
    private static final int MIB = 1 << 20;

    private final LargeBuffers buffers = new LargeBuffers();

    private NativeBuffer take(int bytes) {
        NativeBuffer taken = buffers.take(bytes);
        assertNotNull(taken);
        return taken;
    }

    @Test
    void take_isAlignedAndLittleEndian() {
        ByteBuffer bytes = take(100 * KIB).bytes();
        assertEquals(0, bytes.alignmentOffset(0, Device.PAGE_BYTES));
        assertEquals(ByteOrder.LITTLE_ENDIAN, bytes.order());
        assertTrue(bytes.isDirect());
        bytes.putLong(bytes.capacity() - Long.BYTES, 1);
    }

    @Test
    void take_similarSize_isTheBufferUsedLast() {
        NativeBuffer buffer = take(100 * KIB);
        assertEquals(128 * KIB, buffer.bytes().capacity());
        buffer.bytes().position(5);
        buffers.give(buffer);
        NativeBuffer again = take(72 * KIB);
        assertSame(buffer, again);
        assertEquals(0, again.bytes().position());
        assertEquals(0, buffers.idleBytes());
        assertNotSame(buffer, take(72 * KIB), "it is in use");
    }

    @Test
    void take_muchShorterRecord_leavesLargeBuffersAlone() {
        NativeBuffer buffer = take(MIB);
        buffers.give(buffer);
        assertNotSame(buffer, take(128 * KIB));
        assertSame(buffer, take(512 * KIB));
    }

    @Test
    void give_beyondTheLimit_freesTheBufferUsedFirst() {
        NativeBuffer first = take(4 * MIB);
        List<NativeBuffer> others = new ArrayList<>();
        for (int i = 0; i < LargeBuffers.MOST_IDLE_BYTES / (2 * MIB); i++) {
            others.add(take(2 * MIB));
        }
        buffers.give(first);
        for (NativeBuffer other : others) {
            assertFalse(other.isFreed());
            buffers.give(other);
            assertTrue(buffers.idleBytes() <= LargeBuffers.MOST_IDLE_BYTES);
        }
        assertTrue(first.isFreed());
        assertNotSame(first, take(4 * MIB));
    }

    @Test
    void give_veryLargeBuffer_isFreedAtOnce() {
        NativeBuffer buffer = take(LargeBuffers.LONGEST_BYTES + 4 * KIB);
        assertEquals(LargeBuffers.LONGEST_BYTES + 4 * KIB, buffer.bytes().capacity());
        assertFalse(buffer.isFreed());
        buffers.give(buffer);
        assertTrue(buffer.isFreed());
        assertEquals(0, buffers.idleBytes());
        assertEquals(0, buffers.usedBytes());
    }

    /** Checked by removal: as many reads as there are readers take memory for records of the greatest length. */
    @Test
    void take_beyondTheBound_isRefused() {
        NativeBuffer first = take(LargeBuffers.MOST_USED_BYTES - 64 * MIB);
        NativeBuffer second = take(64 * MIB);
        assertNull(buffers.take(72 * KIB));
        buffers.give(second);
        assertEquals(LargeBuffers.MOST_USED_BYTES - 64 * MIB, buffers.usedBytes());
        buffers.give(take(72 * KIB));
        assertNull(buffers.take(64 * MIB + 4 * KIB));
        buffers.give(first);
        buffers.give(take(LargeBuffers.MOST_USED_BYTES + 4 * KIB)); // the only one
        assertEquals(0, buffers.usedBytes());
    }

    /** Checked by removal: the memory is free while a read that was given up still writes into it. */
    @Test
    void reader_ofALateRead_keepsItsBufferUntilTheReadHasEnded() throws Exception {
        AtomicLong clock = new AtomicLong();
        List<Runnable> reads = new ArrayList<>();
        BoundedRead bounded = new BoundedRead(reads::add, 1_000_000, () -> clock.addAndGet(1_000_000));
        RecordReader reader = new RecordReader(bounded, new AtomicInteger(), buffers);
        try (MemoryStorage storage = new MemoryStorage();
                Device device = storage.open("file")) {
            assertTrue(reader.tryTake());
            ByteBuffer bytes = reader.ensure(8 * MIB);
            assertNotNull(bytes);
            assertEquals(BoundedRead.LATE, reader.readDevice(device, bytes, 0));
            reader.close();
            assertTrue(reader.checkStillLate());
            assertEquals(8 * MIB, buffers.usedBytes());
            bytes.put(8 * MIB - 1, (byte) 1);
            reads.get(0).run();
            assertFalse(reader.checkStillLate());
            assertEquals(0, buffers.usedBytes());
        }
    }
}
