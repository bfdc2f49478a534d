package org.ssdtier.rowcache;

import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.ssdtier.segmentlog.device.MemoryStorage;

/**
 * A cache with its SSD tier in memory and a writer that runs in explicit steps, for simulations with the real classes.
 * Part of the testing seam: a cache can be opened that way only from this package.
 */
public final class SteppedCache implements AutoCloseable {
    private static final long NANOS_PER_STEP = 100_000;

    private final TieredCache cache;
    private long nanos;

    private SteppedCache(long memoryCapacityBytes, @Nullable SsdOptions ssd, long seed, double sampleRate) {
        SplittableRandom random = new SplittableRandom(seed);
        MemoryStorage storage = new MemoryStorage();
        this.cache = TieredCache.open(TieredCacheOptions.builder()
                .memoryCapacityBytes(memoryCapacityBytes)
                .nanoClock(() -> nanos)
                .randomLongs(random::nextLong)
                .storage(() -> storage)
                .withoutThreads()
                .ssd(ssd)
                .sampleRate(sampleRate)
                .build());
    }

    /**
     * Opens an empty cache; the caller closes it.
     *
     * @param memoryCapacityBytes size of the memory tier
     * @param ssd options of the SSD tier, whose directory is not used; null for none
     * @param seed seed of the file ids
     */
    public static SteppedCache open(long memoryCapacityBytes, @Nullable SsdOptions ssd, long seed) {
        return new SteppedCache(memoryCapacityBytes, ssd, seed, 0);
    }

    /**
     * Opens an empty cache that samples reads for the curve of hit ratios by size; the caller closes it.
     *
     * @param sampleRate largest fraction of keys in the sample
     */
    public static SteppedCache openSampling(
            long memoryCapacityBytes, @Nullable SsdOptions ssd, long seed, double sampleRate) {
        return new SteppedCache(memoryCapacityBytes, ssd, seed, sampleRate);
    }

    /** Returns the cache. */
    public TieredCache cache() {
        return cache;
    }

    /** Advances the clock by a tenth of a millisecond and runs the writer until it has no more work. */
    public void step() {
        nanos += NANOS_PER_STEP;
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
