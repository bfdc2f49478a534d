package org.ssdtier.segmentlog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.segmentlog.device.MemoryDevice;

/** Tests of the write ring on an executor that the test controls. */
@Tag("unit")
class WriteRingTest {
    private static final int BUFFER_BYTES = 4096;

    private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
    private final LogCounters counters = new LogCounters();
    private final WriteRing ring = new WriteRing(BUFFER_BYTES, 4, tasks::add, counters);
    private final MemoryDevice device = new MemoryDevice();

    private void openAndPut(int bytes) {
        ring.open(new Segment(0, Records.identity(1), device, 0), 0);
        put(bytes, 1);
    }

    private void put(int bytes, int content) {
        ByteBuffer source = ByteBuffer.allocate(bytes);
        for (int i = 0; i < bytes; i++) {
            source.put(i, (byte) content);
        }
        ring.put(source, 0, bytes);
    }

    private void runTasks() {
        while (!tasks.isEmpty()) {
            tasks.remove().run();
        }
    }

    @Test
    void put_whileNothingIsWritten_doesNotWaitUntilAllBuffersAreFull() {
        openAndPut(4 * BUFFER_BYTES);
        assertEquals(0, device.size());
        assertEquals(0, counters.appendWaits.sum());
    }

    @Test
    void put_intoBufferThatIsNotFull_writesNothing() {
        openAndPut(BUFFER_BYTES - 1);
        assertTrue(tasks.isEmpty());
    }

    @Test
    void drain_ofAdjacentFullBuffers_isOneWrite() {
        openAndPut(3 * BUFFER_BYTES + 100);
        runTasks();
        assertEquals(1, counters.deviceWrites.sum());
        assertEquals(3 * BUFFER_BYTES, device.size());
    }

    @Test
    void drain_ofWrappedBuffers_isTwoWrites() {
        openAndPut(3 * BUFFER_BYTES);
        runTasks();
        put(3 * BUFFER_BYTES, 2);
        runTasks();
        assertEquals(3, counters.deviceWrites.sum());
        assertEquals(6 * BUFFER_BYTES, device.size());
    }

    /** Checked by removal: without the check of the claimed position a copy of overwritten bytes is accepted. */
    @Test
    void copyOut_ofOverwrittenBytes_saysSo() {
        openAndPut(4 * BUFFER_BYTES);
        runTasks();
        ByteBuffer copy = ByteBuffer.allocate(BUFFER_BYTES);
        assertTrue(ring.copyOut(0, copy, 0, BUFFER_BYTES), "written, and still there");
        put(1, 2);
        assertFalse(ring.copyOut(0, copy, 0, BUFFER_BYTES));
        assertTrue(ring.copyOut(BUFFER_BYTES, copy, 0, BUFFER_BYTES));
    }

    @Test
    void close_inTheMiddleOfABuffer_startsTheNextExtentInANewOne() {
        openAndPut(100);
        ring.close();
        assertEquals(BUFFER_BYTES, ring.tail());
        MemoryDevice other = new MemoryDevice();
        ring.open(new Segment(1, Records.identity(2), other, ring.tail()), 8192);
        put(4096, 3);
        runTasks();
        assertEquals(BUFFER_BYTES, device.size());
        assertEquals(8192 + 4096, other.size());
    }
}
