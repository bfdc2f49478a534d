package org.ssdtier.rowcache;

import org.jspecify.annotations.Nullable;
import org.ssdtier.rowcache.compression.CompressionCounters;

/**
 * A reading of the counters and gauges of a {@link TieredCache}, not atomic as a whole. Counters count since open. A
 * figure has the same name here, in the counters, and for operators.
 *
 * @param lookups the look-ups
 * @param publishing the images published after a miss
 * @param changes the changes of images
 * @param schemas the use of schema IDs in images
 * @param compression the compression of images
 * @param memory the memory tier
 * @param errors exceptions that were turned into a miss
 * @param state the state of the SSD tier
 * @param ssd the SSD tier; null if there is none
 */
public record CacheStats(
        Lookups lookups,
        Publishing publishing,
        Changes changes,
        Schemas schemas,
        Compression compression,
        Memory memory,
        long errors,
        CacheState state,
        @Nullable SsdStats ssd) {
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
     * The compression of images.
     *
     * @param compressedImages images made and compressed
     * @param incompressibleImages images made and stored as they are, because compression saved too little, although
     *     their table has a dictionary
     * @param compressionBytesBefore bytes of both, before compression
     * @param compressionBytesAfter bytes of both, as they are stored
     * @param dictionaries dictionaries in memory; those before the newest of a table are for its older images
     * @param dictionaryTrials trials of a new dictionary with a sample of a table's images
     * @param dictionaryTrialsWithoutGain trials whose dictionary was not worth its use
     * @param dictionaryMisses compressed images found whose dictionary is lost; each was dropped
     * @param dictionariesDamaged dictionaries that could not be read at the start
     * @param decompressLatency time to decompress an image, of one image in 64
     */
    public record Compression(
            long compressedImages,
            long incompressibleImages,
            long compressionBytesBefore,
            long compressionBytesAfter,
            @Gauge long dictionaries,
            long dictionaryTrials,
            long dictionaryTrialsWithoutGain,
            long dictionaryMisses,
            long dictionariesDamaged,
            LatencySummary decompressLatency) {
        static Compression of(CompressionCounters counters) {
            return new Compression(
                    counters.compressedImages(),
                    counters.incompressibleImages(),
                    counters.bytesBefore(),
                    counters.bytesAfter(),
                    counters.dictionaries(),
                    counters.trials(),
                    counters.trialsWithoutGain(),
                    counters.misses(),
                    counters.damaged(),
                    LatencySummary.of(counters.decompressLatency()));
        }

        /** Returns the bytes of images before compression per byte after, of tables with a dictionary; 0 without any. */
        public double ratio() {
            return compressionBytesAfter == 0 ? 0 : (double) compressionBytesBefore / compressionBytesAfter;
        }
    }

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
            @Gauge long memoryEntries,
            @Gauge long memoryBytes,
            @Gauge long memoryCapacityBytes,
            @Gauge long memoryHeapBytes,
            @Gauge long memoryHeapLimitBytes) {}

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
