package org.ssdtier.rowcache;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.ThreadFactory;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.rowcache.compression.ImageCompression;
import org.ssdtier.rowcache.index.EntryDescriptor;
import org.ssdtier.rowcache.index.HashKey;
import org.ssdtier.rowcache.index.LocationIndex;
import org.ssdtier.segmentlog.LogStats;
import org.ssdtier.segmentlog.ResizeResult;
import org.ssdtier.segmentlog.SegmentLog;
import org.ssdtier.segmentlog.SegmentStatus;
import org.ssdtier.segmentlog.device.NanoClock;
import org.ssdtier.segmentlog.device.Patience;

/**
 * The SSD tier: the images on their way to the SSD, the index of those stored there, and the operations to read and
 * drop both.
 *
 * <p>Every method that changes a key is called under the key's lock of the memory tier. The writer is the exception: it
 * publishes under the pending map's lock and moves index entries by compare-and-set (see {@code package-info}).
 */
final class SsdTier implements AutoCloseable {
    private static final Logger logger = LoggerFactory.getLogger(SsdTier.class);
    /** The largest number of attempts of a look-up, which is repeated if reclaim moved the record meanwhile. */
    private static final int ATTEMPTS = 3;

    /** The number of segments that reclaim keeps free; if more are free, there is room for rows seen only once. */
    private static final int SPARE_SEGMENTS = 3;

    private final LongSupplier nanoClock;
    private final SsdParts parts;
    private final RecordFetcher fetcher;
    private final SsdWriter writer;
    private final StallWatch watch;
    private final Patience patience;
    private final @Nullable ThreadFactory threads;
    /** True if the state of the last clean stop is still current. */
    private volatile boolean isCleanStateValid;

    /** Creates the tier; {@link #start} opens it. */
    SsdTier(
            TieredCacheOptions options,
            SsdOptions ssdOptions,
            ImageCompression compression,
            Function<UUID, @Nullable CachedTable> tables) {
        this.nanoClock = options.nanoClock();
        this.parts = new SsdParts(ssdOptions, options.pendingCapacityBytes(), nanoClock, compression);
        this.fetcher = new RecordFetcher(parts);
        this.writer = new SsdWriter(parts, options, ssdOptions, tables);
        this.threads = options.threads();
        this.watch = StallWatch.of(parts, nanoClock, ssdOptions.device().readTimeoutNanos(), threads != null);
        this.patience = new Patience(parts.operations, threads, "ssd-row-cache-device", NanoClock.SYSTEM);
    }

    /**
     * Opens the log, which keeps the state of a clean stop until the first change. The writer loads the index later. If
     * the device hangs, the tier is offline and the writer opens the log once the device answers.
     *
     * @return the recovered state, without the index; null for a cold start
     */
    @Nullable
    Recovered start() {
        Recovered recovered = writer.connect(patience);
        if (recovered != null) {
            parts.beginRecovery();
            isCleanStateValid = true;
        }
        return recovered;
    }

    /** Returns the key of the hashes, which does not change after {@link #start}. */
    HashKey hashKey() {
        return writer.hashKey();
    }

    /** Returns the journal; null if there is none. */
    @Nullable
    Journal journal() {
        return writer.journal();
    }

    /**
     * Records that a recovered table changes: the state of the clean stop is no longer valid; the writer makes that
     * durable.
     */
    void changed() {
        if (isCleanStateValid) {
            isCleanStateValid = false;
            writer.markOpen();
        }
    }

    /** Starts the threads, if there is a thread factory. Called once the recovered tables are known. */
    void startThreads() {
        if (threads != null) {
            writer.start(threads);
            watch.start(threads);
        }
    }

    /** Returns the pending image of a key, with a reference for the caller; null if there is none. */
    @Nullable
    MemoryImage pending(RowKey key) {
        return parts.pending.get(key);
    }

    /** The tier above, which takes images that were read from the SSD. */
    @FunctionalInterface
    interface Promotion {
        /**
         * Puts an image into the tier above if it has none of the key and {@code isAllowed} returns true under the
         * key's lock. Returns whether it did; it then owns the caller's reference.
         */
        boolean promote(MemoryImage image, BooleanSupplier isAllowed);
    }

