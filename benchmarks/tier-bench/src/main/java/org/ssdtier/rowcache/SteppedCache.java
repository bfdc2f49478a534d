package org.ssdtier.rowcache;

import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.ssdtier.segmentlog.device.MemoryStorage;

/**
 * A cache whose SSD tier lies in memory and whose writer works when it is told to: for simulations with the real classes. In
 * this package because opening a cache that way is nobody else's business.
 */
public final class SteppedCache implements AutoCloseable {
    private static final long NANOS_A_STEP = 100_000;

    private final TieredCache cache;
    private long nanos;

    private SteppedCache(long memoryCapacityBytes, @Nullable SsdOptions ssd, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        MemoryStorage storage = new MemoryStorage();
        this.cache = TieredCache.open(TieredCacheOptions.builder()
                .memoryCapacityBytes(memoryCapacityBytes)
                .nanoClock(() -> nanos)
                .randomLongs(random::nextLong)
                .storage(() -> storage)
                .withoutThreads()
                .ssd(ssd)
                .build());
    }

    /**
     * Opens an empty cache; the caller closes it.
     *
     * @param memoryCapacityBytes the bytes of the memory tier
     * @param ssd the SSD tier, whose directory is not used; null for none
     * @param seed of the ids of files
     */
    public static SteppedCache open(long memoryCapacityBytes, @Nullable SsdOptions ssd, long seed) {
        return new SteppedCache(memoryCapacityBytes, ssd, seed);
    }

    /** Returns the cache. */
    public TieredCache cache() {
        return cache;
    }

    /** Lets a tenth of a millisecond pass and the writer do all it has to do. */
    public void step() {
        nanos += NANOS_A_STEP;
        boolean worked;
        do {
            worked = cache.work();
        } while (worked);
    }

    @Override
    public void close() {
        cache.close();
    }
}
