package org.ssdtier.rowcache;

import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.rowcache.admission.GhostFilter;
import org.ssdtier.rowcache.compression.ImageCompression;
import org.ssdtier.rowcache.index.HashKey;
import org.ssdtier.rowcache.index.IndexMemory;

/**
 * The row cache: a memory tier with an SSD tier behind it.
 *
 * <p>All methods are thread-safe. None throws, blocks on write I/O, or fails its caller: a failure is counted and is a
 * miss. Only {@link #open} and {@link SsdControl#resize} throw, for values that cannot work; and the calls that write
 * to the journal wait for it, one second at most.
 *
 * <p>A reader calls {@code ticket = table.ticket()}, takes its view of the table, and calls {@code get(key, ticket)};
 * on a miss it reads the view into an image and calls {@code publish(key, ticket, image)}. A change of what is on disk
 * calls {@code table.beginChange()}; {@link #refresh} or {@link #drop} for each key, or {@link #purge} for the table or
 * a range; switches the view; and calls {@code table.endChange()} in a finally.
 */
public final class TieredCache implements AutoCloseable {
    private static final Logger logger = LoggerFactory.getLogger(TieredCache.class);

    private final TooLargeKeys tooLarge;
    private final Publisher publisher;
    private final ImageMemory imageMemory = new ImageMemory();
    private final ImageCompression compression;
    private final CachedTables tables;
    private final CacheCounters counters;
    private final TieredCacheOptions options;
    private final MemoryTier memory;
    private final TierSearch search;
    private final @Nullable SsdTier ssd;
    private final SsdControl control;
    private final JournaledTables journaled;

    private TieredCache(TieredCacheOptions options) {
        this.options = options;
        this.counters = new CacheCounters(logger, options.nanoClock(), new CurveSamples(options));
        this.tables = new CachedTables(imageMemory);
        SsdOptions ssdOptions = options.ssd();
        this.compression = options.openCompression();
        IndexMemory memoryOfIndex =
                ssdOptions == null ? null : IndexMemory.of(ssdOptions.geometry().indexBytes());
        this.tooLarge = new TooLargeKeys(
                memoryOfIndex == null ? IndexMemory.DEFAULT_MARK_WORDS : memoryOfIndex.markWords(),
                options.nanoClock());
        this.ssd = ssdOptions == null ? null : new SsdTier(options, ssdOptions, compression, tables::get);
        this.control = new SsdControl(ssd);
        this.journaled = new JournaledTables(ssd);
        this.memory = ssd == null
                ? new MemoryTier(options, MemoryImage::release, image -> {})
                : new MemoryTier(options, ssd::demote, ssd::cool);
        this.search = new TierSearch(memory, ssd);
        int emptyWords = memoryOfIndex == null ? IndexMemory.DEFAULT_MARK_WORDS : memoryOfIndex.emptyWords();
        this.publisher = new Publisher(memory, options.maxImageBytes(), new GhostFilter(emptyWords), counters);
        if (ssd == null) {
            tables.open(HashKey.random(options.randomLongs()), null, null);
        } else {
            Recovered recovered = ssd.start();
            if (recovered != null) {
                compression.recover(); // an abandoned start will free the dictionaries that it has read
            }
            tables.open(ssd.hashKey(), recovered, ssd.journal());
            ssd.startThreads();
        }
    }

    /**
     * Opens the cache. Returns quickly: the index of the SSD tier is recovered in the background.
     *
     * @throws IllegalArgumentException if an option is invalid; the message names option, value and allowed range
     */
    public static TieredCache open(TieredCacheOptions options) {
        options.validate();
        TieredCache cache = new TieredCache(options);
        SsdOptions ssd = options.ssd();
        logger.info(
                "Opened row cache: memory bytes={} max image bytes={} SSD: {}",
                options.memoryCapacityBytes(),
                options.maxImageBytes(),
                ssd == null ? "off" : ssd.describe());
        return cache;
    }

    /** Returns the cache's state of a table; always the same object for an id, until {@link #forget}. */
    public CachedTable table(UUID id) {
        return tables.getOrCreate(id);
    }

    /**
     * Removes a table that was dropped. Its images are dead, also for a caller that still holds the {@link
     * CachedTable}. A new table with the same id starts with a stamp higher than every stamp of the removed one.
     */
    public void forget(UUID id) {
        tables.forget(id, table -> journaled.forget(id));
        counters.samples().forget(id);
        compression.forget(id);
    }

    /** Returns a retired table, for one that no longer exists: nothing is found in it, and nothing can be published. */
    public CachedTable retired(UUID id) {
        return tables.retired(id);
    }

    /**
     * Confirms that the table is unchanged since the clean stop, or purges it. Before this call, the recovered images
     * of the table do not answer. Has no effect for a table that was not recovered, or on a second call.
     *
     * @param table the table
     * @param digest the current digest of everything that the table's images depend on, to be compared with that passed
     *     to {@link #cleanStop}
     * @return whether the digests differ, so that the table was purged
     */
    public boolean confirm(CachedTable table, byte[] digest) {
        boolean purged = table.confirm(digest);
        if (purged) {
            journaled.note(table);
        }
        return purged;
    }

