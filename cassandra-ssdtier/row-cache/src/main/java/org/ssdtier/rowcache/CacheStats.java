package org.ssdtier.rowcache;

import org.jspecify.annotations.Nullable;

/**
 * A reading of the counters and gauges of a {@link TieredCache}, not atomic as a whole. Counters count since open.
 *
 * @param memoryHits look-ups answered by the memory tier
 * @param pendingHits look-ups answered by an image on its way to the SSD
 * @param ssdHits look-ups answered by the SSD tier
 * @param misses look-ups that no tier answered
 * @param publishes images published after a miss
 * @param publishesRefused images not published because the table changed meanwhile, or because they are too long
 * @param emptyPublishes published images of keys without anything on disk; included in {@code publishes}
 * @param emptyDeferred images of keys without anything on disk, not published because the key was seen for the first
 *     time
 * @param refreshes images merged with a change, in any tier
 * @param refreshDrops images dropped by a refresh
 * @param drops keys dropped
 * @param purges tables, ranges or everything declared dead
 * @param schemaImages images made whose rows refer to schema IDs instead of names
 * @param schemaSavedBytes bytes that these images are shorter because of schema IDs
 * @param schemaUnresolved images found whose schema IDs could not be resolved; each was dropped
 * @param errors exceptions that were turned into a miss
 * @param memoryEntries images in the memory tier
 * @param memoryBytes bytes of the memory tier, including overhead
 * @param memoryCapacityBytes bound of the memory tier
 * @param memoryHeapBytes the part of {@code memoryBytes} that is on the heap; a lower bound
 * @param memoryHeapLimitBytes bound of the memory tier's part on the heap
 * @param state the state of the SSD tier
 * @param ssd the SSD tier; null if there is none
 */
public record CacheStats(
        long memoryHits,
        long pendingHits,
        long ssdHits,
        long misses,
        long publishes,
        long publishesRefused,
        long emptyPublishes,
        long emptyDeferred,
        long refreshes,
        long refreshDrops,
        long drops,
        long purges,
        long schemaImages,
        long schemaSavedBytes,
        long schemaUnresolved,
        long errors,
        long memoryEntries,
        long memoryBytes,
        long memoryCapacityBytes,
        long memoryHeapBytes,
        long memoryHeapLimitBytes,
        CacheState state,
        @Nullable SsdStats ssd) {
    /** Returns the number of hits of all tiers. */
    public long hits() {
        return memoryHits + pendingHits + ssdHits;
    }

    /** Returns hits / (hits + misses), or 0 before the first look-up. */
    public double hitRatio() {
        long requests = hits() + misses;
        return requests == 0 ? 0 : (double) hits() / requests;
    }

    /**
     * Returns the fraction of the look-ups missed by the memory tier that a pending image or the SSD tier answered, or
     * 0 before the first such look-up.
     */
    public double ssdHitRatio() {
        long requests = pendingHits + ssdHits + misses;
        return requests == 0 ? 0 : (double) (pendingHits + ssdHits) / requests;
    }
}
