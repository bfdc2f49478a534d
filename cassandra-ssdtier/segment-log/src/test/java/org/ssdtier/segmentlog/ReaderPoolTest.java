package org.ssdtier.segmentlog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ssdtier.segmentlog.checks.Polling;
import org.ssdtier.segmentlog.device.BoundedRead;
import org.ssdtier.segmentlog.device.Device;
import org.ssdtier.segmentlog.device.MemoryStorage;
import org.ssdtier.segmentlog.device.NanoClock;

/** Tests that a reader is used by one thread at a time. */
@Tag("concurrency")
class ReaderPoolTest {
    private static final int ROUNDS = 100_000;

    @Test
    void acquire_bySameThread_returnsSameReader() {
        ReaderPool pool = new ReaderPool(8, Runnable::run, 0, NanoClock.SYSTEM);
        RecordReader first = pool.acquire();
        first.close();
        RecordReader second = pool.acquire();
        assertSame(first, second);
    }

    /**
     * Checked by removal: with a new buffer for every long record, memory outside the heap grows until the JVM collects all
     * garbage.
     */
    @Test
    void ensure_forLongAndShortRecords_takesNoFurtherMemory() {
        ReaderPool pool = new ReaderPool(2, Runnable::run, 0, NanoClock.SYSTEM);
        Set<ByteBuffer> buffers = Collections.newSetFromMap(new IdentityHashMap<>());
        for (int i = 0; i < 100; i++) {
            try (RecordReader reader = pool.acquire()) {
                buffers.add(reader.ensure((1 + i % 2 * 60) * Device.PAGE_BYTES));
            }
        }
        assertEquals(2, buffers.size(), "a short one and a long one");
        assertEquals(2L * RecordReader.KEPT_BYTES + (256 << 10), pool.boundBytes());
    }

    /** Checked by removal: without the wait the look-up is refused, although the device works. */
    @Test
    @Timeout(60)
    void tryAcquire_allTaken_getsTheOneThatComesFree() throws InterruptedException {
        ReaderPool pool = new ReaderPool(1, Runnable::run, 1_000_000_000_000L, NanoClock.SYSTEM);
        RecordReader taken = pool.acquire();
        AtomicReference<RecordReader> got = new AtomicReference<>();
        Thread waiting = new Thread(() -> got.set(pool.tryAcquire()));
        waiting.start();
        Set<Thread.State> wanted = Set.of(Thread.State.TIMED_WAITING, Thread.State.TERMINATED);
        Polling.value("the look-up waits", waiting::getState, wanted::contains);
        taken.close();
        waiting.join();
        assertSame(taken, got.get());
    }

    @Test
    void tryAcquire_allTakenForLonger_isRefused() {
        ReaderPool pool = new ReaderPool(1, Runnable::run, 1_000_000, NanoClock.SYSTEM);
        pool.acquire();
        assertNull(pool.tryAcquire());
    }

    /** Checked by removal: readers whose late reads have ended come back only when the owner looks, and reads are refused until then. */
    @Test
    void tryAcquire_lateReadsHaveEnded_doesNotWaitForTheOwner() throws Exception {
        AtomicLong clock = new AtomicLong();
        List<Runnable> reads = new ArrayList<>();
        ReaderPool pool = new ReaderPool(2, reads::add, 1_000_000, () -> clock.addAndGet(1_000_000));
        try (MemoryStorage storage = new MemoryStorage();
                Device device = storage.open("file")) {
            try (RecordReader reader = pool.acquire()) {
                ByteBuffer buffer = reader.ensure(Device.PAGE_BYTES);
                assertNotNull(buffer);
                assertEquals(BoundedRead.LATE, reader.readDevice(device, buffer, 0));
            }
            assertNull(pool.tryAcquire(), "half of them are late");
            reads.get(0).run();
            clock.addAndGet(5_000_000);
            RecordReader again = pool.tryAcquire();
            assertNotNull(again);
            again.close();
            assertFalse(pool.hasLate());
        }
    }

    /**
     * Checked by removal: with a plain write instead of the compare-and-set in {@code tryTake} two threads share a
     * reader.
     */
    @Test
    @Timeout(60)
    void acquire_byManyThreads_neverGivesAReaderToTwo() throws InterruptedException {
        ReaderPool pool = new ReaderPool(2, Runnable::run, 0, NanoClock.SYSTEM);
        Map<RecordReader, Thread> holders = new ConcurrentHashMap<>();
        AtomicInteger shared = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Thread thread = new Thread(() -> {
                for (int round = 0; round < ROUNDS; round++) {
                    RecordReader reader = pool.acquire();
                    if (holders.put(reader, Thread.currentThread()) != null) {
                        shared.incrementAndGet();
                    }
                    if (!holders.remove(reader, Thread.currentThread())) {
                        shared.incrementAndGet();
                    }
                    reader.close();
                }
            });
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertEquals(0, shared.get());
    }
}
