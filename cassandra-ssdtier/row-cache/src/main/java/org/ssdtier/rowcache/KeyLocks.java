package org.ssdtier.rowcache;

import java.util.concurrent.ConcurrentMap;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The lock of each key: every change of a key, in any tier, is made under it.
 *
 * <p>It is the lock that the memory tier's map holds during a compute, and there is no other. The map evicts an image
 * under that lock, and the eviction changes the key's place behind memory. A lock of its own would therefore be taken
 * inside the map's lock by an eviction, and around it by every other change, in opposite orders; and each change would
 * pay for two locks.
 *
 * <p>What runs under a lock does no I/O, takes no other key's lock, does not call the memory tier, and does not read
 * the clock. Keys of one table with the same hash share a lock.
 */
final class KeyLocks {
    /** A change of a key, made under its lock. */
    @FunctionalInterface
    interface Change extends BiFunction<CacheKey, @Nullable MemoryImage, @Nullable MemoryImage> {
        /**
         * Changes the key.
         *
         * @param present the image in memory; null if there is none
         * @return the image to be in memory afterwards: the same, another one whose reference memory then owns, or
         *     null. The reference of a present image that is not returned must be released
         */
        @Nullable
        MemoryImage change(@Nullable MemoryImage present);

        @Override
        default @Nullable MemoryImage apply(CacheKey key, @Nullable MemoryImage present) {
            return change(present);
        }
    }

    private final ConcurrentMap<CacheKey, MemoryImage> images;

    /** Creates the locks of the keys of a map. */
    KeyLocks(ConcurrentMap<CacheKey, MemoryImage> images) {
        this.images = images;
    }

    /** Makes a change under the key's lock, and returns the image that is in memory afterwards. */
    @Nullable
    MemoryImage locked(CacheKey key, Change change) {
        return images.compute(key, change);
    }

    /** Makes a change under the key's lock if an image is in memory; otherwise does nothing. */
    void lockedIfPresent(CacheKey key, Change change) {
        images.computeIfPresent(key, change);
    }
}
