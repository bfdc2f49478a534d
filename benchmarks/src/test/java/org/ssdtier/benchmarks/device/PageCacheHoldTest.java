package org.ssdtier.benchmarks.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
final class PageCacheHoldTest {
    private static final long BYTES = 24L << 20;
    private static final int PATIENCE_SECONDS = 60;

    /** A memory that counts its limits, and fails from one of them on. */
    private static final class CountingMemory implements ProgramMemory {
        private final AtomicInteger limits = new AtomicInteger();
        private final CountDownLatch seen;
        private final int firstFailure;

        private CountingMemory(int awaited, int firstFailure) {
            this.seen = new CountDownLatch(awaited);
            this.firstFailure = firstFailure;
        }

        @Override
        public boolean isBounded() {
            return true;
        }

        @Override
        public List<String> inside(List<String> command) {
            return command;
        }

        @Override
        public void limitPageCache(long bytes) throws IOException {
            assertEquals(BYTES, bytes);
            int number = limits.incrementAndGet();
            seen.countDown();
            if (number >= firstFailure) {
                throw new IOException("limit " + number);
            }
        }

        @Override
        public void liftLimit() {
            throw new AssertionError("the last limit stays");
        }

        @Override
        public long pageCacheBytes() {
            return 0;
        }

        @Override
        public long processBytes() {
            return 0;
        }

        @Override
        public void close() {
            throw new AssertionError("closed by its creator");
        }

        private void await() throws InterruptedException {
            assertTrue(seen.await(PATIENCE_SECONDS, TimeUnit.SECONDS), "limits=" + limits);
        }
    }

    @Test
    void limit_isSetAnew_untilTheEnd() throws Exception {
        CountingMemory memory = new CountingMemory(3, Integer.MAX_VALUE);
        PageCacheHold hold = PageCacheHold.begin(memory, BYTES);
        memory.await();
        hold.close();
        int limits = memory.limits.get();
        hold.close();
        assertEquals(limits, memory.limits.get());
    }

    @Test
    void failureOfALaterLimit_isThrownAtTheEnd() throws Exception {
        CountingMemory memory = new CountingMemory(2, 2);
        PageCacheHold hold = PageCacheHold.begin(memory, BYTES);
        memory.await();
        String message = assertThrows(IOException.class, hold::close).getMessage();
        assertEquals("page cache limit: limit 2", message);
        assertEquals(2, memory.limits.get());
    }

    @Test
    void failureOfTheFirstLimit_isThrownAtOnce() {
        CountingMemory memory = new CountingMemory(1, 1);
        assertThrows(IOException.class, () -> PageCacheHold.begin(memory, BYTES));
    }
}
