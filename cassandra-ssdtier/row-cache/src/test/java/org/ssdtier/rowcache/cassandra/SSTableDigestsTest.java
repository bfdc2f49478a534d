package org.ssdtier.rowcache.cassandra;

import static com.google.common.util.concurrent.Uninterruptibles.awaitUninterruptibly;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of reading the lines that identify SSTables: each once, several in parallel, not beyond the deadline. */
@Tag("unit")
final class SSTableDigestsTest {
    private static final int MANY = 10_000;
    private static final long LATER = TimeUnit.HOURS.toNanos(1);

    private final SSTableDigests digests = new SSTableDigests(() -> 0);
    private final AtomicInteger reads = new AtomicInteger();

    @Test
    void of_theSameSetAgain_readsNothing_inAnyOrder() {
        List<SSTableDigests.Part> parts = parts(MANY);
        byte[] first = digests.of(parts, LATER);
        assertNotNull(first);
        assertEquals(MANY, reads.get());
        Collections.shuffle(parts, new Random(1));
        assertArrayEquals(first, digests.of(parts, LATER));
        assertEquals(MANY, reads.get());
        assertFalse(Arrays.equals(first, digests.of(parts.subList(1, MANY), LATER)));
        parts.addAll(parts(3));
        digests.of(parts, LATER);
        assertEquals(MANY + 3, reads.get());
    }

    /** Eight readers meet at a barrier; sequential reads would wait forever. */
    @Test
    void of_many_readsSeveralAtOnce() {
        CyclicBarrier together = new CyclicBarrier(8);
        List<SSTableDigests.Part> parts = new ArrayList<>();
        for (int number = 0; number < 16; number++) {
            String line = "sstable " + number;
            parts.add(new SSTableDigests.Part(new Object(), () -> {
                try {
                    together.await(60, TimeUnit.SECONDS);
                    return line;
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            }));
        }
        assertNotNull(digests.of(parts, LATER));
    }

    @Test
    void of_aDeadlineThatHasPassed_givesUp() {
        assertNull(digests.of(parts(MANY), 0));
        assertEquals(0, reads.get());
    }

    @Test
    void of_aDiskThatDoesNotAnswer_givesUpAtTheDeadline() {
        CountDownLatch never = new CountDownLatch(1);
        List<SSTableDigests.Part> parts = parts(8);
        parts.add(new SSTableDigests.Part(new Object(), () -> {
            try {
                never.await();
                return "";
            } catch (InterruptedException e) {
                return "given up";
            }
        }));
        assertNull(digests.of(parts, TimeUnit.MILLISECONDS.toNanos(50)));
        assertTrue(reads.get() <= 8);
    }

    /** Checked by removal: a caller that reads them itself would wait forever. */
    @Test
    void readAhead_doesNotWait_andReadsEachOnce() throws InterruptedException {
        CountDownLatch answer = new CountDownLatch(1);
        List<SSTableDigests.Part> parts = new ArrayList<>();
        for (int number = 0; number < 100; number++) {
            String line = "sstable " + number;
            parts.add(new SSTableDigests.Part(new Object(), () -> {
                reads.incrementAndGet();
                awaitUninterruptibly(answer);
                return line;
            }));
        }
        digests.readAhead(parts);
        digests.readAhead(parts);
        answer.countDown();
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (reads.get() < 100 && System.nanoTime() < deadline) {
            Thread.sleep(1);
        }
        assertEquals(100, reads.get());
    }

    private List<SSTableDigests.Part> parts(int count) {
        List<SSTableDigests.Part> parts = new ArrayList<>();
        for (int number = 0; number < count; number++) {
            String line = "sstable " + number;
            parts.add(new SSTableDigests.Part(new Object(), () -> {
                reads.incrementAndGet();
                return line;
            }));
        }
        return parts;
    }
}
