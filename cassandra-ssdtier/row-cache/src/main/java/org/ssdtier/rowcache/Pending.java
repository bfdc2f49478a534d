package org.ssdtier.rowcache;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The images on their way to the SSD, bounded in bytes. They answer reads until the writer has entered them into the
 * index.
 *
 * <p>The map owns one reference to each image. An entry leaves the map in one of two ways, both under the map's lock of
 * the key: {@link #remove} takes it, or the writer publishes it ({@link #complete}). The queue holds the demotions in
 * the order in which they are written; a queued demotion may have left the map meanwhile. If the writer polls nothing,
 * a sweep removes from the queue the demotions that have left the map.
 */
final class Pending {
    /**
     * The demotion of one image to the SSD. Compared by identity: another eviction of the same key is another demotion.
     */
    static final class Demotion {
        private final MemoryImage image;

        Demotion(MemoryImage image) {
            this.image = image;
        }

        MemoryImage image() {
            return image;
        }
    }

    /** The number of demotions that may be queued beyond twice the number of images before the queue is swept. */
    private static final int SLACK = 1_024;

    private final ConcurrentMap<CacheKey, Demotion> images = new ConcurrentHashMap<>();
    private final ConcurrentLinkedQueue<Demotion> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger queued = new AtomicInteger();
    private final AtomicLong sizeBytes = new AtomicLong();
    private final long capacityBytes;

    Pending(long capacityBytes) {
        this.capacityBytes = capacityBytes;
    }

    /**
     * Adds an image and takes ownership of its reference, if there is room for it. Called under the key's lock.
     *
     * @return whether there was room
     */
    boolean offer(MemoryImage image) {
        int weight = image.weightBytes(image);
        assert weight > 0 && sizeBytes.get() >= 0 : "weight=" + weight + " pending bytes=" + sizeBytes;
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

    /** Removes from the queue all demotions that are no longer waiting. */
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

    /** Removes and returns the image of a key, or returns null; the caller then owns the reference. */
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

    /** Returns the number of queued demotions, including those that have left the map. */
    int queued() {
        return queue.size();
    }

    /** Returns whether {@link #poll} would return a demotion. */
    boolean hasQueued() {
        return !queue.isEmpty();
    }

    /** Returns whether the demotion is still in the map: not removed, completed or replaced since it was offered. */
    boolean isWaiting(Demotion demotion) {
        return images.get(demotion.image()) == demotion;
    }

    /**
     * Ends a demotion if it is still waiting: runs {@code publish} and releases the image, in one step under the map's
     * lock of the key.
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

    /** Removes and releases every image. */
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
