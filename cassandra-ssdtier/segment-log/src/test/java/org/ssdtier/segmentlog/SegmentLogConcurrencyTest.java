package org.ssdtier.segmentlog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ssdtier.segmentlog.device.MemoryStorage;

/**
 * A test of readers against appends, flushes and reclaims, with segments and a write ring so small that they are reused
 * all the time.
 */
@Tag("concurrency")
class SegmentLogConcurrencyTest {
    private static final int KEYS = 64;
    private static final int APPENDS = 120_000;
    private static final int READERS = 3;

    private final AtomicLongArray locations = new AtomicLongArray(KEYS);
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private volatile boolean done;

    /**
     * A location read from the table was valid when it was read, so the record must belong to the key or be reclaimed.
     * Checked by removal: without the sequence number in the record, or without the check of the segment after the
     * read, it fails.
     */
    @Test
    @Timeout(60)
    void read_whileSegmentsAreReclaimed_isRightOrNotFound() throws Exception {
        SegmentLogOptions options = SegmentLogOptions.ofCapacity(12 * (32L << 10))
                .withSegments(32 << 10, 20_000)
                .withWriteBuffers(4 << 10, 2)
                .withReadBuffers(2);
        try (SegmentLog log = SegmentLog.open(new MemoryStorage(), options)) {
            List<Thread> readers = new ArrayList<>();
            for (int i = 0; i < READERS; i++) {
                long seed = i;
                Thread reader = new Thread(() -> readAll(log, seed), "reader-" + i);
                reader.start();
                readers.add(reader);
            }
            try {
                appendAll(log);
            } finally {
                done = true;
                for (Thread reader : readers) {
                    reader.join();
                }
            }
            assertNull(failure.get(), () -> "failed: " + failure.get());
            LogStats stats = log.stats();
            assertEquals(0, stats.failures().checksumErrors(), stats.toString());
            assertTrue(
                    stats.reads().bufferReads() > 0
                            && stats.reads().deviceReads() > 0
                            && stats.writes().reclaims() > 100,
                    stats.toString());
        }
    }

    private void appendAll(SegmentLog log) {
        Reclaimer reclaimer = new Reclaimer() {
            @Override
            public Verdict visit(RecordView record, long location) {
                int key = (int) (Records.check(record) % KEYS);
                return locations.get(key) == location ? Verdict.KEEP : Verdict.DROP;
            }

            @Override
            public void moved(RecordView record, long from, long to) {
                locations.compareAndSet((int) (record.key().getLong() % KEYS), from, to);
            }

            @Override
            public void lost(long keyHash, long location) {
                failure.compareAndSet(null, new AssertionError("lost location=" + location));
            }
        };
        SplittableRandom random = new SplittableRandom(1);
        for (long id = 0; id < APPENDS && failure.get() == null; id++) {
            if (log.needsReclaim()) {
                log.reclaim(reclaimer);
            }
            long number = id * KEYS + random.nextInt(KEYS); // the key is the number modulo KEYS
            if (Records.value(number).remaining() > 1500) {
                continue; // the live keys must fit into half of the log
            }
            long location = Records.append(log, number);
            assertTrue(location > 0, () -> "append: " + AppendStatus.of(location));
            locations.set((int) (number % KEYS), location);
            if (random.nextInt(50) == 0) {
                log.flush();
            }
        }
    }

    private void readAll(SegmentLog log, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        try {
            while (!done) {
                int key = random.nextInt(KEYS);
                long location = locations.get(key);
                if (location == 0) {
                    continue;
                }
                try (RecordReader reader = log.acquireReader()) {
                    ReadStatus status = log.read(location, 0, reader);
                    if (status == ReadStatus.OK) {
                        assertEquals(key, (int) (Records.check(reader.record()) % KEYS));
                        assertEquals(location, reader.record().location());
                    } else {
                        assertEquals(ReadStatus.NOT_FOUND, status);
                    }
                }
            }
        } catch (RuntimeException | AssertionError e) {
            failure.compareAndSet(null, e);
        }
    }
}
