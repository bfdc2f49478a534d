package org.ssdtier.rowcache;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Policy;
import com.github.benmanes.caffeine.cache.RemovalCause;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The memory tier: Caffeine over {@link MemoryImage}s, weighed in the bytes they really take.
 *
 * <p>It has two bounds, one for all bytes and one for those on the heap, and Caffeine has one. So an image weighs its bytes, or its bytes
 * on the heap times the ratio of the bounds, whichever is more: while the weights keep to the bound of all bytes, the bytes on the heap
 * keep to theirs.
 *
 * <p>Its compute is the key's lock: every change of a key, in whatever tier, happens inside {@link #update}. The map owns one
 * reference of each image in it; an eviction hands it to the listener, inside the same lock.
 */
@SuppressWarnings("ReferenceEquality") // an equal image is an image of the same key, not the same image
final class MemoryTier {
    private final Cache<CacheKey, MemoryImage> cache;
    private final Policy<CacheKey, MemoryImage> policy;
    private final Policy.Eviction<CacheKey, MemoryImage> eviction;
    private final Consumer<MemoryImage> firstHit;
    private final long heapLimitBytes;
    /** What a byte on the heap weighs at least. */
    private volatile double heapWeight;

    /**
     * Makes the tier.
     *
     * @param capacityBytes the bound of all bytes
     * @param heapLimitBytes the bound of those on the heap
     * @param evicted takes over each evicted image and its reference; called under the key's lock: no I/O, no call of this tier
     * @param firstHit is shown each image when it answers for the first time, with a reference; without any lock
     */
    MemoryTier(long capacityBytes, long heapLimitBytes, Consumer<MemoryImage> evicted, Consumer<MemoryImage> firstHit) {
        this.firstHit = firstHit;
        this.heapLimitBytes = heapLimitBytes;
        this.heapWeight = (double) capacityBytes / heapLimitBytes;
        cache = Caffeine.newBuilder()
                .maximumWeight(capacityBytes)
                .weigher(this::weight)
                .executor(Runnable::run)
                .evictionListener((CacheKey key, MemoryImage image, RemovalCause cause) -> evicted.accept(image))
                .build();
        policy = cache.policy();
        eviction = policy.eviction().orElseThrow();
    }

    /** Returns the image, of which the caller then owns a reference, or null. */
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

    /** Returns the image, whatever it is worth, of which the caller then owns a reference, or null. Counts as no use of it. */
    @Nullable
    MemoryImage peek(RowKey key) {
        MemoryImage found = policy.getIfPresentQuietly(key);
        return found != null && found.retain() ? found : null;
    }

    /** Puts an image in place of whatever is there, if {@code allowed} says so under the key's lock; takes it over then. */
    boolean put(MemoryImage image, BooleanSupplier allowed) {
        return image
                == cache.asMap().compute(image, (same, old) -> {
                    if (!allowed.getAsBoolean()) {
                        return old;
                    }
                    if (old != null) {
                        old.release();
                    }
                    return image;
                });
    }

    /** Puts an image where there is none, if {@code allowed} says so under the key's lock; takes it over then. */
    boolean putIfAbsent(MemoryImage image, BooleanSupplier allowed) {
        return image
                == cache.asMap().compute(image, (same, old) -> old != null || !allowed.getAsBoolean() ? old : image);
    }

    /**
     * Runs {@code change} under the key's lock. It is given the present image or null, and returns the one to be there after:
     * the same, another whose reference the map takes over, or null. It releases the reference of an image it does not return.
     * It must do no I/O and not call this tier.
     */
    void update(CacheKey key, UnaryOperator<@Nullable MemoryImage> change) {
        cache.asMap().compute(key, (same, old) -> change.apply(old));
    }

    /** Takes every image out that {@code doomed} approves of; weakly consistent. */
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

    /** Shows every image, each with a reference held during the call; weakly consistent. */
    void forEach(Consumer<MemoryImage> visitor) {
        removeIf(image -> {
            visitor.accept(image);
            return false;
        });
    }

    /** Sets the bound of all bytes; what is there is weighed anew. */
    void setCapacity(long bytes) {
        heapWeight = (double) bytes / heapLimitBytes;
        eviction.setMaximum(bytes);
        if (heapWeight > 1) {
            forEach(image -> update(image, present -> present));
        }
    }

    private int weight(CacheKey key, MemoryImage image) {
        return (int) Math.min(
                Integer.MAX_VALUE, Math.max(image.weightBytes(key), Math.ceil(image.heapBytes(key) * heapWeight)));
    }

    long entries() {
        return cache.estimatedSize();
    }

    /** Returns the sum of the weights: all bytes, or more where the bound of those on the heap counts. */
    long weightedBytes() {
        return eviction.weightedSize().orElse(0);
    }

    /** Returns the bytes on the heap; those of keys that outlived their first image are not in it. */
    long heapBytes() {
        return entries() * MemoryImage.HEAP_BYTES;
    }

    private void removeSame(MemoryImage image) {
        cache.asMap().computeIfPresent(image, (same, current) -> {
            if (current != image) {
                return current;
            }
            current.release();
            return null;
        });
    }
}
