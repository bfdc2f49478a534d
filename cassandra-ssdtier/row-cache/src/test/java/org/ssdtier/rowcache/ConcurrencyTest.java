package org.ssdtier.rowcache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.rowcache.admission.Admission;

/** Real threads on real files: readers, changes of rows, purges, evictions and the writer, all running concurrently. */
@Tag("concurrency")
class ConcurrencyTest {
    private static final int KEYS = 400;
    private static final int CHANGES = 8_000;

    @TempDir
    private Path directory;

    /**
     * The version of each key on disk. An answer must never be older than the version when the reader took its view.
     */
    private final AtomicIntegerArray disk = new AtomicIntegerArray(KEYS);

    private final AtomicLong hits = new AtomicLong();
    private final AtomicLong ssdHits = new AtomicLong();
    private volatile boolean done;

    @RepeatedTest(8)
    void readersAndChanges_atOnce_neverStaleNeverForeignNothingLeaks() throws Exception {
        SsdOptions ssd = SsdOptions.of(
                        directory, new SsdOptions.Geometry(12L << 16, 1 << 16, 4096, 64 << 10), Admission.ALL)
                .withIoErrorThreshold(4);
        TieredCache cache = TieredCache.open(TieredCacheOptions.builder()
                .memoryCapacityBytes(24 << 10)
                .pendingCapacityBytes(24 << 10)
                .ssd(ssd)
                .build());
        CachedTable table = cache.table(new UUID(1, 2));
        ExecutorService threads = Executors.newFixedThreadPool(5);
        try {
            List<Future<Void>> running = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                int seed = i;
                running.add(threads.submit((Callable<Void>) () -> read(cache, table, seed)));
            }
            running.add(threads.submit((Callable<Void>) () -> change(cache, table)));
            for (Future<Void> one : running) {
                one.get(60, TimeUnit.SECONDS);
            }
        } finally {
            done = true;
            threads.shutdown();
            assertTrue(threads.awaitTermination(60, TimeUnit.SECONDS));
        }
        System.out.println("hits=" + hits + " ssdHits=" + ssdHits + " " + cache.stats());
        assertEquals(0, cache.stats().errors());
        assertTrue(readersHaveHits(), "hits=" + hits + " ssdHits=" + ssdHits);
        cache.close();
        assertEquals(0, cache.imageMemory().liveAllocations(), "blocks never freed");
    }

    private @Nullable Void read(TieredCache cache, CachedTable table, int seed) {
        Random random = new Random(seed);
        while (!done) {
            int number = Math.min(random.nextInt(KEYS), random.nextInt(KEYS));
            RowKey key = key(table, number);
            long ticket = table.ticket();
            int seen = disk.get(number);
            try (Image image = cache.get(key, ticket)) {
                if (image == null) {
                    cache.publish(key, ticket, image(number, seen));
                    continue;
                }
                ByteBuffer bytes = image.bytes();
                int found = bytes.getInt(4);
                if (bytes.getInt(0) != number || found < seen || bytes.getInt(bytes.limit() - 4) != found) {
                    throw new AssertionError("key=" + number + " expected version >= " + seen + ", image of key="
                            + bytes.getInt(0) + " version=" + found + " tier=" + image.tier());
                }
                hits.incrementAndGet();
                if (image.tier() == Tier.SSD) {
                    ssdHits.incrementAndGet();
                }
            }
        }
        return null;
    }

    private @Nullable Void change(TieredCache cache, CachedTable table) {
        Random random = new Random(99);
        try {
            for (int i = 0; i < CHANGES || !(done || readersHaveHits()); i++) {
                int number = random.nextInt(KEYS);
                RowKey key = key(table, number);
                int next = disk.get(number) + 1;
                table.beginChange();
                switch (random.nextInt(8)) {
                    case 0 -> cache.drop(key);
                    case 1 -> cache.purgeRange(table, number - 1L, number);
                    default -> cache.refresh(key, old -> image(number, next), random.nextBoolean());
                }
                disk.set(number, next);
                table.endChange();
                if (random.nextInt(2000) == 0) {
                    cache.purge(table);
                }
                if (random.nextInt(50) == 0) {
                    TestCache.evict(cache);
                }
                for (int pause = random.nextInt(3000); pause > 0; pause--) {
                    Thread.onSpinWait();
                }
            }
        } finally {
            done = true;
        }
        return null;
    }

    /**
     * Returns whether readers had enough hits. Changes continue until then, however slow the machine, up to the time
     * limit.
     */
    private boolean readersHaveHits() {
        return hits.get() > 10_000 && ssdHits.get() > 100;
    }

    private static RowKey key(CachedTable table, int number) {
        return new RowKey(table, ByteBuffer.allocate(8).putInt(number).array(), number);
    }

    private static ByteBuffer image(int number, int version) {
        int bytes = 100 + number % 7 * 40;
        return ByteBuffer.allocate(bytes).putInt(0, number).putInt(4, version).putInt(bytes - 4, version);
    }
}
