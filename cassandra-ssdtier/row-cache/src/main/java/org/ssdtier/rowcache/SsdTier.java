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
 * The SSD tier: the images on their way to the SSD, the index of those that are there, and how both are read and dropped.
 *
 * <p>Everything that changes a key here is called under the key's lock of the memory tier, except what the writer does: it
 * publishes under the pending map's lock and moves entries of the index by compare-and-set (see {@code package-info}).
 */
final class SsdTier implements AutoCloseable {
    private static final Logger logger = LoggerFactory.getLogger(SsdTier.class);
    /** How often a look-up starts again because reclaim moved the record under it. */
    private static final int ATTEMPTS = 3;

    /** Reclaim leaves so many segments free: with more than these there is room for rows that were seen once. */
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
    /** Plain: a lost update admits one row more or less. */
    private double worthSum;

    private volatile @Nullable RecoveryDrops recoveryDrops;
    /** Whether what a clean stop left still says what there is. */
    private volatile boolean asStopped;

    private volatile @Nullable SegmentLog log;

    /** Makes the tier; {@link #start} brings it to life. */
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
     * Opens the log, which stays as a clean stop left it until the first change; the writer loads the index.
     *
     * @return what was recovered, whose index is still to be loaded; null for a cold start
     */
    @Nullable
    Recovered start() {
        Recovered recovered = writer.connect();
        if (recovered != null) {
            recoveryDrops = new RecoveryDrops();
            asStopped = true;
        }
        return recovered;
    }

    /** Returns the key of the hashes, from {@link #start} on. */
    HashKey hashKey() {
        return writer.hashKey();
    }

    /** Returns the journal; null if there is none. */
    @Nullable
    Journal journal() {
        return writer.journal();
    }

    /** Notes that a recovered table changes: what the clean stop left is over, and the writer makes that durable. */
    void changed() {
        if (asStopped) {
            asStopped = false;
            writer.markOpen();
        }
    }

    /** Starts the threads, if there are to be any, once the recovered tables are known. */
    void startThreads() {
        if (threads != null) {
            writer.start(threads);
            watch.start(threads);
        }
    }

    /** Returns the image of a key that is on its way to the SSD, with a reference for the caller; null if there is none. */
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

    /**
     * Takes an evicted image over, with its reference. Called under the key's lock.
     */
    void demote(MemoryImage image) {
        if (!isAdmitted(image)) {
            image.release();
        } else if (!offer(image)) {
            counters.droppedPending.increment();
            image.release();
        }
    }

    /**
     * Notes that memory answers for an image. If it came from the SSD its record there is a copy that nobody reads as long as the
     * image stays in memory, so it is not worth keeping; when the image is evicted the record is warm again, or written anew.
     */
    void cool(MemoryImage image) {
        if (image.has(MemoryImage.ON_SSD)) {
            index.cool(image.hash);
        }
    }