    /** Looks up a key as {@link #find} does, and counts a hit or a miss. */
    public @Nullable Image get(RowKey key, long ticket) {
        Image found = find(key, ticket);
        if (found == null) {
            counters.miss(key);
        } else {
            counters.hit(key, found.tier(), found.lengthBytes());
        }
        return found;
    }

    /**
     * Begins a change of a table's content on disk. The caller then touches the changed keys with {@link #refresh},
     * {@link #drop} or the purges, commits the change, makes it visible, and closes it.
     */
    public TableChange begin(CachedTable table) {
        return new TableChange(table, journaled.journal());
    }

    /** Returns the tables as the journal has them. */
    public JournaledTables journaled() {
        return journaled;
    }

    /**
     * Makes the recovered images of a table answer, although the table has SSTables that the journal lacks.
     *
     * @param dropKeys drops every key that is in one of these SSTables; if it throws, the table is purged
     */
    public void accept(CachedTable table, StartComparison comparison, Runnable dropKeys) {
        try (TableChange change = begin(table)) {
            try {
                dropKeys.run();
            } catch (Throwable e) {
                counters.failed("drop of the keys of added SSTables", e);
                purge(table);
            }
            change.commit(comparison.come(), comparison.go());
        }
        table.trust();
    }

    /**
     * Looks up a key: in memory, then pending, then the SSD. An image read from the SSD is promoted to memory unless
     * the key was dropped or refreshed meanwhile. Counts nothing: an image is a hit only if it answers the caller's
     * query, so the caller counts it, see {@link CacheCounters}.
     *
     * @param key the key
     * @param ticket a ticket of its table, captured before the caller took its view
     * @return the image, which the caller must close; null on a miss, on any error, and if the ticket is not current
     *     after the look-up
     */
    public @Nullable Image find(RowKey key, long ticket) {
        try {
            Image found = search.find(key);
            if (found != null) {
                if (key.table.isCurrent(ticket)) {
                    return found;
                }
                found.close();
            }
        } catch (Throwable e) {
            counters.failed("get", e);
        }
        return null;
    }

    /**
     * Publishes an image made after a miss.
     *
     * @param key the key
     * @param ticket the ticket with which the look-up missed
     * @param image the image, from position to limit; it is copied and the buffer is not changed
     * @return whether the image was put into the cache; false if {@link CachedTable#mayPublish(long, long)} is no
     *     longer true, the image is longer than the configured maximum, or the cache is off
     */
    public boolean publish(RowKey key, long ticket, ByteBuffer image) {
        return publisher.publish(key, ticket, image);
    }

    /**
     * Publishes the image of a key that has nothing on disk. It is accepted only the second time, and never written to
     * the SSD: otherwise keys that are requested once before they are written would displace rows.
     *
     * @return whether the image was put into the cache, see {@link #publish}; false the first time
     */
    public boolean publishEmpty(RowKey key, long ticket, ByteBuffer image) {
        return publisher.publishEmpty(key, ticket, image);
    }

    /**
     * Removes the image of a key from every tier, in one step and without I/O. An image being promoted, demoted or
     * reclaimed meanwhile does not return. A drop alone does not prevent a reader from publishing an image it read
     * before: if the content has changed, bracket the drop with {@link CachedTable#beginChange} and {@link
     * CachedTable#endChange}.
     */
    public void drop(RowKey key) {
        changed(key.table);
        try {
            memory.locks().locked(key, old -> {
                if (ssd != null) {
                    ssd.forget(key);
                }
                key.table.changes().touch(key.hash);
                if (old != null) {
                    old.release();
                }
                return null;
            });
        } catch (Throwable e) {
            purge(key.table);
            counters.failed("drop", e);
        }
        counters.dropped(key);
    }

    /**
     * Merges a change into the image of a key, in whatever tier it is. When this returns, no tier holds the older
     * image.
     *
     * @param key the key
     * @param merger makes the new image from the old
     * @param readSsd whether to read a warm image that is only on the SSD; otherwise it is dropped
     */
    public RefreshResult refresh(RowKey key, ImageMerger merger, boolean readSsd) {
        RefreshResult result;
        changed(key.table);
        try {
            result = new Refresh(key, merger, readSsd, options.maxImageBytes(), ssd, counters::failed).run(memory);
        } catch (Throwable e) {
            purge(key.table);
            counters.failed("refresh", e);
            result = RefreshResult.DROPPED;
        }
        counters.refreshed(key, result);
        return result;
    }

    /** Returns the keys that are not read as a whole for the cache. */
    public TooLargeKeys tooLarge() {
        return tooLarge;
    }

    /** Returns the counters of the caller's part of a look-up. */
    public CacheCounters counters() {
        return counters;
    }

