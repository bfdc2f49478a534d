package org.ssdtier.rowcache;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.segmentlog.LogStats;
import org.ssdtier.segmentlog.ResizeResult;
import org.ssdtier.segmentlog.SegmentLog;
import org.ssdtier.segmentlog.SegmentStatus;
import org.ssdtier.segmentlog.device.DeviceOperations;
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

    /**
     * The number of segments that reclaim keeps free. If more are free, there is room for rows that were seen only
     * once.
     */
    private static final int SPARE_SEGMENTS = 3;

    private final SsdOptions options;
    private final LongSupplier nanoClock;
    private final Epochs epochs;
    private final GhostFilter ghosts;
    private final LocationIndex index;
    private final Pending pending;
    private final SsdCounters counters = new SsdCounters();
    private final SsdHealth health;
    private final RecordFetcher fetcher;
    private final DeviceOperations operations;
    private final SsdWriter writer;
    private final long markBytes;
    private final StallWatch watch;
    private final Patience patience;
    private final @Nullable ThreadFactory threads;
    private volatile double worthOfWrite = 1;
    /**
     * The accumulated worth of writes, see {@link #isWorthItsPlace}. Not volatile: a lost update admits one row more or
     * less.
     */
    private double worthSum;

    private volatile @Nullable RecoveryDrops recoveryDrops;
    /** True if the state of the last clean stop is still current. */
    private volatile boolean isCleanStateValid;

    private volatile @Nullable SegmentLog log;

    /** Creates the tier; {@link #start} opens it. */
    SsdTier(TieredCacheOptions options, SsdOptions ssdOptions, Function<UUID, @Nullable CachedTable> tables) {
        this.options = ssdOptions;
        this.nanoClock = options.nanoClock();
        IndexMemory memory = IndexMemory.of(ssdOptions.indexBytes());
        this.epochs = new Epochs(memory.epochStripes());
        this.ghosts = new GhostFilter(memory.ghostWords());
        this.index = new LocationIndex(memory.slotBytes());
        this.markBytes = memory.markBytes();
        this.pending = new Pending(options.pendingCapacityBytes());
        this.health = new SsdHealth(ssdOptions.ioErrorThreshold(), nanoClock);
        this.fetcher = new RecordFetcher(this);
        this.operations = new DeviceOperations();
        this.writer = new SsdWriter(this, options, ssdOptions, tables);
        this.watch = new StallWatch(this, operations, nanoClock);
        this.threads = options.threads();
        this.patience = new Patience(operations, threads, "ssd-row-cache-end");
    }

    /**
     * Opens the log, which keeps the state of a clean stop until the first change. The writer loads the index later.
     *
     * @return the recovered state, without the index; null for a cold start
     */
    @Nullable
    Recovered start() {
        Recovered recovered = writer.connect();
        if (recovered != null) {
            recoveryDrops = new RecoveryDrops();
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
        return pending.get(key);
    }

    /**
     * Reads the image of a key from the SSD and promotes it, unless the key was dropped or refreshed meanwhile.
     *
     * @return the image with a reference for the caller; null on a miss
     */
    @Nullable
    MemoryImage read(RowKey key, MemoryTier memory) {
        SegmentLog current = log;
        if (current == null || !health.isServing()) {
            return null;
        }
        counters.lookups.increment();
        int epoch = epochs.get(key.hash);
        boolean moved = true;
        for (int attempt = 0; moved && attempt < ATTEMPTS; attempt++) {
            moved = false;
            for (int place = index.seek(key.hash, 0);
                    place != LocationIndex.NONE;
                    place = index.seek(key.hash, place + 1)) {
                long slot = index.slot(key.hash, place);
                long startNanos = nanoClock.getAsLong();
                RecordFetcher.Fetch fetch = fetcher.fetch(current, key, slot, counters.lookupReads);
                MemoryImage image = fetch.image();
                if (image != null) {
                    index.touch(key.hash, place, slot);
                    return answer(image, epoch, startNanos, memory);
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
            counters.droppedPending.increment();
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
            index.cool(image.hash);
        }
    }

    /**
     * Adds an image to pending and takes ownership of its reference, if there is room. Called under the key's lock.
     *
     * @return whether there was room
     */
    boolean offer(MemoryImage image) {
        image.table.noteLeavesMemory(image.stamp());
        if (!pending.offer(image)) {
            return false;
        }
        counters.demotions.increment();
        writer.wake();
        return true;
    }

    /** Returns whether no key of the stripe was dropped or refreshed since the epoch was captured. */
    boolean isUnchanged(CacheKey key, int epoch) {
        return epochs.get(key.hash) == epoch;
    }

    /**
     * The pending image and the index entry removed for a key.
     *
     * @param pending the image that waited to be written, or null; the caller now owns its reference
     * @param entry the warmest index entry, or {@link SlotDescriptor#EMPTY}
     * @param epoch the key's new epoch
     */
    record Taken(@Nullable MemoryImage pending, long entry, int epoch) {
        private static final Taken NOTHING = new Taken(null, SlotDescriptor.EMPTY, 0);
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
        MemoryImage waiting = pending.remove(key);
        long entry = removeIndexed(key);
        return new Taken(waiting, entry, epochs.raise(key.hash));
    }

    /** Removes every entry that may be the key's from the index, and returns the warmest of them. */
    private long removeIndexed(RowKey key) {
        RecoveryDrops drops = recoveryDrops;
        if (drops != null) {
            drops.note(key.hash);
        }
        if (index.seek(key.hash, 0) == LocationIndex.NONE) {
            return SlotDescriptor.EMPTY;
        }
        long[] warmest = {SlotDescriptor.EMPTY};
        ghosts.remember(key.hash);
        index.remove(key.hash, slot -> {
            garbage(slot);
            if (SlotDescriptor.recency(slot) >= SlotDescriptor.recency(warmest[0])) {
                warmest[0] = slot;
            }
        });
        return warmest[0];
    }

    /**
     * Reads the record of an entry that was {@link #take taken}. Returns null if the record is not the key's or
     * unreadable. Also returns null while any read of the device is late: a flush has many keys but only one thread.
     */
    @Nullable
    MemoryImage readRemoved(RowKey key, long slot) {
        SegmentLog current = log;
        if (current == null || !health.isServing() || current.hasLateReads()) {
            return null;
        }
        return fetcher.fetch(current, key, slot, counters.refreshReads).image();
    }

    /** Drops every image: those pending, and every entry of the index. */
    void clear() {
        pending.clear();
        index.clear();
        RecoveryDrops drops = recoveryDrops;
        if (drops != null) {
            drops.abandon();
        }
    }

    /** Returns the off-heap bytes of the images that wait to be written. */
    long pendingBlockBytes() {
        return Math.max(0, pending.sizeBytes() - (long) pending.entries() * MemoryImage.HEAP_BYTES);
    }

    void setPaused(boolean paused) {
        health.setPaused(paused);
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
        return health.state();
    }

    List<SegmentStatus> segments() {
        SegmentLog current = log;
        return current == null ? List.of() : current.segments();
    }

    /** Returns the reason why the tier is offline; null if it is not. */
    @Nullable
    SsdOutage outage() {
        return health.outage();
    }

    /**
     * Runs one step of the writer on the calling thread, in place of the writer's own. Returns whether there was any
     * work.
     */
    boolean work() {
        return writer.step();
    }

    /** Checks once whether the device stalls, on the calling thread, in place of the watch's own. */
    void look() {
        watch.look();
    }

    /**
     * Stops the writer, writes the images of {@code memory} that are worth it and not on the SSD, and saves what a warm
     * start needs.
     */
    void cleanStop(MemoryTier memory, IndexSnapshot.Owner owner) {
        end(() -> {
            writer.stop();
            writer.cleanStop(memory, owner);
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
        pending.clear();
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
        LogStats logStats = writer.stats();
        return new SsdStats(
                counters.demotions.sum(),
                counters.promotions.sum(),
                counters.admitted.sum(),
                counters.rejectedFirstSight.sum(),
                counters.rejectedRate.sum(),
                counters.rejectedTooLarge.sum(),
                counters.rejectedState.sum(),
                counters.alreadyOnSsd.sum(),
                counters.overtaken.sum(),
                counters.droppedPending.sum(),
                pending.entries(),
                pending.sizeBytes(),
                logStats.reclaims(),
                logStats.reinsertedBytes(),
                counters.logicalBytes.sum(),
                logStats.deviceWrittenBytes(),
                logStats.deviceReadBytes(),
                counters.lookupReads.sum(),
                counters.refreshReads.sum(),
                counters.falseDeviceReads.sum(),
                counters.lookups.sum(),
                counters.readLatency(),
                counters.writeLatency(),
                counters.checksumErrors.sum(),
                counters.ioErrors.sum(),
                index.entries(),
                index.capacity(),
                index.sizeBytes() + epochs.sizeBytes() + ghosts.sizeBytes() + markBytes,
                index.displaced(),
                (long) logStats.segments() * logStats.segmentBytes(),
                logStats.segments(),
                logStats.freeSegments(),
                counters.lateReads.sum(),
                counters.refusedReads.sum());
    }

    // ---- for the writer ----

    LocationIndex index() {
        return index;
    }

    Pending pendingImages() {
        return pending;
    }

    SsdCounters counters() {
        return counters;
    }

    DeviceOperations operations() {
        return operations;
    }

    SsdHealth health() {
        return health;
    }

    void setLog(@Nullable SegmentLog next) {
        log = next;
    }

    @Nullable
    SegmentLog log() {
        return log;
    }

    /**
     * Ends recovery: drops are no longer recorded, and the index may be read.
     *
     * @return false if the loaded index cannot be trusted
     */
    boolean finishRecovery() {
        RecoveryDrops drops = recoveryDrops;
        boolean trusted = drops == null || drops.finish(index);
        recoveryDrops = null;
        return trusted;
    }

    /**
     * Sets the worth of a write.
     *
     * @param share fraction of the bytes dropped by reclaim that nobody wanted, 0 to 1
     */
    void setWorthOfWrite(double share) {
        worthOfWrite = share;
    }

    /**
     * Enters a hash into the ghost filter, so that a row reclaimed although it was wanted is admitted when next
     * evicted.
     */
    void remember(long hash) {
        ghosts.remember(hash);
    }

    /** Reports the record of an entry to the log as garbage. */
    void garbage(long slot) {
        SegmentLog current = log;
        if (current != null) {
            long location = current.locationOf(SlotDescriptor.segmentSlot(slot), SlotDescriptor.offset(slot));
            if (location >= 0) {
                current.garbage(location, SlotDescriptor.meanBytesOf(SlotDescriptor.sizeClass(slot)));
            }
        }
    }

    /** Counts an I/O error; may take the tier offline. */
    void ioError(String what) {
        counters.ioErrors.increment();
        SegmentLog current = log;
        health.error(current == null ? what : what + ", " + current.lastFailure());
    }

    // ---- private ----

    private MemoryImage answer(MemoryImage image, int epoch, long startNanos, MemoryTier memory) {
        counters.recordRead(nanoClock.getAsLong() - startNanos);
        image.retain();
        if (memory.putIfAbsent(image, () -> isUnchanged(image, epoch))) {
            counters.promotions.increment();
        } else {
            image.release();
        }
        return image;
    }

    private boolean isAdmitted(MemoryImage image) {
        if (image.has(MemoryImage.EMPTY) || image.table.isPurgedSince(image.stamp())) {
            return false;
        }
        CacheState state = health.state();
        if (state != CacheState.ONLINE && state != CacheState.RECOVERING) {
            counters.rejectedState.increment();
            return false;
        }
        boolean used = image.has(MemoryImage.USED);
        boolean wasOnSsd = image.has(MemoryImage.ON_SSD);
        if (wasOnSsd && isStillOnSsd(image, used)) {
            counters.alreadyOnSsd.increment();
            return false;
        }
        if (options.admission() == Admission.SECOND_SIGHT && !hasRoom()) {
            boolean known = used || wasOnSsd || ghosts.recordSighting(image.hash);
            if (!known || !isWorthItsPlace()) {
                ghosts.remember(image.hash);
                counters.rejectedFirstSight.increment();
                return false;
            }
            image.set(MemoryImage.USED);
        }
        return true;
    }

    /**
     * Returns true for a fraction of the calls that equals the worth of a write: every second time if half of the bytes
     * that a write displaces were wanted.
     */
    private boolean isWorthItsPlace() {
        double sum = worthSum + worthOfWrite;
        boolean isWorthIt = sum >= 1;
        worthSum = isWorthIt ? sum - 1 : sum;
        return isWorthIt;
    }

    /** Returns whether a write displaces no other row. */
    private boolean hasRoom() {
        SegmentLog current = log;
        return current != null && current.freeSegments() > SPARE_SEGMENTS;
    }

    /** Returns whether the SSD is believed to hold exactly this image. */
    boolean isOnSsd(MemoryImage image) {
        return image.has(MemoryImage.ON_SSD) && index.seek(image.hash, 0) != LocationIndex.NONE;
    }

    private boolean isStillOnSsd(MemoryImage image, boolean used) {
        int place = index.seek(image.hash, 0);
        if (place == LocationIndex.NONE) {
            return false;
        }
        if (used) {
            index.touch(image.hash);
        }
        return true;
    }
}
