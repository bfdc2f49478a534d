package org.ssdtier.rowcache;

import org.jspecify.annotations.Nullable;

/**
 * The counters and gauges of a {@link TieredCache}, read at one moment but not atomically. Counters count since open.
 *
 * @param memoryHits look-ups answered by the memory tier
 * @param pendingHits look-ups answered by an image on its way to the SSD
 * @param ssdHits look-ups answered by the SSD tier
 * @param misses look-ups that nobody answered
 * @param publishes images published after a miss
 * @param publishesRefused images not published because the table changed meanwhile, or because they are too long
 * @param emptyPublishes those of them that are images of keys without anything on disk
 * @param emptyDeferred such images not published because their key was seen to be without for the first time
 * @param refreshes images merged with a change, in whatever tier
 * @param refreshDrops images dropped by a refresh
 * @param drops keys dropped
 * @param purges tables, ranges or everything declared dead
 * @param schemaImages images made whose rows refer to schema IDs in place of names
 * @param schemaSavedBytes bytes that those are shorter for it
 * @param schemaUnresolved images found whose schema IDs nobody could resolve; each was dropped
 * @param errors exceptions that were turned into a miss
 * @param memoryEntries images in the memory tier
 * @param memoryBytes bytes of the memory tier, overheads included
 * @param memoryCapacityBytes bound of the memory tier
 * @param memoryHeapBytes the part of {@code memoryBytes} that is on the heap, at least
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
    /** Returns all hits. */
    public long hits() {
        return memoryHits + pendingHits + ssdHits;
    }

    /** Returns hits / (hits + misses), or 0 before the first look-up. */
    public double hitRatio() {
        long requests = hits() + misses;
        return requests == 0 ? 0 : (double) hits() / requests;
    }

    /** Returns the share of what memory missed that pending or the SSD answered, or 0 before the first such look-up. */
    public double ssdHitRatio() {
        long requests = pendingHits + ssdHits + misses;
        return requests == 0 ? 0 : (double) (pendingHits + ssdHits) / requests;
    }
}
