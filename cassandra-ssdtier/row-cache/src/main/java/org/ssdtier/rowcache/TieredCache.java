package org.ssdtier.rowcache;

import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.rowcache.admission.GhostFilter;
import org.ssdtier.rowcache.index.HashKey;
import org.ssdtier.rowcache.index.IndexMemory;
import org.ssdtier.segmentlog.ResizeResult;
import org.ssdtier.segmentlog.SegmentStatus;

/**
 * The row cache: a memory tier with an SSD tier behind it.
 *
 * <p>All methods are thread-safe. None throws, blocks on write I/O, or fails its caller: a failure is counted and is a
 * miss. Only {@link #open} and {@link #resizeSsd} throw, for values that cannot work; and the calls that write to the
 * journal wait for it, one second at most.
 *
 * <p>A reader calls {@code ticket = table.ticket()}, takes its view of the table, and calls {@code get(key, ticket)};
 * on a miss it reads the view into an image and calls {@code publish(key, ticket, image)}. A change of what is on disk
 * calls {@code table.beginChange()}; {@link #refresh} or {@link #drop} for each key, or {@link #purge} for the table or
 * a range; switches the view; and calls {@code table.endChange()} in a finally.
 */
public final class TieredCache implements AutoCloseable {
    private static final Logger logger = LoggerFactory.getLogger(TieredCache.class);
    private static final long WARNING_PERIOD_NANOS = 10_000_000_000L;

    private final TooLargeKeys tooLarge;
    private final GhostFilter emptyKeys;
    private final ImageMemory imageMemory = new ImageMemory();
    private final CachedTables tables;
    private final CacheCounters counters = new CacheCounters();
    private final TieredCacheOptions options;
    private final RateLimitedWarning warning;
    private final RateLimitedWarning undecodable;
    private final MemoryTier memory;
    private final SsdTier.Promotion promotion;
    private final @Nullable SsdTier ssd;
    private volatile long memoryCapacityBytes;

    private TieredCache(TieredCacheOptions options) {
        this.options = options;
        this.warning = new RateLimitedWarning(logger, options.nanoClock(), WARNING_PERIOD_NANOS);
        this.undecodable = new RateLimitedWarning(logger, options.nanoClock(), WARNING_PERIOD_NANOS);
        this.memoryCapacityBytes = options.memoryCapacityBytes();
        this.tables = new CachedTables(imageMemory);
        SsdOptions ssdOptions = options.ssd();
        IndexMemory memoryOfIndex = ssdOptions == null ? null : IndexMemory.of(ssdOptions.indexBytes());
        this.tooLarge = new TooLargeKeys(
                memoryOfIndex == null ? IndexMemory.DEFAULT_MARK_WORDS : memoryOfIndex.markWords(),
                options.nanoClock());
        this.emptyKeys =
                new GhostFilter(memoryOfIndex == null ? IndexMemory.DEFAULT_MARK_WORDS : memoryOfIndex.emptyWords());
        this.ssd = ssdOptions == null ? null : new SsdTier(options, ssdOptions, tables::get);
        this.memory = ssd == null
                ? new MemoryTier(memoryCapacityBytes, options.memoryHeapBytes(), MemoryImage::release, image -> {})
                : new MemoryTier(memoryCapacityBytes, options.memoryHeapBytes(), ssd::demote, ssd::cool);
        this.promotion = memory::putIfAbsent;
        if (ssd == null) {
            tables.open(HashKey.random(options.randomLongs()), null, null);
        } else {
            Recovered recovered = ssd.start();
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
        logger.info(
                "Opened row cache: memory bytes={} max image bytes={} SSD {}",
                options.memoryCapacityBytes(),
                options.maxImageBytes(),
                options.ssd() == null ? "off" : options.ssd());
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
        tables.forget(id, table -> {
            Journal journal = journal();
            if (journal != null) {
                journal.forget(id);
            }
        });
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
            noteInJournal(table);
        }
        return purged;
    }

    /**
     * Marks the directory of the SSD tier as this host's, as soon as it is open; logs a WARN if it was another host's.
     */
    public void claim(UUID host) {
        if (ssd != null) {
            ssd.claim(host);
        }
    }

    /** Looks up a key as {@link #find} does, and counts a hit or a miss. */
    public @Nullable Image get(RowKey key, long ticket) {
        Image found = find(key, ticket);
        if (found == null) {
            countMiss(key);
        } else {
            countHit(key, found.tier());
        }
        return found;
    }

