package org.ssdtier.rowcache;

import org.jspecify.annotations.Nullable;

/**
 * A reading of the counters and gauges of a {@link TieredCache}, not atomic as a whole. Counters count since open. A
 * figure has the same name here, in the counters, and for operators.
 *
 * @param lookups the look-ups
 * @param memory the memory tier
 * @param publishing the images published after a miss
 * @param schemas the use of schema IDs in images
 * @param changes the changes of images
 * @param ssd the SSD tier; null if there is none
 * @param errors exceptions that were turned into a miss
 * @param state the state of the SSD tier
 */
public record CacheStats(
        Lookups lookups,
        @Gauge Memory memory,
        Publishing publishing,
        Schemas schemas,
        Changes changes,
        @Nullable SsdStats ssd,
        long errors,
        CacheState state) {
    /**
     * The look-ups.
     *
     * @param memoryHits look-ups answered by the memory tier
     * @param pendingHits look-ups answered by an image on its way to the SSD
     * @param ssdHits look-ups answered by the SSD tier
     * @param misses look-ups that no tier answered
     */
    public record Lookups(long memoryHits, long pendingHits, long ssdHits, long misses) {}

    /**
     * The images published after a miss.
     *
     * @param publishes images published after a miss
     * @param publishesRefused images not published because the table changed meanwhile, or because they are too long
     * @param emptyPublishes published images of keys without anything on disk; included in {@code publishes}
     * @param emptyDeferred images of keys without anything on disk, not published because the key was seen for the
     *     first time
     */
    public record Publishing(long publishes, long publishesRefused, long emptyPublishes, long emptyDeferred) {}

    /**
     * The changes of images.
     *
     * @param refreshes images merged with a change, in any tier
     * @param refreshDrops images dropped by a refresh
     * @param drops keys dropped
     * @param purges tables, ranges or everything declared dead
     */
    public record Changes(long refreshes, long refreshDrops, long drops, long purges) {}

    /**
     * The use of schema IDs in images.
     *
     * @param schemaImages images made whose rows refer to schema IDs instead of names
     * @param schemaSavedBytes bytes that these images are shorter because of schema IDs
     * @param schemaUnresolved images found whose schema IDs could not be resolved; each was dropped
     */
    public record Schemas(long schemaImages, long schemaSavedBytes, long schemaUnresolved) {}

    /**
     * The memory tier.
     *
     * @param memoryEntries images in the memory tier
     * @param memoryBytes bytes of the memory tier, including overhead
     * @param memoryCapacityBytes bound of the memory tier
     * @param memoryHeapBytes the part of {@code memoryBytes} that is on the heap; a lower bound
     * @param memoryHeapLimitBytes bound of the memory tier's part on the heap
     */
    public record Memory(
            long memoryEntries,
            long memoryBytes,
            long memoryCapacityBytes,
            long memoryHeapBytes,
            long memoryHeapLimitBytes) {}

    /** Returns the number of hits of all tiers. */
    public long hits() {
        return lookups.memoryHits + lookups.pendingHits + lookups.ssdHits;
    }

    /** Returns hits / (hits + misses), or 0 before the first look-up. */
    public double hitRatio() {
        long requests = hits() + lookups.misses;
        return requests == 0 ? 0 : (double) hits() / requests;
    }

    /**
     * Returns the fraction of the look-ups missed by the memory tier that a pending image or the SSD tier answered, or
     * 0 before the first such look-up.
     */
    public double ssdHitRatio() {
        long found = lookups.pendingHits + lookups.ssdHits;
        long requests = found + lookups.misses;
        return requests == 0 ? 0 : (double) found / requests;
    }
}
