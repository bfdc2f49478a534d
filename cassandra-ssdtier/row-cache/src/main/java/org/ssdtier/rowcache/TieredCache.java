package org.ssdtier.rowcache;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.segmentlog.ResizeResult;
import org.ssdtier.segmentlog.SegmentStatus;

/**
 * The row cache: a memory tier with an SSD tier behind it.
 *
 * <p>All calls are thread-safe; none throws, blocks on I/O of writes, or fails its caller: what goes wrong is counted and is a
 * miss. {@link #open} alone throws, for options that cannot work.
 *
 * <p>How a reader uses it: {@code ticket = table.ticket()}; take the view of the table; {@code get(key, ticket)}; on a miss
 * read the view into an image and {@code publish(key, ticket, image)}. How a change of what is on disk uses it: {@code
 * table.beginChange()}; {@link #refresh} or {@link #drop} the keys, or {@link #purge} the table or a range; switch the view;
 * {@code table.endChange()} in a finally.
 */
public final class TieredCache implements AutoCloseable {
    private static final Logger logger = LoggerFactory.getLogger(TieredCache.class);
    private static final int FIRST_STAMP = 1;
    private static final long WARNING_PERIOD_NANOS = 10_000_000_000L;

    private final ConcurrentMap<UUID, CachedTable> tables = new ConcurrentHashMap<>();
    private final TooLargeKeys tooLarge;
    private final GhostFilter emptyKeys;
    private final ImageMemory imageMemory = new ImageMemory();
    private final CacheCounters counters = new CacheCounters();
    private final TieredCacheOptions options;
    private final RateLimitedWarning warning;
    private final RateLimitedWarning undecodable;
    private final MemoryTier memory;
    private final @Nullable SsdTier ssd;
    /** The key of all hashes while it is open. */
    private final HashKey hashKey;
    /** The stamp that a table begins with: no image that a former table of its id has left has it or a higher one. */
    private final AtomicInteger firstStamp;

    private volatile long memoryCapacityBytes;

    private TieredCache(TieredCacheOptions options) {
        this.options = options;
        this.warning = new RateLimitedWarning(logger, options.nanoClock(), WARNING_PERIOD_NANOS);
        this.undecodable = new RateLimitedWarning(logger, options.nanoClock(), WARNING_PERIOD_NANOS);
        this.memoryCapacityBytes = options.memoryCapacityBytes();
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
        Recovered recovered = ssd == null ? null : ssd.start();
        this.hashKey = ssd == null ? HashKey.random(options.randomLongs()) : ssd.hashKey();
        this.firstStamp = new AtomicInteger(recovered == null ? FIRST_STAMP : recovered.stampBase());
        if (ssd != null) {
            resume(ssd, recovered);
        }
    }

    /**
     * Opens the cache. Quick: what is on the SSD is recovered in the background.
     *
     * @throws IllegalArgumentException if the options cannot work; the message names option, value and allowed range
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

    /** Returns what the cache knows about a table; always the same object for an id, until {@link #forget}. */
    public CachedTable table(UUID id) {
        CachedTable table = tables.get(id);
        return table != null
                ? table
                : tables.computeIfAbsent(id, absent -> new CachedTable(absent, firstStamp.get(), imageMemory, hashKey));
    }

    /**
     * Forgets a table that was dropped; its images are dead, also for who still holds the object. A table that is made with the
     * same id begins above every stamp of the forgotten one.
     */
    public void forget(UUID id) {
        tables.computeIfPresent(id, (same, table) -> {
            table.retire();
            Journal journal = journal();
            if (journal != null) {
                journal.forget(id);
            }
            firstStamp.accumulateAndGet(table.stamp() + 1, Math::max);
            return null;
        });
    }

    /** Returns a table that is not there any more: nothing is found in it, nothing published. */
    public CachedTable retired(UUID id) {
        CachedTable table = new CachedTable(id, firstStamp.get(), imageMemory, hashKey);
        table.retire();
        return table;
    }

