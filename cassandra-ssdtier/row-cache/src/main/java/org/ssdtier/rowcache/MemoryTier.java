package org.ssdtier.rowcache;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Policy;
import com.github.benmanes.caffeine.cache.RemovalCause;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The memory tier: a Caffeine cache of {@link MemoryImage}s, weighed in the bytes they actually use.
 *
 * <p>The tier has two bounds, one for all bytes and one for the bytes on the heap; Caffeine has only one. So the weight
 * of an image is the greater of its bytes, and its bytes on the heap times the ratio of the two bounds. As long as the
 * weights are within the bound of all bytes, the bytes on the heap are within theirs.
 *
 * <p>The map owns one reference to each of its images; an eviction passes it to the listener, under the key's lock, see
 * {@link KeyLocks}.
 */
@SuppressWarnings("ReferenceEquality") // an equal image is an image of the same key, not the same image
final class MemoryTier {
    private final Cache<CacheKey, MemoryImage> cache;
    private final KeyLocks locks;
    private final Policy<CacheKey, MemoryImage> policy;
    private final Policy.Eviction<CacheKey, MemoryImage> eviction;
    private final Consumer<MemoryImage> firstHit;
    private final long heapLimitBytes;
    /** The bound of all bytes; 0 while the tier is off. */
    private volatile long capacityBytes;
    /** The least weight of a byte on the heap: the ratio of the two bounds. */
    private volatile double heapWeight;

    /**
     * Creates the tier.
     *
     * @param options the bounds of all bytes and of the bytes on the heap
     * @param evicted receives each evicted image and its reference; called under the key's lock: no I/O, no call of
     *     this tier
     * @param firstHit receives each image on its first hit; called without any lock, while a reference is held
     */
    MemoryTier(TieredCacheOptions options, Consumer<MemoryImage> evicted, Consumer<MemoryImage> firstHit) {
        this.firstHit = firstHit;
        this.capacityBytes = options.memoryCapacityBytes();
        this.heapLimitBytes = options.memoryHeapBytes();
        this.heapWeight = (double) capacityBytes / heapLimitBytes;
        cache = Caffeine.newBuilder()
                .maximumWeight(capacityBytes)
                .weigher(this::weight)
                .executor(Runnable::run)
                .evictionListener((CacheKey key, MemoryImage image, RemovalCause cause) -> evicted.accept(image))
                .build();
        locks = new KeyLocks(cache.asMap());
        policy = cache.policy();
        eviction = policy.eviction().orElseThrow();
    }

    /** Returns the image of a key, or null; the caller then owns a reference to the image. */
    @Nullable
    MemoryImage get(RowKey key) {
        MemoryImage found = cache.getIfPresent(key);
        if (found == null || !found.retain()) {
            return null;
        }
        if (found.answers(key)) {
            if (found.set(MemoryImage.USED)) {
                firstHit.accept(found);
            }
            return found;
        }
        boolean dead = key.table.isDead(found.stamp(), key.token());
        found.release();
        if (dead) {
            removeSame(found);
        }
        return null;
    }

    /**
     * Returns the image of a key, even if it may not answer, or null; the caller then owns a reference to the image.
     * Does not count as a use.
     */
    @Nullable
    MemoryImage peek(RowKey key) {
        MemoryImage found = policy.getIfPresentQuietly(key);
        return found != null && found.retain() ? found : null;
    }

    /**
     * Puts an image in place of any present one if {@code allowed} returns true under the key's lock. Returns whether
     * it did; the map then owns the caller's reference.
     */
    boolean put(MemoryImage image, BooleanSupplier allowed) {
        return image
                == locks.locked(image, old -> {
                    if (!allowed.getAsBoolean()) {
                        return old;
                    }
                    if (old != null) {
                        old.release();
                    }
                    return image;
                });
    }

    /**
     * Puts an image if none is present and {@code allowed} returns true under the key's lock. Returns whether it did;
     * the map then owns the caller's reference.
     */
    boolean putIfAbsent(MemoryImage image, BooleanSupplier allowed) {
        return image == locks.locked(image, old -> old != null || !allowed.getAsBoolean() ? old : image);
    }

    /** Returns the locks of the keys. */
    KeyLocks locks() {
        return locks;
    }

    /** Removes every image for which {@code doomed} returns true; weakly consistent. */
    void removeIf(Predicate<MemoryImage> doomed) {
        for (MemoryImage image : cache.asMap().values()) {
            if (image.retain()) {
                boolean remove = doomed.test(image);
                image.release();
                if (remove) {
                    removeSame(image);
                }
            }
        }
    }

    /** Calls {@code visitor} with every image, holding a reference during each call; weakly consistent. */
    void forEach(Consumer<MemoryImage> visitor) {
        removeIf(image -> {
            visitor.accept(image);
            return false;
        });
    }

    /** Sets the bound of all bytes; if weights depend on the heap bound, all images are weighed again. */
    void setCapacity(long bytes) {
        capacityBytes = bytes;
        setBound(bytes);
    }

    /** Returns the bound of all bytes, by one volatile read; 0 while the tier is off. */
    long capacityBytes() {
        return capacityBytes;
    }

    /** Switches the tier off: nothing is looked up or published any more. Its images stay until they are removed. */
    void switchOff() {
        capacityBytes = 0;
    }

    private synchronized void setBound(long bytes) {
        assert bytes > 0 : "bytes=" + bytes + "; the tier is switched off instead";
        double before = heapWeight;
        heapWeight = (double) bytes / heapLimitBytes;
        if (heapWeight < before && before > 1) {
            weighAgain(); // first: by the old, heavier weights too many would be evicted
        }
        eviction.setMaximum(bytes);
        if (heapWeight > before && heapWeight > 1) {
            weighAgain();
        }
    }

    private void weighAgain() {
        forEach(image -> locks.locked(image, present -> present));
    }

    private int weight(CacheKey key, MemoryImage image) {
        return (int) Math.min(
                Integer.MAX_VALUE, Math.max(image.weightBytes(key), Math.ceil(image.heapBytes(key) * heapWeight)));
    }

    long entries() {
        return cache.estimatedSize();
    }

    /** Returns the sum of the weights: the bytes of all images, or more where the bound of the heap bytes prevails. */
    long weightedBytes() {
        return eviction.weightedSize().orElse(0);
    }

    /** Returns the bytes on the heap, without those of keys that outlived their first image. */
    long heapBytes() {
        return entries() * MemoryImage.HEAP_BYTES;
    }

    private void removeSame(MemoryImage image) {
        locks.lockedIfPresent(image, current -> {
            if (current != image) {
                return current;
            }
            image.release();
            return null;
        });
    }
}