    /**
     * Begins a change of a table's content on disk. The caller then touches the changed keys with {@link #refresh},
     * {@link #drop} or the purges, commits the change, makes it visible, and closes it.
     */
    public TableChange begin(CachedTable table) {
        return new TableChange(table, journal());
    }

    /** Returns whether a journal is kept, which needs the names of SSTables. */
    public boolean isJournaled() {
        return journal() != null;
    }

    /** Returns whether a table is in the journal. */
    public boolean isJournaled(CachedTable table) {
        return isJournaled() && table.changes().isJournaled();
    }

    /**
     * Records in the journal that SSTables are about to be replaced by others with the same content. Returns when the
     * record is durable, or after one second. It is harmless if the replacement does not take place.
     *
     * @param come the SSTables added; see {@link TableChange#commit}
     * @param go the SSTables removed
     */
    public void replace(CachedTable table, Collection<String> come, Collection<String> go) {
        Journals.replace(journal(), table, come, go);
    }

    /**
     * Compares the SSTables that a table had at the start with those in the journal, and adds the table to the journal.
     * After a crash, the recovered images may answer from now on if the SSTables are the same.
     *
     * @param atStart the SSTables at the start
     * @param now the SSTables that the table has now, which are journaled if the table is not in the journal
     * @return the result; if it is {@link StartComparison.Outcome#GREW}, the caller must call {@link #accept}
     */
    public StartComparison reconcile(CachedTable table, Collection<String> atStart, Collection<String> now) {
        StartComparison comparison = Journals.reconcile(journal(), table, atStart, now);
        if (comparison.outcome() != StartComparison.Outcome.SAME && ssd != null) {
            ssd.wantCheckpoint(); // a table declared again is recovered after a crash only if the index was saved since
        }
        return comparison;
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
                failed("drop of the keys of added SSTables", e);
                purge(table);
            }
            change.commit(comparison.come(), comparison.go());
        }
        table.trust();
    }

    /**
     * Adds a table to the journal that was not in it or of which a record was lost. Images of it that are now on the
     * SSD are recovered after a crash only if the index was saved since.
     *
     * @param sstables the SSTables of the table
     */
    public void declare(CachedTable table, Collection<String> sstables) {
        if (Journals.declare(journal(), table, sstables) && ssd != null) {
            ssd.wantCheckpoint();
        }
    }

    /**
     * Looks up a key: in memory, then pending, then the SSD. An image read from the SSD is promoted to memory unless
     * the key was dropped or refreshed meanwhile. Counts nothing: an image is a hit only if it answers the caller's
     * query, so the caller calls {@link #countHit} or {@link #countMiss}.
     *
     * @param key the key
     * @param ticket a ticket of its table, captured before the caller took its view
     * @return the image, which the caller must close; null on a miss, on any error, and if the ticket is not current
     *     after the look-up
     */
    public @Nullable Image find(RowKey key, long ticket) {
        try {
            Image found = search(key);
            if (found != null) {
                if (key.table.isCurrent(ticket)) {
                    return found;
                }
                found.close();
            }
        } catch (Throwable e) {
            failed("get", e);
        }
        return null;
    }

    /** Counts a look-up that was answered from an image of this tier. */
    public void countHit(RowKey key, Tier tier) {
        counters.hits(tier).increment();
        key.table.countHit(tier);
    }

    /** Counts a look-up that no image answered. */
    public void countMiss(RowKey key) {
        counters.misses.increment();
        key.table.countMiss();
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
        return publish(key, ticket, image, 0);
    }

    /**
     * Publishes the image of a key that has nothing on disk. It is accepted only the second time, and never written to
     * the SSD: otherwise keys that are requested once before they are written would displace rows.
     *
     * @return whether the image was put into the cache, see {@link #publish}; false the first time
     */
    public boolean publishEmpty(RowKey key, long ticket, ByteBuffer image) {
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
            published = memoryCapacityBytes > 0
                    && image.remaining() <= options.maxImageBytes()
                    && publishUnlessChanged(key, ticket, image, flags);
        } catch (Throwable e) {
            failed("publish", e);
        }
        (published ? counters.publishes : counters.publishesRefused).increment();
        return published;
    }

    /**
     * Removes the image of a key from every tier, in one step and without I/O. An image being promoted, demoted or
     * reclaimed meanwhile does not return. A drop alone does not prevent a reader from publishing an image it read
     * before: if the content has changed, bracket the drop with {@link CachedTable#beginChange} and {@link
     * CachedTable#endChange}.
     */
    public void drop(RowKey key) {
        counters.drops.increment();
        changed(key.table);
        try {
            memory.update(key, old -> {
                forget(key);
                key.table.changes().touch(key.hash);
                if (old != null) {
                    old.release();
                }
                return null;
            });
        } catch (Throwable e) {
            purge(key.table);
            failed("drop", e);
        }
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
            result = new Refresh(key, merger, readSsd, options.maxImageBytes(), ssd, this::failed).run(memory);
        } catch (Throwable e) {
            purge(key.table);
            failed("refresh", e);
            result = RefreshResult.DROPPED;
        }
        switch (result) {
            case ABSENT -> {}
            case DROPPED -> counters.refreshDrops.increment();
            default -> counters.refreshes.increment();
        }
        return result;
    }

    /**
     * Returns whether the key was marked as too large to be cached, at most some minutes ago and since its table was last
     * purged as a whole. The answer is approximate: a mark may have been replaced, and rarely another key matches.
     */
    public boolean isTooLarge(RowKey key) {
        return tooLarge.contains(key);
    }

    /** Marks the key, for some minutes, as too large to be cached or not cacheable. */
    public void markTooLarge(RowKey key) {
        tooLarge.add(key, key.table.floor());
    }

    /** As {@link #markTooLarge(RowKey)}, unless the table has changed since {@code ticket}: the partition may be another. */
    public void markTooLarge(RowKey key, long ticket) {
        int floor = key.table.floor(); // read first: a purge after the check below leaves a mark that is not valid
        if (key.table.isCurrent(ticket)) {
            tooLarge.add(key, floor);
        }
    }

    /**
     * Counts an image that was made with schema IDs and the bytes they save in it; 0, if it has none, is not counted.
     */
    public void countSavedBytes(int bytes) {
        if (bytes > 0) {
            counters.schemaImages.increment();
            counters.schemaSavedBytes.add(bytes);
        }
    }

    /** Counts an image that could not be decoded. The caller drops it. */
    public void countUndecodable(Object table, Throwable cause) {
        counters.errors.increment();
        undecodable.say("Row cache: cached rows of " + table
                + " cannot be decoded and are dropped; counted as errors, the last: " + cause);
    }

    /** Counts an image that was found but whose schema IDs cannot be resolved. The caller drops it. */
    public void countUnresolved() {
        counters.schemaUnresolved.increment();
    }

    /** Declares every image of a table dead, in a few instructions regardless of the number of images. */
    public void purge(CachedTable table) {
        counters.purges.increment();
        changed(table);
        table.purge();
        noteInJournal(table);
    }

    /** Declares dead the images of a table with a token in (left, right]; see {@link CachedTable#purgeRange}. */
    public void purgeRange(CachedTable table, long leftToken, long rightToken) {
        counters.purges.increment();
        changed(table);
        table.purgeRange(leftToken, rightToken);
        noteInJournal(table);
    }

    /** Declares every image of every table dead and frees the memory. */
    public void clear() {
        counters.purges.increment();
        tables.all().forEach(table -> {
            table.purge();
            noteInJournal(table);
        });
        try {
            memory.removeIf(image -> image.table.isPurgedSince(image.stamp()));
            if (ssd != null) {
                ssd.changed();
                ssd.clear();
            }
        } catch (Throwable e) {
            failed("clear", e);
        }
    }

    /**
     * Declares every image dead, as {@link #clear} does, and overwrites the SSD's segments with zeros, in the
     * background and at a bounded rate. Nothing else is written to the SSD meanwhile.
     *
     * @return false if the SSD tier is not online; then nothing is overwritten
     */
    public boolean erase() {
        clear();
        if (ssd == null || state() != CacheState.ONLINE) {
            return false;
        }
        ssd.erase();
        return true;
    }

    /** Returns the bytes that the last {@link #erase} has yet to overwrite; 0 when it has ended, -1 if it failed. */
    public long eraseRemainingBytes() {
        return ssd == null ? 0 : ssd.eraseRemainingBytes();
    }

    /** Sets the bytes of the memory tier. 0 switches the cache off and empties every tier. */
    public void setMemoryCapacity(long bytes) {
        memoryCapacityBytes = bytes;
        if (bytes == 0) {
            clear();
        } else {
            memory.setCapacity(bytes);
        }
    }

    /** Returns the bytes of the memory tier, by one volatile read. */
    public long memoryCapacity() {
        return memoryCapacityBytes;
    }

    /**
     * Grows or shrinks the SSD tier by whole segments, in the background while it is online. Has no effect without an
     * SSD tier.
     *
     * @param bytes the new size
     * @param ended called with the result: the requested size, or as much as there was space for
     * @throws IllegalArgumentException if the size is not allowed; the message names value and allowed range
     */
    public void resizeSsd(long bytes, Consumer<ResizeResult> ended) {
        if (ssd != null) {
            ssd.resize(bytes, ended);
        }
    }

    /** Resizes the SSD tier, without a callback; see {@link #resizeSsd(long, Consumer)}. */
    public void resizeSsd(long bytes) {
        resizeSsd(bytes, ended -> {});
    }

    /** Stops reading and writing the SSD. Drops, refreshes and purges stay effective. */
    public void pause() {
        if (ssd != null) {
            ssd.setPaused(true);
        }
    }

    /** Ends {@link #pause}. */
    public void resume() {
        if (ssd != null) {
            ssd.setPaused(false);
        }
    }

    /** Returns the state of the SSD tier. */
    public CacheState state() {
        return ssd == null ? CacheState.DISABLED : ssd.state();
    }

    /** Returns the reason why the SSD tier is offline; null if it is not. */
    public @Nullable SsdOutage outage() {
        return ssd == null ? null : ssd.outage();
    }

    /** Returns the segments of the SSD tier; none while it is offline. */
    public List<SegmentStatus> segments() {
        return ssd == null ? List.of() : ssd.segments();
    }

    /** Returns the tables that were requested or recovered. */
    public Collection<CachedTable> tables() {
        return tables.all();
    }

    /** Returns the counters and gauges. */
    public CacheStats stats() {
        return new CacheStats(
                counters.hits(Tier.MEMORY).sum(),
                counters.hits(Tier.PENDING).sum(),
                counters.hits(Tier.SSD).sum(),
                counters.misses.sum(),
                counters.publishes.sum(),
                counters.publishesRefused.sum(),
                counters.emptyPublishes.sum(),
                counters.emptyDeferred.sum(),
                counters.refreshes.sum(),
                counters.refreshDrops.sum(),
                counters.drops.sum(),
                counters.purges.sum(),
                counters.schemaImages.sum(),
                counters.schemaSavedBytes.sum(),
                counters.schemaUnresolved.sum(),
                counters.errors.sum(),
                memory.entries(),
                memoryBytes(),
                memoryCapacityBytes,
                memory.heapBytes(),
                options.memoryHeapBytes(),
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
        memoryCapacityBytes = 0;
        try {
            if (ssd != null) {
                ssd.cleanStop(memory::forEach, tables.snapshot(identity, tableDigest));
            }
        } catch (Throwable e) {
            failed("clean stop", e);
        }
        close();
    }

    /**
     * Closes the cache. Without {@link #cleanStop} nothing is saved for the next open, which recovers from the journal,
     * if there is one, or starts cold. Idempotent.
     */
    @Override
    public void close() {
        memoryCapacityBytes = 0;
        try {
            memory.removeIf(image -> true);
            if (ssd != null) {
                ssd.close();
            }
        } catch (Throwable e) {
            failed("close", e);
        }
    }

    /** Runs one step of the writer, if the cache was opened without threads. Returns whether there was any work. */
    boolean work() {
        return ssd != null && ssd.work();
    }

    /** Checks once whether the device stalls, if the cache was opened without threads. */
    void look() {
        if (ssd != null) {
            ssd.look();
        }
    }

    /** Requests a checkpoint soon; if a journal is kept, checkpoints are also written periodically. */
    void requestCheckpoint() {
        if (ssd != null) {
            ssd.requestCheckpoint();
        }
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

    private @Nullable Image search(RowKey key) {
        if (memoryCapacityBytes == 0) {
            return null;
        }
        MemoryImage found = memory.get(key);
        if (found != null) {
            return new Image(found, Tier.MEMORY);
        }
        if (ssd == null) {
            return null;
        }
        found = ssd.pending(key);
        if (found != null) {
            return new Image(found, Tier.PENDING);
        }
        found = ssd.read(key, promotion);
        return found == null ? null : new Image(found, Tier.SSD);
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

    /** Removes the key from pending and index. Called under the key's lock. */
    private void forget(RowKey key) {
        if (ssd != null) {
            MemoryImage waiting = ssd.take(key).pending();
            if (waiting != null) {
                waiting.release();
            }
        }
    }

    private @Nullable Journal journal() {
        return ssd == null ? null : ssd.journal();
    }

    /** Records a purge in the journal, unless a change is in progress whose record will include it. */
    private void noteInJournal(CachedTable table) {
        Journal journal = journal();
        if (journal != null && table.changes().isQuiet()) {
            journal.note(table);
        }
    }

    private void failed(String verb, Throwable cause) {
        counters.errors.increment();
        warning.say(verb, cause);
    }
}
