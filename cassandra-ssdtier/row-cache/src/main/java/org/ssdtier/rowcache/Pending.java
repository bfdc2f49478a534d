package org.ssdtier.rowcache;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The images on their way to the SSD, bounded in bytes: they answer reads until the writer has entered them into the index.
 *
 * <p>The map owns one reference of each. An entry leaves it in one of two ways: somebody takes it ({@link #remove}), or the
 * writer publishes it ({@link #complete}), both under the map's lock of the key. The queue gives the writer the order; what it
 * finds there may have left the map meanwhile. While the writer takes nothing out, what has left the map is swept out of the queue.
 */
final class Pending {
    /** One image's way to the SSD. Its identity counts: another eviction of the same key is another demotion. */
    static final class Demotion {
        private final MemoryImage image;

        Demotion(MemoryImage image) {
            this.image = image;
        }

        MemoryImage image() {
            return image;
        }
    }

    /** So many more than twice the images may be queued: below it a sweep is not worth its while. */
    private static final int SLACK = 1_024;

    private final ConcurrentMap<CacheKey, Demotion> images = new ConcurrentHashMap<>();
    private final ConcurrentLinkedQueue<Demotion> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger queued = new AtomicInteger();
    private final AtomicLong sizeBytes = new AtomicLong();
    private final long capacityBytes;

    Pending(long capacityBytes) {
        this.capacityBytes = capacityBytes;
    }

    /** Takes over an image and its reference, unless there is no room for it. Called under the key's lock. */
    boolean offer(MemoryImage image) {
        int weight = image.weightBytes(image);
        if (sizeBytes.addAndGet(weight) > capacityBytes) {
            sizeBytes.addAndGet(-weight);
            return false;
        }
        Demotion demotion = new Demotion(image);
        Demotion old = images.put(image, demotion);
        if (old != null) {
            left(old);
        }
        queue.add(demotion);
        if (queued.incrementAndGet() > SLACK + 2 * images.size()) {
            sweep();
        }
        return true;
    }

    /** Takes what is no longer waiting out of the queue. */
    private void sweep() {
        queue.removeIf(demotion -> !isWaiting(demotion));
        queued.set(queue.size());
    }

    /** Returns the image of a key with a reference for the caller, or null. */
    @Nullable
    MemoryImage get(RowKey key) {
        Demotion found = images.get(key);
        if (found == null || !found.image().retain()) {
            return null;
        }
        if (found.image().answers(key)) {
            found.image().set(MemoryImage.USED);
            return found.image();
        }
        found.image().release();
        return null;
    }

    /** Takes the image of a key out; its reference goes to the caller. */
    @Nullable
    MemoryImage remove(CacheKey key) {
        Demotion removed = images.remove(key);
        if (removed == null) {
            return null;
        }
        sizeBytes.addAndGet(-removed.image().weightBytes(removed.image()));
        return removed.image();
    }

    /** Returns the next demotion for the writer, or null. */
    @Nullable
    Demotion poll() {
        Demotion next = queue.poll();
        if (next != null) {
            queued.decrementAndGet();
        }
        return next;
    }

    /** Returns how many demotions wait in the queue, those included that have left the map. */
    int queued() {
        return queue.size();
    }

    /** Returns whether {@link #poll} has something to return. */
    boolean hasQueued() {
        return !queue.isEmpty();
    }

    /** Returns whether the demotion was neither taken nor replaced since it was offered. */
    boolean isWaiting(Demotion demotion) {
        return images.get(demotion.image()) == demotion;
    }

    /**
     * Ends a demotion, if it is still waiting: runs {@code publish} and lets the image go, in one step under the map's lock of
     * the key.
     *
     * @return whether {@code publish} was run and returned true
     */
    boolean complete(Demotion demotion, BooleanSupplier publish) {
        boolean[] published = {false};
        images.computeIfPresent(demotion.image(), (key, current) -> {
            if (current != demotion) {
                return current;
            }
            published[0] = publish.getAsBoolean();
            left(current);
            return null;
        });
        return published[0];
    }

    long sizeBytes() {
        return sizeBytes.get();
    }

    int entries() {
        return images.size();
    }

    /** Lets every image go. */
    void clear() {
        for (Demotion demotion : images.values()) {
            complete(demotion, () -> false);
        }
    }

    private void left(Demotion demotion) {
        MemoryImage image = demotion.image();
        sizeBytes.addAndGet(-image.weightBytes(image));
        image.release();
    }
}
