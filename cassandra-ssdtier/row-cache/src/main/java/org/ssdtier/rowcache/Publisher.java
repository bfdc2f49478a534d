package org.ssdtier.rowcache;

import java.nio.ByteBuffer;
import org.ssdtier.rowcache.admission.GhostFilter;

/**
 * A publisher of images made after a miss: copies them into the memory tier, unless their table changed meanwhile.
 * Thread-safe.
 */
final class Publisher {
    private final MemoryTier memory;
    private final int maxImageBytes;
    /** The keys without anything on disk that were requested before. */
    private final GhostFilter emptyKeys;

    private final CacheCounters counters;

    Publisher(MemoryTier memory, int maxImageBytes, GhostFilter emptyKeys, CacheCounters counters) {
        this.memory = memory;
        this.maxImageBytes = maxImageBytes;
        this.emptyKeys = emptyKeys;
        this.counters = counters;
    }

    /** Publishes an image, see {@link TieredCache#publish}. */
    boolean publish(RowKey key, long ticket, ByteBuffer image) {
        return publish(key, ticket, image, 0);
    }

    /** Publishes the image of a key that has nothing on disk, see {@link TieredCache#publishEmpty}. */
    boolean publishEmpty(RowKey key, long ticket, ByteBuffer image) {
        if (!emptyKeys.recordSighting(key.hash)) {
            counters.emptyDeferred.increment();
            return false;
        }
        boolean published = publish(key, ticket, image, MemoryImage.EMPTY);
        if (published) {
            counters.emptyPublishes.increment();
        }
        return published;
    }

    private boolean publish(RowKey key, long ticket, ByteBuffer image, int flags) {
        boolean published = false;
        try {
            published = memory.capacityBytes() > 0
                    && image.remaining() <= maxImageBytes
                    && publishUnlessChanged(key, ticket, image, flags);
        } catch (Throwable e) {
            counters.failed("publish", e);
        }
        counters.published(key, image.remaining(), flags == MemoryImage.EMPTY, published);
        return published;
    }

    private boolean publishUnlessChanged(RowKey key, long ticket, ByteBuffer bytes, int flags) {
        int stamp = key.table.stamp();
        MemoryImage image = MemoryImage.of(key, stamp, bytes, flags);
        boolean published = memory.put(image, () -> key.table.mayPublish(ticket, key.token()));
        if (!published) {
            image.release();
        }
        return published;
    }
}
