package org.ssdtier.benchmarks.threads;

import java.util.Map;
import java.util.TreeMap;
import org.ssdtier.benchmarks.brief.CacheSize;

/**
 * The memory and SSD space of the arms. All but {@code hdd-less} have the same memory: what an arm does not use for a row
 * cache, or for the index and the buffers of an SSD tier, it has as additional page cache.
 *
 * @param scale the size of the run
 */
record ThreadsBudget(ThreadsScale scale) {
    /** The fraction of the rows that fit into each row cache in memory, as in the experiment {@code rowcache}. */
    static final double MEMORY_SHARE = 0.02;

    /** Space for the commit log of one arm. */
    static final long LOG_BYTES = 512L << 20;

    /** The memory and space of one arm, in bytes. */
    record Sizes(
            long rowCacheBytes,
            long indexBytes,
            long bufferBytes,
            long pageCacheBytes,
            long ssdBytes,
            long segmentBytes) {}

    /** Returns the memory and space of all arms, by their names. */
    Map<String, Sizes> sizes() {
        Map<String, Sizes> sizes = new TreeMap<>();
        for (ThreadsArm arm : ThreadsArm.values()) {
            sizes.put(
                    arm.toString(),
                    new Sizes(
                            rowCacheBytes(arm),
                            indexBytes(arm),
                            bufferBytes(arm),
                            pageCacheBytes(arm),
                            ssdBytes(arm),
                            segmentBytes(arm)));
        }
        return sizes;
    }

    /** Returns the memory of an arm's row cache; 0 without one. */
    long rowCacheBytes(ThreadsArm arm) {
        return cache(arm).rowCacheBytes();
    }

    /** Returns the space of an arm's SSD tier, a whole number of segments; 0 without one. */
    long ssdBytes(ThreadsArm arm) {
        return cache(arm).ssdBytes();
    }

    /** Returns the size of a segment of an arm's SSD tier; 0 without one. */
    long segmentBytes(ThreadsArm arm) {
        return cache(arm).segmentBytes();
    }

    /** Returns the memory of the index of an arm's SSD tier; 0 without one. */
    long indexBytes(ThreadsArm arm) {
        return cache(arm).indexBytes();
    }

    /** Returns the memory of the buffers of an arm's SSD tier; 0 without one. */
    long bufferBytes(ThreadsArm arm) {
        return cache(arm).bufferBytes();
    }

    /** Returns the limit of the page cache of an arm's node. */
    long pageCacheBytes(ThreadsArm arm) {
        CacheSize largest = cache(ThreadsArm.TIER_25);
        CacheSize own = arm == ThreadsArm.HDD_LESS ? largest : cache(arm);
        return scale.pageCacheBytes() + largest.memoryBytes() - own.memoryBytes();
    }

    /** Returns the memory and SSD space of an arm's row cache. */
    CacheSize cache(ThreadsArm arm) {
        return new CacheSize(arm.hasRowCache() ? scale.rows() * MEMORY_SHARE : 0, scale.rows() * arm.ssdShare);
    }

    /** Returns the number of rows that fit into an arm's tiers, or into a row cache if it has none. */
    long cachedRows(ThreadsArm arm) {
        return Math.round(scale.rows() * (MEMORY_SHARE + arm.ssdShare));
    }
}