    /**
     * Reads the image of a key from the SSD and promotes it, unless the key was dropped or refreshed meanwhile.
     *
     * @return the image with a reference for the caller; null on a miss
     */
    @Nullable
    MemoryImage read(RowKey key, Promotion promotion) {
        SegmentLog log = parts.log();
        if (log == null || !parts.health.isServing()) {
            return null;
        }
        LocationIndex index = parts.index;
        parts.counters.lookups.increment();
        int epoch = parts.epochs.get(key.hash);
        boolean moved = true;
        for (int attempt = 0; moved && attempt < ATTEMPTS; attempt++) {
            moved = false;
            for (int place = index.seek(key.hash, 0);
                    place != LocationIndex.NONE;
                    place = index.seek(key.hash, place + 1)) {
                long entry = index.entry(key.hash, place);
                long startNanos = nanoClock.getAsLong();
                RecordFetcher.Fetch fetch = fetcher.fetch(log, key, entry, parts.counters.deviceReads);
                MemoryImage image = fetch.image();
                if (image != null) {
                    index.touch(key.hash, place, entry);
                    return answer(image, epoch, startNanos, promotion);
                }
                if (fetch.isLate()) {
                    return null;
                }
                moved |= fetch.isMoved();
            }
        }
        return null;
    }

    /** Admits or rejects an evicted image and takes ownership of its reference. Called under the key's lock. */
    void demote(MemoryImage image) {
        if (!isAdmitted(image)) {
            image.release();
        } else if (!offer(image)) {
            parts.counters.droppedPending.increment();
            image.release();
        }
    }

    /**
     * Records the first hit of an image in memory. If the image came from the SSD, its record is not read as long as
     * the image stays in memory, so the record is not worth keeping and its index entry loses its recency. When the
     * image is evicted, the record becomes warm again, or is written again.
     */
    void cool(MemoryImage image) {
        if (image.has(MemoryImage.ON_SSD)) {
            parts.index.cool(image.hash);
        }
    }

    /**
     * Adds an image to pending and takes ownership of its reference, if there is room. Called under the key's lock.
     *
     * @return whether there was room
     */
    boolean offer(MemoryImage image) {
        boolean isOffered = parts.offer(image);
        if (isOffered) {
            writer.wake();
        }
        return isOffered;
    }

    /** Returns whether no key of the stripe was dropped or refreshed since the epoch was captured. */
    boolean isUnchanged(CacheKey key, int epoch) {
        return parts.epochs.get(key.hash) == epoch;
    }

    /**
     * The pending image and the index entry removed for a key.
     *
     * @param pending the image that waited to be written, or null; the caller now owns its reference
     * @param entry the warmest index entry, or {@link EntryDescriptor#EMPTY}
     * @param epoch the key's new epoch
     */
    record Taken(@Nullable MemoryImage pending, long entry, int epoch) {
        private static final Taken NOTHING = new Taken(null, EntryDescriptor.EMPTY, 0);
    }

    /**
     * Removes a key from pending and index, without I/O. Called under the key's lock. The epoch is raised last: a
     * reader that captured the raised epoch but still found the image would promote it. If no live image of the table
     * can be behind memory, there is nothing to remove or promote, and the epoch stays.
     */
    Taken take(RowKey key) {
        if (!key.table.mayHaveSsdImages()) {
            return Taken.NOTHING;
        }
        MemoryImage waiting = parts.pending.remove(key);
        long entry = removeIndexed(key);
        return new Taken(waiting, entry, parts.epochs.raise(key.hash));
    }

    /** Removes a key from pending and index, as {@link #take} does, and releases the pending image. */
    void forget(RowKey key) {
        MemoryImage waiting = take(key).pending();
        if (waiting != null) {
            waiting.release();
        }
    }

    /** Removes every entry that may be the key's from the index, and returns the warmest of them. */
    private long removeIndexed(RowKey key) {
        parts.noteDrop(key.hash);
        LocationIndex index = parts.index;
        if (index.seek(key.hash, 0) == LocationIndex.NONE) {
            return EntryDescriptor.EMPTY;
        }
        long[] warmest = {EntryDescriptor.EMPTY};
        parts.admission.remember(key.hash);
        index.remove(key.hash, entry -> {
            parts.garbage(entry);
            if (EntryDescriptor.recency(entry) >= EntryDescriptor.recency(warmest[0])) {
                warmest[0] = entry;
            }
        });
        return warmest[0];
    }

    /**
     * Reads the record of an entry that was {@link #take taken}. Returns null if the record is not the key's or
     * unreadable. Also returns null while any read of the device is late: a flush has many keys but only one thread.
     */
    @Nullable
    MemoryImage readRemoved(RowKey key, long entry) {
        SegmentLog log = parts.log();
        if (log == null || !parts.health.isServing() || log.hasLateReads()) {
            return null;
        }
        return fetcher.fetch(log, key, entry, parts.counters.refreshReads).image();
    }

    /** Drops every image: those pending, and every entry of the index. */
    void clear() {
        parts.clear();
    }

    /** Returns the off-heap bytes of the images that wait to be written. */
    long pendingBlockBytes() {
        return Math.max(0, parts.pending.sizeBytes() - (long) parts.pending.entries() * MemoryImage.HEAP_BYTES);
    }

    void setPaused(boolean paused) {
        parts.health.setPaused(paused);
        writer.wake();
    }