    /**
     * Says that the table is what it was at the clean stop, or not. Until it is called for a recovered table, what the SSD
     * holds of it does not answer. Has no effect for a table that was not recovered, and from the second call on.
     *
     * @param table the table
     * @param digest what {@link #cleanStop} was given for the table: a digest of all that its images depend on
     * @return whether the digest is another one, so that the table was purged
     */
    public boolean confirm(CachedTable table, byte[] digest) {
        boolean purged = table.confirm(digest);
        if (purged) {
            noteInJournal(table);
        }
        return purged;
    }

    /** Writes into the directory of the SSD tier, as soon as it is open, that it is this host's; a WARN tells of another's. */
    public void claim(UUID host) {
        if (ssd != null) {
            ssd.claim(host);
        }
    }

    /** Looks a key up as {@link #find} does, and counts it as a hit or a miss. */
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
     * Begins a change of what is on disk of a table. The caller touches what it changes with {@link #refresh}, {@link #drop} and
     * the purges, commits, makes the change visible, and closes.
     */
    public TableChange begin(CachedTable table) {
        return new TableChange(table, journal());
    }

    /** Returns whether a journal is kept, for which SSTables have to be named. */
    public boolean isJournaled() {
        return journal() != null;
    }

    /** Returns whether a table is in the journal. */
    public boolean isJournaled(CachedTable table) {
        return isJournaled() && table.changes().isJournaled();
    }

    /**
     * Notes that SSTables are about to be replaced by others with the same content; returns when it is durable, after a second at
     * most. It need not happen then.
     *
     * @param come the SSTables that come; see {@link TableChange#commit}
     * @param go the SSTables that go
     */
    public void replace(CachedTable table, Collection<String> come, Collection<String> go) {
        Journals.replace(journal(), table, come, go);
    }

    /**
     * Compares the SSTables that a table had at the start with those of the journal, and lets the table be in the journal. After a
     * crash, what was recovered of it may answer from now on if they are the same.
     *
     * @param atStart the SSTables at the start
     * @param now the SSTables that the table has now, if it is not known to the journal
     * @return what became of the table; if it {@link StartComparison.Outcome#GREW}, {@link #accept} must follow
     */
    public StartComparison reconcile(CachedTable table, Collection<String> atStart, Collection<String> now) {
        StartComparison comparison = Journals.reconcile(journal(), table, atStart, now);
        if (comparison.outcome() != StartComparison.Outcome.SAME && ssd != null) {
            ssd.wantCheckpoint(); // what was declared anew counts after a crash only if the index is saved after it
        }
        return comparison;
    }

    /**
     * Lets what was recovered of a table answer, although SSTables came that the journal lacks.
     *
     * @param dropKeys drops every key that is in one of them; if it throws, the table is purged
     */
    public void accept(CachedTable table, StartComparison comparison, Runnable dropKeys) {
        try (TableChange change = begin(table)) {
            try {
                dropKeys.run();
            } catch (Throwable e) {
                failed("drop of the keys of SSTables that came", e);
                purge(table);
            }
            change.commit(comparison.come(), comparison.go());
        }
        table.trust();
    }

    /**
     * Lets a table be in the journal, which was not so far or whose record was lost. What the SSD holds of it now counts after a
     * crash only once the index was saved.
     *
     * @param sstables the SSTables that the table has
     */
    public void declare(CachedTable table, Collection<String> sstables) {
        if (Journals.declare(journal(), table, sstables) && ssd != null) {
            ssd.wantCheckpoint();
        }
    }

    /**
     * Looks a key up: memory, then pending, then SSD. An SSD answer moves to memory unless the key was dropped or refreshed
     * meanwhile. Counts nothing: an image is a hit only if it answers the caller's query, so the caller calls {@link #countHit} or
     * {@link #countMiss}.
     *
     * @param key the key
     * @param ticket the ticket of its table, captured before the caller took its view
     * @return the image, to be closed by the caller; null on a miss, on any error, and whenever the ticket is not current after
     *     the look-up
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
     * Offers an image made after a miss.
     *
     * @param key the key
     * @param ticket the ticket with which the look-up missed
     * @param image the image from position to limit; copied, left as it is
     * @return whether the image is in the cache now: false if {@link CachedTable#mayPublish(long, long)} no longer holds, the image is
     *     longer than the configured maximum, or the cache is off
     */
    public boolean publish(RowKey key, long ticket, ByteBuffer image) {
        return publish(key, ticket, image, 0);
    }

    /**
     * Offers the image of a key that has nothing on disk. It is taken from the second time on, and never written to the SSD: keys
     * that are asked for once before they are written would push rows out.
     *
     * @return as {@link #publish}; false the first time
     */
    public boolean publishEmpty(RowKey key, long ticket, ByteBuffer image) {
        if (!emptyKeys.sighted(key.hash)) {
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
     * Takes the image of a key out of every tier, in one step and without I/O. What is being promoted, demoted or reclaimed
     * meanwhile does not come back. Does not by itself keep a reader from publishing what it read before: bracket it with
     * {@link CachedTable#beginChange} when the content has changed.
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
     * Merges a change into the image of a key, wherever it is, so that no tier holds the older image when it returns.
     *
     * @param key the key
     * @param merger makes the new image of the old
     * @param readSsd whether an image that is on the SSD only, and warm, is worth a read; else it is dropped
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
     * Returns whether the key was marked as too large to be cached, minutes ago at most and since its table was last purged. May
     * forget; may take another key for it (rarely).
     */
    public boolean isTooLarge(RowKey key) {
        return tooLarge.contains(key);
    }

    /** Remembers for some minutes that the key is too large to be cached, or cannot be. */
    public void markTooLarge(RowKey key) {
        tooLarge.add(key);
    }

    /** Counts an image that was made by how much shorter schema IDs made it; 0, if it has none, is not counted. */
    public void countSavedBytes(int bytes) {
        if (bytes > 0) {
            counters.schemaImages.increment();
            counters.schemaSavedBytes.add(bytes);
        }
    }

    /** Counts an image that could not be decoded. Its owner drops it. */
    public void countUndecodable(Object table, Throwable cause) {
        counters.errors.increment();
        undecodable.say("Row cache: cached rows of " + table
                + " cannot be decoded and are dropped; counted as errors, the last: " + cause);
    }

    /** Counts an image that was found but whose schema IDs nobody can resolve. Its owner drops it. */
    public void countUnresolved() {
        counters.schemaUnresolved.increment();
    }

    /** Declares every image of a table dead: a few instructions, whatever the number of images. */
    public void purge(CachedTable table) {
        counters.purges.increment();
        changed(table);
        table.purge();
        noteInJournal(table);
    }

    /** Declares the images of a table with a token in (left, right] dead; see {@link CachedTable#purgeRange}. */
    public void purgeRange(CachedTable table, long leftToken, long rightToken) {
        counters.purges.increment();
        changed(table);
        table.purgeRange(leftToken, rightToken);
        noteInJournal(table);
    }

    /** Declares every image of every table dead and gives the memory back. */
    public void clear() {
        counters.purges.increment();
        tables.values().forEach(table -> {
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
     * Declares every image dead, as {@link #clear}, and writes zeros over all that is on the SSD, in the background and at a bounded
     * rate. Nothing else is written to the SSD meanwhile.
     *
     * @return false if the SSD tier is not online, so that nothing is written over
     */
    public boolean erase() {
        clear();
        if (ssd == null || state() != CacheState.ONLINE) {
            return false;
        }
        ssd.erase();
        return true;
    }

    /** Returns the bytes that the last {@link #erase} has still to write over; 0 at its end, -1 if it failed. */
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

    /** Returns the bytes of the memory tier: a plain field read. */
    public long memoryCapacity() {
        return memoryCapacityBytes;
    }

    /**
     * Grows or shrinks the SSD tier by whole segments, in the background and while it is online. No effect without an SSD tier.
     *
     * @param ended told how it ended: as asked, or as far as there was space
     * @throws IllegalArgumentException if that is no possible size; the message names value and allowed range
     */
    public void resizeSsd(long bytes, Consumer<ResizeResult> ended) {
        if (ssd != null) {
            ssd.resize(bytes, ended);
        }
    }

    /** Resizes the SSD tier and does not wait for the end; see {@link #resizeSsd(long, Consumer)}. */
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

    /** Returns why the SSD tier is offline; null when it is not. */
    public @Nullable SsdOutage outage() {
        return ssd == null ? null : ssd.outage();
    }

    /** Returns the segments of the SSD tier; none while it is offline. */
    public List<SegmentStatus> segments() {
        return ssd == null ? List.of() : ssd.segments();
    }

    /** Returns the tables that were asked for or recovered. */
    public Collection<CachedTable> tables() {
        return Collections.unmodifiableCollection(tables.values());
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
     * Writes what a warm start needs and closes the cache: the next {@link #open} with the same identity recovers. To be called
     * when nothing changes the tables any more. What memory holds and the SSD does not is written first, within ten seconds.
     *
     * @param identity what must be the same at the next open
     * @param tableDigest gives the digest of all that a table's images depend on; null for a table that is not to be recovered
     */
    public void cleanStop(byte[] identity, Function<UUID, byte @Nullable []> tableDigest) {
        memoryCapacityBytes = 0;
        try {
            if (ssd != null) {
                ssd.cleanStop(memory, owner(identity, tableDigest));
            }
        } catch (Throwable e) {
            failed("clean stop", e);
        }
        close();
    }

    /** Closes the cache; unless {@link #cleanStop} did it, the next open starts cold. Idempotent. */
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

    /** Does one piece of the writer's work, if the cache was opened without threads. Returns whether there was any. */
    boolean work() {
        return ssd != null && ssd.work();
    }

    /** Looks once whether the device stalls, if the cache was opened without threads. */
    void look() {
        if (ssd != null) {
            ssd.look();
        }
    }

    /** Lets the index be saved soon, as it is now and then if a journal is kept. */
    void requestCheckpoint() {
        if (ssd != null) {
            ssd.requestCheckpoint();
        }
    }

    /** Where images are allocated. */
    ImageMemory imageMemory() {
        return imageMemory;
    }

    /** Returns the bytes that images take in memory, on the heap and outside: not their weight, which may be more. */
    private long memoryBytes() {
        long pendingBlocks = ssd == null ? 0 : ssd.pendingBlockBytes();
        return Math.max(0, imageMemory.liveBytes() - pendingBlocks) + memory.heapBytes();
    }

    /** A table of which nothing was recovered has no part in what the clean stop left. */
    private void changed(CachedTable table) {
        if (ssd != null && table.wasRecovered()) {
            ssd.changed();
        }
    }

    private void resume(SsdTier tier, @Nullable Recovered recovered) {
        if (recovered != null) {
            int stamp = recovered.stampBase();
            for (TableSnapshot saved : recovered.saved()) {
                tables.put(saved.id(), CachedTable.recovered(imageMemory, saved, stamp, hashKey));
            }
            for (JournalTable journaled : recovered.journaled()) {
                resume(tier, journaled, stamp, recovered.isAfterCrash());
            }
        }
        tier.startThreads();
    }

    private void resume(SsdTier tier, JournalTable journaled, int stamp, boolean isAfterCrash) {
        CachedTable table = tables.computeIfAbsent(
                journaled.id(),
                id -> isAfterCrash
                        ? CachedTable.afterCrash(imageMemory, journaled, stamp, hashKey)
                        : new CachedTable(id, stamp, imageMemory, hashKey));
        table.changes().setRecovered(journaled);
        Journal journal = tier.journal();
        if (journal != null) {
            journal.resume(table, journaled);
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
        found = ssd.read(key, memory);
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

    /** Takes the key out of what lies behind memory. Called under its lock. */
    private void forget(RowKey key) {
        if (ssd != null) {
            MemoryImage waiting = ssd.take(key).pending();
            if (waiting != null) {
                waiting.release();
            }
        }
    }

    private IndexSnapshot.Owner owner(byte[] identity, Function<UUID, byte @Nullable []> tableDigest) {
        List<TableSnapshot> saved = new ArrayList<>();
        int stampBase = firstStamp.get();
        for (CachedTable table : tables.values()) {
            stampBase = Math.max(stampBase, table.stamp());
            byte[] digest = tableDigest.apply(table.id());
            TableSnapshot snapshot = digest == null ? null : table.snapshot(digest);
            if (snapshot != null) {
                saved.add(snapshot);
            }
        }
        return new IndexSnapshot.Owner(ByteBuffer.wrap(hashKey.identify(identity)), stampBase + 1, saved);
    }

    private @Nullable Journal journal() {
        return ssd == null ? null : ssd.journal();
    }

    /** Notes a purge, unless a change is on its way there that will say so, too. */
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
