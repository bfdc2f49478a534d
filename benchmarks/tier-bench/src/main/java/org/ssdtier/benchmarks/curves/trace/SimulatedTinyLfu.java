package org.ssdtier.benchmarks.curves.trace;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;

/**
 * Caffeine with room for a number of rows, all in one tier: W-TinyLFU (Einziger, Friedman and Manes, 2017), which ages
 * its counters and so adapts when other rows become popular.
 */
final class SimulatedTinyLfu implements SimulatedCache {
    private final boolean isInvalidating;
    private final Cache<Integer, Boolean> cache;

    /**
     * Creates an empty cache.
     *
     * @param capacityRows capacity in rows, at least 1
     * @param isInvalidating whether a write drops the row
     */
    SimulatedTinyLfu(long capacityRows, boolean isInvalidating) {
        this.isInvalidating = isInvalidating;
        this.cache = Caffeine.newBuilder()
                .maximumSize(capacityRows)
                .executor(Runnable::run)
                .build();
    }

    @Override
    public boolean read(int row) {
        boolean hit = cache.getIfPresent(row) != null;
        if (!hit) {
            cache.put(row, true);
        }
        return hit;
    }

    @Override
    public void write(int row) {
        if (isInvalidating) {
            cache.invalidate(row);
        }
    }
}