    /** Puts an image on its way to the SSD and takes its reference over, unless there is no room. Called under the key's lock. */
    boolean offer(MemoryImage image) {
        image.table.noteBehindMemory(image.stamp());
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
     * What was behind memory for a key, and is no longer.
     *
     * @param pending the image that waited to be written, of which the caller has a reference now
     * @param entry the warmest entry of the index, or {@link SlotDescriptor#EMPTY}
     * @param epoch the key's epoch from now on
     */
    record Taken(@Nullable MemoryImage pending, long entry, int epoch) {
        private static final Taken NOTHING = new Taken(null, SlotDescriptor.EMPTY, 0);
    }

    /**
     * Takes a key out, without I/O. Called under its lock. The epoch is raised last: a reader that captured the raised epoch and
     * yet met the image would promote it. A table of which nothing ever came here has nothing to take, and nobody promotes it.
     */
    Taken take(RowKey key) {
        if (!key.table.hasImagesBehindMemory()) {
            return Taken.NOTHING;
        }
        MemoryImage waiting = pending.remove(key);
        long entry = takeIndexed(key);
        return new Taken(waiting, entry, epochs.raise(key.hash));
    }

    /** Takes every entry that may be the key's out of the index, and returns the warmest of them. */
    private long takeIndexed(RowKey key) {
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
     * Reads the record of an entry that was {@link #take taken}. Returns null if it is not the key's or unreadable, and while
     * the device keeps any read waiting: a flush has many keys and one thread.
     */
    @Nullable
    MemoryImage readTaken(RowKey key, long slot) {
        SegmentLog current = log;
        if (current == null || !health.isServing() || current.hasLateReads()) {
            return null;
        }
        return fetcher.fetch(current, key, slot, counters.refreshReads).image();
    }

    /** Lets every image go: what is pending, and every entry of the index. */
    void clear() {
        pending.clear();
        index.clear();
        RecoveryDrops drops = recoveryDrops;
        if (drops != null) {
            drops.abandon();
        }
    }

    /** Returns the bytes outside the heap of what waits to be written. */
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

    /** Lets the directory be claimed for a host as soon as it is open. */
    void claim(UUID host) {
        writer.claim(host);
    }

    /** Drops every image, and has every segment written over. */
    void erase() {
        writer.erase();
    }

    /** Returns what is still to be written over; see {@link SsdErasure#remainingBytes}. */
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

    /** Returns why the tier is offline; null when it is not. */
    @Nullable
    SsdOutage outage() {
        return health.outage();
    }

    /** Does one piece of the writer's work, in place of its thread. Returns whether there was any. */
    boolean work() {
        return writer.step();
    }

    /** Looks once whether the device stalls, in place of the thread that does. */
    void look() {
        watch.look();
    }

    /** Stops the writer, writes what is worth it of {@code memory}, and leaves all that a warm start needs. */
    void cleanStop(MemoryTier memory, IndexSnapshot.Owner owner) {
        end(() -> {
            writer.stop();
            writer.cleanStop(memory, owner);
        });
        close();
    }

    /** Stops the writer and closes the log; the next start is cold. The index stays allocated for late readers. Idempotent. */
    @Override
    public void close() {
        watch.stop();
        end(() -> {
            writer.stop();
            writer.disconnect();
        });
        pending.clear();
    }

    /** Does one of the last things, for as long as the device answers. What is given up goes on; the next start is cold. */
    private void end(Runnable action) {
        if (!patience.run(action)) {
            logger.warn(
                    "Row cache on SSD: the device does not answer, the stop goes on without it; the next start is cold");
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

    /** Ends recovery: from here on the index is read. Returns false if what was loaded cannot be trusted. */
    boolean finishRecovery() {
        RecoveryDrops drops = recoveryDrops;
        boolean trusted = drops == null || drops.finish(index);
        recoveryDrops = null;
        return trusted;
    }

    /**
     * Says what a write is worth.
     *
     * @param share which share of what reclaim gives up for it nobody wants, 0 to 1
     */
    void setWorthOfWrite(double share) {
        worthOfWrite = share;
    }

    /** Lets a row that had to go, though it was wanted, be admitted the next time it is evicted. */
    void remember(long hash) {
        ghosts.remember(hash);
    }

    /** Tells the log that the record of an entry is garbage. */
    void garbage(long slot) {
        SegmentLog current = log;
        if (current != null) {
            long location = current.locationOf(SlotDescriptor.segmentSlot(slot), SlotDescriptor.offset(slot));
            if (location >= 0) {
                current.garbage(location, SlotDescriptor.bytesOf(SlotDescriptor.sizeClass(slot)));
            }
        }
    }

    /** Counts an I/O error and draws the consequence. */
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
            boolean known = used || wasOnSsd || ghosts.sighted(image.hash);
            if (!known || !isWorthItsPlace()) {
                ghosts.remember(image.hash);
                counters.rejectedFirstSight.increment();
                return false;
            }
            image.set(MemoryImage.USED);
        }
        return true;
    }

    /** Says yes as often as the worth of a write is: half of the time if half of what a write displaces was wanted. */
    private boolean isWorthItsPlace() {
        double sum = worthSum + worthOfWrite;
        boolean isWorthIt = sum >= 1;
        worthSum = isWorthIt ? sum - 1 : sum;
        return isWorthIt;
    }

    /** Whether a write costs no other row its place. */
    private boolean hasRoom() {
        SegmentLog current = log;
        return current != null && current.freeSegments() > SPARE_SEGMENTS;
    }

    /** Returns whether the SSD is believed to hold just this image. */
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