    void resize(long bytes, Consumer<ResizeResult> ended) {
        writer.resize(bytes, ended);
    }

    /** Claims the directory for a host, as soon as it is open. */
    void claim(UUID host) {
        writer.claim(host);
    }

    /** Starts to drop every image and to overwrite every segment, in the background. */
    void erase() {
        writer.erase();
    }

    /** Returns the bytes still to be overwritten; see {@link SsdErasure#remainingBytes}. */
    long eraseRemainingBytes() {
        return writer.eraseRemainingBytes();
    }

    void wantCheckpoint() {
        writer.wantCheckpoint();
    }

    void requestCheckpoint() {
        writer.requestCheckpoint();
    }

    CacheState state() {
        return parts.health.state();
    }

    List<SegmentStatus> segments() {
        SegmentLog log = parts.log();
        return log == null ? List.of() : log.segments();
    }

    /** Returns the reason why the tier is offline; null if it is not. */
    @Nullable
    SsdOutage outage() {
        return parts.health.outage();
    }

    /** Runs one step of the writer, in place of its own thread. Returns whether there was any work. */
    boolean work() {
        return writer.step();
    }

    /** Returns how long the writer's thread would pause now, after a step without work. */
    long pauseNanos() {
        return writer.pauseNanos();
    }

    /** Checks once whether the device stalls, on the calling thread, in place of the watch's own. */
    void look() {
        watch.look();
    }

    /**
     * Stops the writer, writes the images of the tier above that are worth it and not on the SSD, and saves what a warm
     * start needs.
     *
     * @param above calls a visitor with every image of the tier above
     */
    void cleanStop(Consumer<Consumer<MemoryImage>> above, IndexSnapshot.Owner owner) {
        end(() -> {
            writer.stop();
            writer.cleanStop(above, owner);
        });
        close();
    }

    /**
     * Stops the writer and closes the log, without saving the index. The index stays allocated for late readers.
     * Idempotent.
     */
    @Override
    public void close() {
        watch.stop();
        end(() -> {
            writer.stop();
            writer.disconnect();
        });
        parts.health.close();
        parts.pending.clear();
    }

    /**
     * Runs a step of the stop, waiting only while the device answers. An abandoned step continues; the next start is
     * cold.
     */
    private void end(Runnable action) {
        if (!patience.run(action)) {
            logger.warn("Row cache on SSD: the device does not answer; the stop continues without it, the next start is"
                    + " cold");
        }
    }

    SsdStats stats() {
        LogStats log = writer.stats();
        return new SsdStats(
                SsdStats.Content.of(log, parts.pending, journal() != null),
                new SsdStats.Index(
                        parts.index.entries(), parts.indexBytes(), parts.index.capacity(), parts.index.displaced()),
                parts.counters.movement(log),
                parts.counters.rejections(),
                parts.counters.device(log),
                parts.counters.latencies(),
                parts.counters.failures());
    }

    private MemoryImage answer(MemoryImage image, int epoch, long startNanos, Promotion promotion) {
        parts.counters.recordRead(nanoClock.getAsLong() - startNanos);
        image.retain();
        if (promotion.promote(image, () -> isUnchanged(image, epoch))) {
            parts.counters.promotions.increment();
        } else {
            image.release();
        }
        return image;
    }

    private boolean isAdmitted(MemoryImage image) {
        if (image.has(MemoryImage.EMPTY) || image.table.isPurgedSince(image.stamp())) {
            return false;
        }
        CacheState state = parts.health.state();
        if (state != CacheState.ONLINE && state != CacheState.RECOVERING) {
            parts.counters.rejectedState.increment();
            return false;
        }
        boolean used = image.has(MemoryImage.USED);
        boolean wasOnSsd = image.has(MemoryImage.ON_SSD);
        if (wasOnSsd && isStillOnSsd(image, used)) {
            parts.counters.alreadyOnSsd.increment();
            return false;
        }
        return switch (parts.admission.decide(image.hash, used || wasOnSsd, hasRoom())) {
            case REJECTED -> {
                parts.counters.rejectedSeenOnce.increment();
                yield false;
            }
            case ADMITTED -> true;
            case ADMITTED_AS_WANTED -> {
                image.set(MemoryImage.USED);
                yield true;
            }
        };
    }

    /** Returns whether a write displaces no other row. */
    private boolean hasRoom() {
        SegmentLog log = parts.log();
        return log != null && log.freeSegments() > SPARE_SEGMENTS;
    }

    private boolean isStillOnSsd(MemoryImage image, boolean used) {
        if (parts.index.seek(image.hash, 0) == LocationIndex.NONE) {
            return false;
        }
        if (used) {
            parts.index.touch(image.hash);
        }
        return true;
    }
}
