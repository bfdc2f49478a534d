package org.ssdtier.benchmarks.tier.probe;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.stream.Stream;
import org.ssdtier.rowcache.CacheState;
import org.ssdtier.rowcache.CachedTable;
import org.ssdtier.rowcache.RowKey;
import org.ssdtier.rowcache.SsdOptions;
import org.ssdtier.rowcache.SsdStats;
import org.ssdtier.rowcache.TieredCache;
import org.ssdtier.rowcache.TieredCacheOptions;
import org.ssdtier.rowcache.admission.Admission;

/** A cache with one table whose keys are the numbers from 0, in a directory of its own. */
final class TierFixture implements AutoCloseable {
    static final UUID TABLE = new UUID(0x5500_0000_0000_4000L, 0x8000_0000_0000_0001L);
    static final byte[] IDENTITY = {1};

    private static final int KEY_BYTES = 25;
    private static final long BACKLOG_BYTES = 8L << 20;
    /** The most bytes published between two looks at the backlog. */
    private static final int UNCHECKED_BYTES = 1 << 20;

    final TieredCache cache;
    final CachedTable table;
    private final byte[] image;

    private TierFixture(TieredCache cache, int imageBytes) {
        this.cache = cache;
        this.table = cache.table(TABLE);
        this.image = new byte[imageBytes];
        new SplittableRandom(42).nextBytes(image);
    }

    /** The sizes of a fixture in bytes: memory tier, SSD tier, segment, index, one image. */
    record Size(long memoryBytes, long ssdBytes, int segmentBytes, long indexBytes, int imageBytes) {}

    static TierFixture open(Path directory, Size size, Admission admission, double reinsertedShare) {
        TieredCache cache = TieredCache.open(TieredCacheOptions.builder()
                .memoryCapacityBytes(size.memoryBytes)
                .identity(IDENTITY)
                .ssd(ssdOptions(directory, size, admission, reinsertedShare))
                .build());
        return over(cache, size);
    }

    /** Returns a fixture over a cache that is open; closing the fixture closes the cache. */
    static TierFixture over(TieredCache cache, Size size) {
        return new TierFixture(cache, size.imageBytes);
    }

    /** Returns the options of a fixture's SSD tier. */
    static SsdOptions ssdOptions(Path directory, Size size, Admission admission, double reinsertedShare) {
        return SsdOptions.of(
                        directory,
                        new SsdOptions.Geometry(size.ssdBytes, size.segmentBytes, 16 << 10, size.indexBytes),
                        admission)
                .withIoErrorThreshold(1_000)
                .withReinsertedShare(reinsertedShare);
    }

    RowKey key(long number) {
        byte[] key = new byte[KEY_BYTES];
        ByteBuffer.wrap(key).order(ByteOrder.LITTLE_ENDIAN).putLong(0, number);
        return new RowKey(table, key, number * 0x9E37_79B9_7F4A_7C15L);
    }

    boolean publish(long number) {
        return cache.publish(key(number), table.ticket(), image());
    }

    /** Returns the image of every row. */
    ByteBuffer image() {
        return ByteBuffer.wrap(image);
    }

    SsdStats ssd() {
        return Objects.requireNonNull(cache.stats().ssd(), "the SSD tier is missing");
    }

    /** Publishes the keys from 0 and waits for the writer, so that none is dropped from its queue. */
    void fill(long entries) throws InterruptedException {
        awaitOnline();
        long atOnce = Math.max(1, Math.min(256, UNCHECKED_BYTES / image.length));
        for (long number = 0; number < entries; number++) {
            publish(number);
            if (number % atOnce == 0) {
                awaitBacklog(BACKLOG_BYTES);
            }
        }
        awaitBacklog(0);
    }

    /** Waits until at most this number of bytes is queued for the SSD. */
    void awaitBacklog(long bytes) throws InterruptedException {
        while (ssd().content().pendingBytes() > bytes) {
            Thread.sleep(1);
        }
    }

    /**
     * Waits until recovery has finished.
     *
     * @throws IllegalStateException if the SSD is offline: figures without it would be those of the memory tier
     */
    void awaitOnline() throws InterruptedException {
        while (cache.state() == CacheState.RECOVERING) {
            Thread.sleep(1);
        }
        if (cache.state() != CacheState.ONLINE) {
            throw new IllegalStateException(
                    "state=" + cache.state() + ": the SSD tier is needed; the log has the cause");
        }
    }

    @Override
    public void close() {
        cache.close();
    }

    static void delete(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        List<Path> all;
        try (Stream<Path> tree = Files.walk(directory)) {
            all = tree.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : all) {
            Files.delete(path);
        }
    }
}
