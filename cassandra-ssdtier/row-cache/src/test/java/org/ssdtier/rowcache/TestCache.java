package org.ssdtier.rowcache;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.ssdtier.rowcache.admission.Admission;
import org.ssdtier.rowcache.index.HashKey;
import org.ssdtier.segmentlog.device.Storage;

/**
 * Static methods for tests of the whole cache: a small cache without threads on a given storage, with a manual clock.
 */
final class TestCache {
    static final byte[] IDENTITY = {1, 2, 3};
    static final int SEGMENT_BYTES = 64 << 10;
    static final HashKey HASH_KEY = new HashKey(1, 2);

    private static final long SEED = 42;

    private TestCache() {}

    /** A clock that advances only on request. */
    static final class ManualClock implements LongSupplier {
        private volatile long nanos;

        @Override
        public long getAsLong() {
            return nanos;
        }

        void advanceSeconds(long seconds) {
            nanos += TimeUnit.SECONDS.toNanos(seconds);
        }
    }

    /** Returns options with eight segments of 64 KiB, an index of 64 KiB, and every image admitted. */
    static SsdOptions ssd() {
        return SsdOptions.of(
                        Path.of("unused"),
                        new SsdOptions.Geometry(8L * SEGMENT_BYTES, SEGMENT_BYTES, 4096, 64 << 10),
                        Admission.ALL)
                .withIoErrorThreshold(4);
    }

    static TieredCacheOptions.Builder options(Storage storage, LongSupplier clock, long memoryBytes) {
        Random random = new Random(seed(storage));
        return TieredCacheOptions.builder()
                .memoryCapacityBytes(memoryBytes)
                .identity(IDENTITY)
                .nanoClock(clock)
                .withoutThreads()
                .randomLongs(random::nextLong)
                .storage(() -> storage)
                .ssd(ssd());
    }

    /**
     * Returns a seed that differs for each life of a storage: what must stay the same has to be read from the storage.
     */
    private static long seed(Storage storage) {
        try {
            return SEED + storage.names().size();
        } catch (IOException e) {
            return SEED;
        }
    }

    static TieredCache open(Storage storage, LongSupplier clock, UnaryOperator<TieredCacheOptions.Builder> change) {
        return TieredCache.open(change.apply(options(storage, clock, 8 << 10)).build());
    }

    static TieredCache open(Storage storage) {
        return open(storage, () -> 0, options -> options);
    }

    static RowKey key(CachedTable table, int number) {
        return new RowKey(table, ByteBuffer.allocate(8).putInt(number).array(), number);
    }

    /** Returns an image of {@code bytes} bytes that starts with a number. */
    static ByteBuffer image(int value, int bytes) {
        return ByteBuffer.allocate(bytes).putInt(0, value);
    }

    static boolean publish(TieredCache cache, RowKey key, int value) {
        return cache.publish(key, key.table().ticket(), image(value, 200));
    }

    /** Returns the number in the image, or -1 on a miss. */
    static int value(TieredCache cache, RowKey key) {
        try (Image image = cache.get(key, key.table().ticket())) {
            return image == null ? -1 : image.bytes().getInt();
        }
    }

    static @Nullable Tier tier(TieredCache cache, RowKey key) {
        try (Image image = cache.get(key, key.table().ticket())) {
            return image == null ? null : image.tier();
        }
    }

    /** Runs the writer until it has no more work. */
    static void settle(TieredCache cache) {
        while (cache.work()) {
            // the condition does all the work
        }
    }

    /** Evicts every image from memory, by shrinking the memory tier to one byte and growing it again. */
    static void evict(TieredCache cache) {
        long capacity = cache.memoryCapacity();
        cache.setMemoryCapacity(1);
        cache.setMemoryCapacity(capacity);
    }
}