    /** Declares every image of a table dead, in a few instructions regardless of the number of images. */
    public void purge(CachedTable table) {
        changed(table);
        table.purge();
        journaled.note(table);
        counters.purged(table);
    }

    /** Declares dead the images of a table with a token in (left, right]; see {@link CachedTable#purgeRange}. */
    public void purgeRange(CachedTable table, long leftToken, long rightToken) {
        counters.purges.increment();
        changed(table);
        table.purgeRange(leftToken, rightToken);
        journaled.note(table);
    }

    /** Declares every image of every table dead and frees the memory. */
    public void clear() {
        tables.all().forEach(table -> {
            table.purge();
            journaled.note(table);
        });
        try {
            memory.removeIf(image -> image.table.isPurgedSince(image.stamp()));
            if (ssd != null) {
                ssd.changed();
                ssd.clear();
            }
        } catch (Throwable e) {
            counters.failed("clear", e);
        }
        counters.cleared();
    }

    /**
     * Declares every image dead, as {@link #clear} does, and overwrites the SSD's segments with zeros, in the
     * background and at a bounded rate. The dictionaries of compressed images are removed. Nothing else is written to the SSD meanwhile.
     *
     * @return false if the SSD tier is not online; then nothing is overwritten. For the progress see {@link
     *     SsdControl#eraseRemainingBytes}
     */
    public boolean erase() {
        compression.forgetAll();
        clear();
        if (ssd == null || state() != CacheState.ONLINE) {
            return false;
        }
        ssd.erase();
        return true;
    }

    /** Sets the bytes of the memory tier. 0 switches the cache off and empties every tier. */
    public void setMemoryCapacity(long bytes) {
        if (bytes == 0) {
            memory.switchOff();
            clear();
        } else {
            memory.setCapacity(bytes);
        }
    }

    /** Returns the bytes of the memory tier, by one volatile read. */
    public long memoryCapacity() {
        return memory.capacityBytes();
    }

    /** Returns the compression of the images, which the owner applies when it makes and decodes them. */
    public ImageCompression compression() {
        return compression;
    }

    /** Returns the controls of the SSD tier. */
    public SsdControl ssd() {
        return control;
    }

    /** Returns the state of the SSD tier. */
    public CacheState state() {
        return control.state();
    }

    /** Returns the tables that were requested or recovered. */
    public Collection<CachedTable> tables() {
        return tables.all();
    }

    /** Returns the counters and gauges. */
    public CacheStats stats() {
        return new CacheStats(
                counters.lookups(),
                counters.publishing(),
                counters.changes(),
                counters.schemas(),
                CacheStats.Compression.of(compression.counters()),
                new CacheStats.Memory(
                        memory.entries(),
                        memoryBytes(),
                        memory.capacityBytes(),
                        memory.heapBytes(),
                        options.memoryHeapBytes()),
                counters.errors.sum(),
                state(),
                ssd == null ? null : ssd.stats());
    }

    /**
     * Saves what a warm start needs and closes the cache: the next {@link #open} with the same identity recovers it. To
     * be called when the tables no longer change. Images in memory that are not on the SSD are written first, within
     * ten seconds.
     *
     * @param identity the identity that the next open must have
     * @param tableDigest returns the digest of everything a table's images depend on; null for a table not to be
     *     recovered
     */
    public void cleanStop(byte[] identity, Function<UUID, byte @Nullable []> tableDigest) {
        memory.switchOff();
        try {
            if (ssd != null) {
                ssd.cleanStop(memory::forEach, tables.snapshot(identity, tableDigest));
            }
        } catch (Throwable e) {
            counters.failed("clean stop", e);
        }
        close();
    }

    /**
     * Closes the cache. Without {@link #cleanStop} nothing is saved for the next open, which recovers from the journal,
     * if there is one, or starts cold. Idempotent.
     */
    @Override
    public void close() {
        memory.switchOff();
        try {
            memory.removeIf(image -> true);
            if (ssd != null) {
                ssd.close();
            }
            compression.close();
        } catch (Throwable e) {
            counters.failed("close", e);
        }
    }

    /** Runs one step of the writer, if the cache was opened without threads. Returns whether there was any work. */
    boolean work() {
        return ssd != null && ssd.work();
    }

    /** Returns the allocator of images. */
    ImageMemory imageMemory() {
        return imageMemory;
    }

    /** Returns the bytes of the images in memory, on the heap and off it; their weight may be more. */
    private long memoryBytes() {
        long pendingBlocks = ssd == null ? 0 : ssd.pendingBlockBytes();
        return Math.max(0, imageMemory.liveBytes() - pendingBlocks) + memory.heapBytes();
    }

    /** Records a change of a recovered table; other tables are not part of the clean stop's state. */
    private void changed(CachedTable table) {
        if (ssd != null && table.wasRecovered()) {
            ssd.changed();
        }
    }
}
