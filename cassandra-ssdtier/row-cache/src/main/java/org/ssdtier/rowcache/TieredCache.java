package org.ssdtier.rowcache;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.nio.ByteBuffer;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The row cache: a memory tier with an SSD tier behind it.
 *
 * <p>All calls are thread-safe; none throws, blocks on I/O of writes, or fails its caller: what goes wrong is counted and is a
 * miss. {@link #open} alone throws, for options that can not work.
 *
 * <p>How a reader uses it: {@code ticket = table.ticket()}; take the view of the table; {@code get(key, ticket)}; on a miss
 * read the view into an image and {@code publish(key, ticket, image)}. How a change of what is on disk uses it: {@code
 * table.beginChange()}; {@link #refresh} or {@link #drop} the keys, or {@link #purge} the table or a range; switch the view;
 * {@code table.endChange()} in a finally.
 */
public final class TieredCache implements AutoCloseable {
    private static final Logger logger = LoggerFactory.getLogger(TieredCache.class);

    private final ConcurrentMap<UUID, CachedTable> tables = new ConcurrentHashMap<>();
    private final ConcurrentMap<Long, Boolean> tooLarge = new ConcurrentHashMap<>();
    private final Cache<CacheKey, MemoryImage> memory;
    private final TieredCacheOptions options;
    private final LongAdder[] hits = {new LongAdder(), new LongAdder(), new LongAdder()};
    private final LongAdder misses = new LongAdder();
    private final LongAdder publishes = new LongAdder();
    private final LongAdder drops = new LongAdder();
    private final LongAdder purges = new LongAdder();
    private final LongAdder errors = new LongAdder();
    private volatile long memoryCapacityBytes;

    private TieredCache(TieredCacheOptions options) {
        this.options = options;
        this.memoryCapacityBytes = options.memoryCapacityBytes();
        this.memory = Caffeine.newBuilder()
                .maximumWeight(memoryCapacityBytes)
                .executor(Runnable::run)
                .weigher((CacheKey key, MemoryImage image) -> image.weightBytes())
                .build();
    }

    /**
     * Opens the cache. Quick: what is on the SSD is recovered in the background.
     *
     * @throws IllegalArgumentException if the options can not work; the message names option, value and allowed range
     */
    public static TieredCache open(TieredCacheOptions options) {
        return new TieredCache(options);
    }

    /** Returns what the cache knows about a table; always the same object for an id. */
    public CachedTable table(UUID id) {
        CachedTable table = tables.get(id);
        return table != null ? table : tables.computeIfAbsent(id, absent -> new CachedTable(absent, 1));
    }

    /**
     * Says that the table is what it was at the clean stop, or not. Until it is called for a recovered table, what the SSD
     * holds of it does not answer. Has no effect for a table that was not recovered, and from the second call on.
     *
     * @param table the table
     * @param digest what {@link #cleanStop} was given for the table: a digest of all that its images depend on; if it is not
     *     equal, the table is purged with one WARN
     */
    public void confirm(CachedTable table, byte[] digest) {}

    /**
     * Looks a key up: memory, then pending, then SSD. An SSD answer moves to memory unless the key was dropped or refreshed
     * meanwhile.
     *
     * @param key the key
     * @param ticket the ticket of its table, captured before the caller took its view
     * @return the image, to be closed by the caller; null on a miss, on any error, and whenever the ticket is not current after
     *     the look-up
     */
    public @Nullable Image get(RowKey key, long ticket) {
        try {
            MemoryImage found = memory.getIfPresent(key);
            if (found != null && found.answers(key) && key.table().isCurrent(ticket)) {
                hits[Tier.MEMORY.index].increment();
                key.table().countHit(Tier.MEMORY);
                return new Image(found, Tier.MEMORY);
            }
        } catch (Throwable e) {
            fail("get", e);
        }
        misses.increment();
        key.table().countMiss();
        return null;
    }

    /**
     * Offers an image made after a miss.
     *
     * @param key the key
     * @param ticket the ticket with which the look-up missed
     * @param image the image from position to limit; copied, left as it is
     * @return whether the image is in the cache now: false if {@link CachedTable#mayPublish} no longer holds, the image is
     *     longer than the configured maximum, or the cache is off
     */
    public boolean publish(RowKey key, long ticket, ByteBuffer image) {
        if (memoryCapacityBytes == 0 || image.remaining() > options.maxImageBytes()) {
            return false;
        }
        try {
            boolean[] published = {false};
            memory.asMap().compute(key, (same, old) -> {
                int stamp = key.table().stamp();
                if (!key.table().mayPublish(ticket)) {
                    return old;
                }
                published[0] = true;
                return new MemoryImage(key, stamp, image);
            });
            if (published[0]) {
                publishes.increment();
            }
            return published[0];
        } catch (Throwable e) {
            fail("publish", e);
            return false;
        }
    }

    /**
     * Takes the image of a key out of every tier, in one step and without I/O. What is being promoted, demoted or reclaimed
     * meanwhile does not come back. Does not by itself keep a reader from publishing what it read before: bracket it with
     * {@link CachedTable#beginChange} when the content has changed.
     */
    public void drop(RowKey key) {
        try {
            drops.increment();
            memory.asMap().compute(key, (same, old) -> null);
        } catch (Throwable e) {
            fail("drop", e);
            clear();
        }
    }

    /**
     * Merges a change into the image of a key, wherever it is, so that no tier holds the older image when it returns.
     *
     * @param key the key
     * @param merger makes the new image of the old
     * @param readSsd whether an image that is on the SSD only, and warm, is worth a read; else it is dropped
     */
    public RefreshResult refresh(RowKey key, ImageMerger merger, boolean readSsd) {
        try {
            RefreshResult[] result = {RefreshResult.ABSENT};
            memory.asMap().compute(key, (same, old) -> {
                if (old == null) {
                    return null;
                }
                result[0] = RefreshResult.DROPPED;
                MemoryImage merged = old.answers(key) ? merge(key, old, merger) : null;
                if (merged != null) {
                    result[0] = RefreshResult.MERGED_IN_MEMORY;
                }
                return merged;
            });
            return result[0];
        } catch (Throwable e) {
            fail("refresh", e);
            drop(key);
            return RefreshResult.DROPPED;
        }
    }

    /** Returns whether the key was marked as too large to be cached. May forget; may take another key for it (rarely). */
    public boolean isTooLarge(RowKey key) {
        return tooLarge.containsKey(key.hash());
    }

    /** Remembers that the key is too large to be cached. */
    public void markTooLarge(RowKey key) {
        if (tooLarge.size() >= 1 << 16) {
            tooLarge.clear();
        }
        tooLarge.put(key.hash(), true);
    }

    /** Declares every image of a table dead: a few instructions, whatever the number of images. */
    public void purge(CachedTable table) {
        purges.increment();
        table.purge();
    }

    /** Declares the images of a table with a token in (left, right] dead; see {@link CachedTable#purgeRange}. */
    public void purgeRange(CachedTable table, long leftToken, long rightToken) {
        purges.increment();
        table.purgeRange(leftToken, rightToken);
    }

    /** Declares every image of every table dead and gives the memory back. */
    public void clear() {
        purges.increment();
        tables.values().forEach(CachedTable::purge);
        memory.invalidateAll();
    }

    /** Sets the bytes of the memory tier. 0 switches the cache off and empties every tier. */
    public void setMemoryCapacity(long bytes) {
        memoryCapacityBytes = bytes;
        memory.policy().eviction().ifPresent(eviction -> eviction.setMaximum(bytes));
        if (bytes == 0) {
            clear();
        }
    }

    /** Returns the bytes of the memory tier: a plain field read. */
    public long memoryCapacity() {
        return memoryCapacityBytes;
    }

    /** Grows or shrinks the SSD tier by whole segments; takes effect in the background. */
    public void resizeSsd(long bytes) {}

    /** Stops reading and writing the SSD. Drops, refreshes and purges stay effective. */
    public void pause() {}

    /** Ends {@link #pause}. */
    public void resume() {}

    /** Returns the state of the SSD tier. */
    public CacheState state() {
        return CacheState.DISABLED;
    }

    /** Returns the counters and gauges. */
    public CacheStats stats() {
        return new CacheStats(
                hits[Tier.MEMORY.index].sum(),
                hits[Tier.PENDING.index].sum(),
                hits[Tier.SSD.index].sum(),
                misses.sum(),
                publishes.sum(),
                drops.sum(),
                purges.sum(),
                errors.sum(),
                memory.estimatedSize(),
                memory.policy()
                        .eviction()
                        .map(eviction -> eviction.weightedSize().orElse(0))
                        .orElse(0L),
                state());
    }

    /**
     * Writes what a warm start needs and closes the cache: the next {@link #open} with the same identity recovers.
     *
     * @param identity what must be the same at the next open
     * @param tableDigest gives the digest of all that a table's images depend on; null for a table that is not to be recovered
     */
    public void cleanStop(byte[] identity, Function<UUID, byte @Nullable []> tableDigest) {
        close();
    }

    /** Closes the cache; the next open starts cold. Idempotent. */
    @Override
    public void close() {
        memoryCapacityBytes = 0;
        memory.invalidateAll();
    }

    private @Nullable MemoryImage merge(RowKey key, MemoryImage old, ImageMerger merger) {
        try {
            ByteBuffer merged = merger.merge(old.bytes());
            return merged == null || merged.remaining() > options.maxImageBytes()
                    ? null
                    : new MemoryImage(key, old.stamp(), merged);
        } catch (Exception e) {
            fail("merge", e);
            return null;
        }
    }

    private void fail(String verb, Throwable cause) {
        errors.increment();
        logger.warn("Row cache {} failed; treated as a miss", verb, cause);
    }
}
