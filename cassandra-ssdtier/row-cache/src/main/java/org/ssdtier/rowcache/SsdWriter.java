package org.ssdtier.rowcache;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.UUID;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.segmentlog.AppendStatus;
import org.ssdtier.segmentlog.GeometryException;
import org.ssdtier.segmentlog.IoStatus;
import org.ssdtier.segmentlog.Location;
import org.ssdtier.segmentlog.LogStats;
import org.ssdtier.segmentlog.ReclaimResult;
import org.ssdtier.segmentlog.Recovery;
import org.ssdtier.segmentlog.ResizeResult;
import org.ssdtier.segmentlog.SegmentLog;
import org.ssdtier.segmentlog.SegmentLogOptions;
import org.ssdtier.segmentlog.device.Storage;
import org.ssdtier.segmentlog.format.FormatException;
import org.ssdtier.segmentlog.format.RecordDescriptor;

/**
 * The writer of the SSD tier, with a thread of its own. It appends pending images, reclaims, resizes, erases, saves
 * checkpoints, loads the index at a start, and recovers the tier after an outage.
 *
 * <p>{@link #step} does one unit of this work. The thread only repeats it, so a test can call it directly.
 */
final class SsdWriter {
    private static final Logger logger = LoggerFactory.getLogger(SsdWriter.class);
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);
    private static final long IDLE_NANOS = 100_000_000;
    private static final long POLL_NANOS = 1_000_000_000;
    private static final long GROW_NANOS = 60_000_000_000L;
    private static final long STOP_TIMEOUT_MILLIS = 60_000;
    private static final int WRITES_PER_TURN = 64;
    private static final long FINAL_WRITES_NANOS = 10_000_000_000L;

    private final SsdTier tier;
    private final TieredCacheOptions options;
    private final SsdOptions ssdOptions;
    private final LongSupplier nanoClock;
    private final TieredCacheOptions.StorageSource storage;
    private final RateLimitedWarning stepWarning = RateLimitedWarning.of(logger);
    private final WriteBudget budget;
    private final SsdReclaimer reclaimer;
    private final SsdErasure erasure;
    private final JournalKeeper journals;
    private final ArrayDeque<Pending.Demotion> held = new ArrayDeque<>();
    private final ByteBuffer keyBuffer = ByteBuffer.allocateDirect(RecordKey.TABLE_BYTES + RowKey.MAX_KEY_BYTES);
    private @Nullable Thread thread;
    private final HostClaim claim = new HostClaim();
    /** The key of the hashes; constant after {@link #connect}, because images in memory were hashed with it, too. */
    private HashKey hashKey;

    private @Nullable IndexSnapshot snapshot;
    /** True if the snapshot's file still exists; it does until the log is marked open. */
    private boolean snapshotExists;

    private boolean emptied;
    private LogStats closedStats = LogStats.NONE;
    private long nextLookNanos;
    private long nextMarkNanos;
    private long nextGrowthNanos;
    private volatile long wantedBytes;
    private final AtomicReference<@Nullable Resizing> resizing = new AtomicReference<>();
    private volatile boolean isMarkOpenRequested;
    private volatile boolean parked;
    private volatile boolean stopping;

    SsdWriter(
            SsdTier tier,
            TieredCacheOptions options,
            SsdOptions ssdOptions,
            Function<UUID, @Nullable CachedTable> tables) {
        this.tier = tier;
        this.options = options;
        this.ssdOptions = ssdOptions;
        this.nanoClock = options.nanoClock();
        this.budget = new WriteBudget(ssdOptions.writeRateLimitBytesPerSecond(), nanoClock.getAsLong());
        this.nextLookNanos = nanoClock.getAsLong();
        this.nextMarkNanos = nextLookNanos;
        this.nextGrowthNanos = nextLookNanos + GROW_NANOS;
        this.wantedBytes = ssdOptions.capacityBytes();
        TieredCacheOptions.StorageSource source = options.storage(ssdOptions);
        this.storage = () -> tier.operations().open(source::open);
        this.reclaimer = new SsdReclaimer(tier, ssdOptions, tables);
        this.journals = new JournalKeeper(options, ssdOptions, tier.index(), tier.counters());
        this.hashKey = HashKey.random(options.randomLongs());
        this.erasure = new SsdErasure(tier, ssdOptions, this::cleared);
    }

    /**
     * Opens the log and reads the state of the last stop, which stays valid until the first change.
     *
     * @return the recovered state, without the index; null for a cold start
     */
    @Nullable
    Recovered connect() {
        SegmentLog log = null;
        try {
            log = open();
            hashKey = HashKeyFile.openOrCreate(log.storage(), options.randomLongs());
            Recovery recovery = log.recovery();
            snapshot = recover(log, recovery);
            Recovered recovered = journals.recover(log, identity(), recovery.state(), snapshot);
            if (recovered == null) {
                if (recovery.state() != Recovery.State.NEW && log.clear(NOTHING) != IoStatus.OK) {
                    throw new IOException("the manifest cannot be written");
                }
                journals.beginEmpty(log, identity());
            }
            tier.setLog(log);
            snapshotExists = snapshot != null;
            if (recovered == null) {
                tier.health().online("cold start");
            }
            return recovered;
        } catch (IOException | RuntimeException e) {
            logger.debug("opening failed", e);
            journals.close();
            snapshot = null;
            if (log != null) {
                log.close();
            }
            tier.health().offline(e.toString());
            return null;
        }
    }

    /** Returns the key of the hashes, which does not change after {@link #connect}. */
    HashKey hashKey() {
        return hashKey;
    }

    /** Returns the identity that files in the directory must have to be used. */
    private byte[] identity() {
        return hashKey.identify(options.identity());
    }

    /** Starts the thread. */
    void start(ThreadFactory threads) {
        Thread started = threads.newThread(this::run);
        thread = started;
        started.start();
    }

    /** Returns the journal; null if there is none. */
    @Nullable
    Journal journal() {
        return journals.journal();
    }

    /** Requests a checkpoint soon, but no sooner than some seconds after the last one began. */
    void wantCheckpoint() {
        journals.wantCheckpoint();
    }

    /** Requests a checkpoint in one of the next steps. */
    void requestCheckpoint() {
        journals.requestCheckpoint();
        wake();
    }

    /** Wakes the thread if it is parked. */
    void wake() {
        if (parked) {
            LockSupport.unpark(thread);
        }
    }

    /** Requests that the directory be claimed for a host. */
    void claim(UUID host) {
        claim.request(host);
        wake();
    }

    /** Requests that every segment be overwritten. */
    void erase() {
        erasure.request(wantedBytes);
        wake();
    }

    /** Returns the bytes still to be overwritten; see {@link SsdErasure#remainingBytes}. */
    long eraseRemainingBytes() {
        return erasure.remainingBytes();
    }

    /** Requests that the log be marked open. */
    void markOpen() {
        isMarkOpenRequested = true;
        wake();
    }

    /** A requested resize and the callback for its result. */
    private record Resizing(long bytes, Consumer<ResizeResult> ended) {}

    /** Requests a resize of the log. It replaces a request that has not begun; that one ends with the same result. */
    void resize(long bytes, Consumer<ResizeResult> ended) {
        options.logOptions(ssdOptions).withCapacityBytes(bytes).validate();
        wantedBytes = bytes;
        resizing.getAndUpdate(earlier -> new Resizing(bytes, earlier == null ? ended : earlier.ended.andThen(ended)));
        wake();
    }

    /** Returns the summed counters of every log that was open since the start. */
    synchronized LogStats stats() {
        SegmentLog log = tier.log();
        return log == null ? closedStats : closedStats.plus(log.stats());
    }

    /** Does one unit of work. Returns whether there was any. */
    boolean step() {
        return switch (tier.health().state()) {
            case RECOVERING -> load();
            case OFFLINE -> recoverTier();
            case ONLINE ->
                checkDirectory()
                        || endCleanState()
                        || (erasure.isActive() ? erasure.step(tier.log(), nanoClock.getAsLong()) : workOnLog());
            case PAUSED -> checkDirectory();
            case DISABLED -> false;
        };
    }

    private boolean workOnLog() {
        SegmentLog log = tier.log();
        return (log != null && claim.step(log))
                || resizeIfRequested()
                || growBack()
                || reclaimIfNeeded()
                || writeHeld()
                || saveOrWriteNext();
    }

    /** Stops the thread and waits for its end, up to a bound. Idempotent. */
    void stop() {
        stopping = true;
        Thread running = thread;
        if (running == null || running == Thread.currentThread()) {
            return;
        }
        LockSupport.unpark(running);
        try {
            running.join(STOP_TIMEOUT_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (running.isAlive()) {
            logger.warn("Row cache writer did not stop within {} ms", STOP_TIMEOUT_MILLIS);
        } else {
            thread = null;
        }
    }

    /**
     * Writes the remaining images, the snapshot, and the manifest that names the snapshot. Called after {@link #stop}.
     */
    void cleanStop(MemoryTier memory, IndexSnapshot.Owner owner) {
        SegmentLog log = tier.log();
        if (log == null || thread != null) {
            return;
        }
        erasure.abandon("the node is stopping");
        while (tier.health().state() == CacheState.RECOVERING && load()) {
            logger.debug("The index was loaded during the stop");
        }
        if (tier.health().isOffline()) {
            return;
        }
        writeAll(memory);
        try {
            long id = options.randomLongs().getAsLong();
            journals.close();
            IndexSnapshot.write(log.storage(), id, ssdOptions.segmentBytes(), owner, tier.index());
            letGo(log);
            if (log.cleanClose(IndexSnapshot.payload(id)) != IoStatus.OK) {
                logger.warn("Row cache on SSD could not be closed cleanly: the next start is cold");
            }
        } catch (IOException e) {
            logger.warn("Row cache on SSD could not save its index: the next start is cold", e);
        }
    }

    /** Closes the log, if it is open. Called after {@link #stop}, or on the writer's thread. */
    void disconnect() {
        SegmentLog log = tier.log();
        if (log == null || (thread != null && thread != Thread.currentThread())) {
            return;
        }
        journals.close();
        letGo(log);
        log.close();
    }

    /** Withdraws a log that is about to be closed from the tier, and keeps its counters. */
    private synchronized void letGo(SegmentLog log) {
        closedStats = closedStats.plus(log.stats());
        tier.setLog(null);
    }

    // ---- the thread ----

    private void run() {
        while (!stopping) {
            boolean worked;
            try {
                worked = step();
            } catch (Throwable e) {
                worked = false;
                stepWarning.say("writer step", e);
                tier.ioError("writer: " + e);
            }
            if (!worked && !stopping) {
                parked = true;
                if (!tier.pendingImages().hasQueued() || !tier.health().isServing()) {
                    LockSupport.parkNanos(this, IDLE_NANOS);
                }
                parked = false;
            }
        }
    }

    /** Writes a part of a checkpoint, if one is due, and pending images, in turns, so that neither delays the other. */
    private boolean saveOrWriteNext() {
        SegmentLog log = tier.log();
        if (log == null || isMarkMissing() || !journals.step(log)) {
            return writeNext();
        }
        for (int left = WRITES_PER_TURN; left > 0 && writeNext(); left--) {
            // the condition does all the work
        }
        return true;
    }

    /** Writes the image held back longest, once the journal has the changes that the image follows. */
    private boolean writeHeld() {
        Pending.Demotion first = held.peek();
        if (first == null) {
            return false;
        }
        boolean isOver = !tier.pendingImages().isWaiting(first) || journals.mayWrite(first.image());
        if (isOver) {
            held.remove();
            write(first);
        }
        return isOver;
    }

    private boolean writeNext() {
        Pending.Demotion next = tier.pendingImages().poll();
        if (next == null) {
            return false;
        }
        if (tier.pendingImages().isWaiting(next) && !journals.mayWrite(next.image())) {
            held.add(next);
        } else {
            write(next);
        }
        return true;
    }

    private void write(Pending.Demotion demotion) {
        Pending pending = tier.pendingImages();
        MemoryImage image = demotion.image();
        if (!pending.isWaiting(demotion) || !image.retain()) {
            return;
        }
        boolean published = false;
        try {
            if (!image.table.isPurgedSince(image.stamp())) {
                published = append(demotion);
            }
        } finally {
            if (!published) {
                pending.complete(demotion, () -> false);
            }
            image.release();
        }
    }

    /** Appends the image to the log, and enters it into the index if it is still waiting after that. */
    private boolean append(Pending.Demotion demotion) {
        SegmentLog log = tier.log();
        MemoryImage image = demotion.image();
        ByteBuffer value = image.image();
        RecordKey.encode(keyBuffer, image.table.id(), image.key());
        int recordBytes = (int) RecordDescriptor.recordBytes(keyBuffer.remaining(), value.remaining());
        long startNanos = nanoClock.getAsLong();
        if (log == null || !budget.take(recordBytes, startNanos)) {
            tier.counters().rejectedRate.increment();
            return false;
        }
        long location = log.append(image.stamp(), 0, image.hash, keyBuffer, value);
        while (AppendStatus.of(location) == AppendStatus.NO_SPACE && reclaim()) {
            location = log.append(image.stamp(), 0, image.hash, keyBuffer, value);
        }
        tier.counters().recordWrite(nanoClock.getAsLong() - startNanos);
        switch (AppendStatus.of(location)) {
            case OK -> {
                return publish(demotion, log, location, recordBytes);
            }
            case TOO_LARGE -> tier.counters().rejectedTooLarge.increment();
            case NO_SPACE -> tier.counters().rejectedState.increment();
            case IO_ERROR -> tier.ioError("append");
        }
        return false;
    }

    private boolean publish(Pending.Demotion demotion, SegmentLog log, long location, int recordBytes) {
        MemoryImage image = demotion.image();
        int slot = log.slotOf(location);
        boolean published = slot >= 0
                && tier.pendingImages().complete(demotion, () -> {
                    tier.index().put(image.hash, slot, Location.offset(location), recordBytes, tier::garbage);
                    if (image.has(MemoryImage.USED)) {
                        tier.index().touch(image.hash);
                    }
                    return true;
                });
        if (published) {
            tier.counters().admitted.increment();
            tier.counters().logicalBytes.add(recordBytes);
        } else {
            tier.counters().overtaken.increment();
            log.garbage(location, recordBytes);
        }
        return published;
    }

    /**
     * Reclaims if needed. A log not written to since the clean stop is left unchanged until there is something to
     * write.
     */
    private boolean reclaimIfNeeded() {
        SegmentLog log = tier.log();
        return log != null
                && log.needsReclaim()
                && (log.isMarkedOpen() || tier.pendingImages().hasQueued())
                && reclaim();
    }

    /** Marks the log open if requested, and deletes the snapshot once the log is marked open. */
    private boolean endCleanState() {
        SegmentLog log = tier.log();
        boolean isDue = log != null && (isMarkOpenRequested || (snapshotExists && log.isMarkedOpen()));
        if (!isDue || nanoClock.getAsLong() - nextMarkNanos < 0) {
            return false;
        }
        isMarkOpenRequested = false;
        if (log.markOpen() != IoStatus.OK) {
            isMarkOpenRequested =
                    true; // otherwise a later start would use the clean stop's index, which is outdated by now
            nextMarkNanos = nanoClock.getAsLong() + POLL_NANOS;
            tier.ioError("write of the manifest");
            return true;
        }
        snapshotExists = false;
        try {
            IndexSnapshot.delete(log.storage());
        } catch (IOException e) {
            logger.debug("The snapshot was not deleted; the manifest no longer names it", e);
        }
        return true;
    }

    /**
     * Returns whether something has changed while the manifest is still marked clean. No checkpoint that includes the
     * change may be completed then: after a failed start, its tables would be combined with the index of the clean
     * stop.
     */
    private boolean isMarkMissing() {
        return isMarkOpenRequested;
    }

    /** Reclaims a segment. Returns whether there is more room now. */
    private boolean reclaim() {
        SegmentLog log = tier.log();
        if (log == null) {
            return false;
        }
        ReclaimResult result = reclaimer.run(log);
        budget.charge(result.keptBytes(), nanoClock.getAsLong());
        return switch (result.outcome()) {
            case FREED -> true;
            case FREED_UNREAD -> {
                tier.index().removeIf(entry -> SlotDescriptor.segmentSlot(entry) == result.slot());
                yield true;
            }
            case NOTHING_TO_RECLAIM -> false;
            case KEPT -> {
                tier.ioError("reclaim of slot=" + result.slot());
                yield false;
            }
        };
    }

    private boolean resizeIfRequested() {
        SegmentLog log = tier.log();
        Resizing asked = log == null ? null : resizing.getAndSet(null);
        if (log == null || asked == null) {
            return false;
        }
        ResizeResult result = resize(log, asked.bytes);
        logger.info(
                "Row cache on SSD resized: segments={} of {} bytes, outcome={}",
                result.segments(),
                ssdOptions.segmentBytes(),
                result.outcome());
        if (result.outcome() == ResizeResult.Outcome.IO_ERROR) {
            tier.ioError("resize");
        } else {
            wantedBytes = (long) result.segments() * ssdOptions.segmentBytes();
        }
        asked.ended.accept(result);
        return true;
    }

    /**
     * Resizes the log and drops the index entries of the segments removed. An entry left behind would make the next
     * record written in that place seem damaged.
     */
    private ResizeResult resize(SegmentLog log, long bytes) {
        BitSet dropped = new BitSet();
        ResizeResult result = log.resize(bytes, dropped::set);
        if (!dropped.isEmpty()) {
            tier.index().removeIf(entry -> dropped.get(SlotDescriptor.segmentSlot(entry)));
        }
        return result;
    }

    /**
     * Periodically tries to regrow the log to its configured size, if segments are missing for lack of space or because
     * they could not be read.
     */
    private boolean growBack() {
        SegmentLog log = tier.log();
        if (log == null || !log.isMarkedOpen() || nanoClock.getAsLong() - nextGrowthNanos < 0) {
            return false;
        }
        nextGrowthNanos = nanoClock.getAsLong() + GROW_NANOS;
        int before = log.stats().segments();
        if ((long) before * ssdOptions.segmentBytes() >= wantedBytes) {
            return false;
        }
        if (resize(log, wantedBytes).outcome() == ResizeResult.Outcome.IO_ERROR) {
            tier.ioError("resize");
        }
        int after = log.stats().segments();
        if (after > before) {
            logger.info("Row cache on SSD has grown back: segments={}, before segments={}", after, before);
        }
        return after > before;
    }

    /**
     * Takes the tier offline if its directory is gone. Open files of a removed directory give no error, so it is
     * polled.
     */
    private boolean checkDirectory() {
        SegmentLog log = tier.log();
        if (log == null || nanoClock.getAsLong() - nextLookNanos < 0) {
            return false;
        }
        nextLookNanos = nanoClock.getAsLong() + POLL_NANOS;
        if (log.storage().isPresent()) {
            return false;
        }
        tier.health().offline(log.storage().describe() + ": was removed, replaced or unmounted");
        return true;
    }

    // ---- offline ----

    private boolean recoverTier() {
        if (tier.health().isStalled()) {
            return goOn();
        }
        if (!emptied) {
            erasure.abandon("the tier is offline");
            journals.abandon("the SSD failed");
            held.clear();
            tier.clear();
            disconnect();
            emptied = true;
            return true;
        }
        if (!tier.health().isProbeDue()) {
            return false;
        }
        try {
            SegmentLog log = open();
            try {
                probe(log);
                // the directory may be a new, empty one
                HashKeyFile.put(log.storage(), hashKey);
            } catch (IOException | RuntimeException e) {
                log.close();
                throw e;
            }
            tier.setLog(log);
            emptied = false;
            cleared(log);
            tier.health().online("writes succeed again");
        } catch (IOException | RuntimeException e) {
            tier.health().probeFailed(e.toString());
        }
        return true;
    }

    /** Begins a new journal, because the log is empty. */
    private void cleared(SegmentLog log) {
        held.clear();
        journals.renew(log, identity());
    }

    /** Ends a stall, with all contents, once the device answers in time. Returns whether a probe was due. */
    private boolean goOn() {
        SegmentLog log = tier.log();
        if (!tier.health().isProbeDue()) {
            return false;
        }
        if (log == null || !log.storage().isPresent()) {
            tier.health().offline("the device stalled and the directory is gone");
            return true;
        }
        int late = log.lateReads().late();
        if (late > 0) {
            tier.health().probeFailed("the device stalls: late reads=" + late);
            return true;
        }
        try {
            long startNanos = nanoClock.getAsLong();
            boolean isReadInTime = StallProbe.writeAndRead(log);
            long tookNanos = nanoClock.getAsLong() - startNanos;
            if (isReadInTime && tookNanos < StallProbe.LONGEST_NANOS) {
                tier.health().online("the device answers again");
            } else {
                tier.health()
                        .probeFailed("the device is slow: a probe took ms=" + TimeUnit.NANOSECONDS.toMillis(tookNanos));
            }
        } catch (IOException e) {
            tier.health().offline("after a stall: " + e.getMessage());
        }
        return true;
    }

    /** Clears the log, and checks that a record can be written durably. */
    private static void probe(SegmentLog log) throws IOException {
        if (log.clear(NOTHING) != IoStatus.OK) {
            throw new IOException("the manifest cannot be written");
        }
        long location = log.append(0, 0, 0, NOTHING, NOTHING);
        if (location < 0 || log.force() != IoStatus.OK) {
            throw new IOException("a record cannot be written: " + AppendStatus.of(location));
        }
    }

    // ---- open, recover, stop ----

    /** Opens the log. One that can no longer be read is recreated; a cache may lose everything. */
    private SegmentLog open() throws IOException {
        try {
            return SegmentLog.open(storage.open(), logOptions());
        } catch (FormatException | GeometryException e) {
            logger.warn("Row cache on SSD is dropped and recreated: {}", e.getMessage());
            try (Storage damaged = storage.open()) {
                SegmentLog.format(damaged);
            }
            return SegmentLog.open(storage.open(), logOptions());
        }
    }

    private SegmentLogOptions logOptions() {
        return options.logOptions(ssdOptions).withCapacityBytes(wantedBytes);
    }

    private @Nullable IndexSnapshot recover(SegmentLog log, Recovery recovery) {
        if (recovery.state() == Recovery.State.NEW) {
            return null;
        }
        try {
            if (ssdOptions.recover() == RecoverOnStart.NEVER) {
                throw new IOException("recover_on_start=never");
            }
            if (recovery.state() == Recovery.State.CRASHED && ssdOptions.recover() == RecoverOnStart.CRASH) {
                return null;
            }
            if (recovery.state() != Recovery.State.CLEAN) {
                throw new IOException("it was not stopped cleanly");
            }
            return IndexSnapshot.open(
                    log.storage(),
                    recovery.ownerPayload(),
                    ByteBuffer.wrap(identity()),
                    ssdOptions.segmentBytes(),
                    tier.index().sizeBytes());
        } catch (IOException e) {
            if (ssdOptions.recover() == RecoverOnStart.CRASH) {
                logger.info("Row cache on SSD recovers from its journal, as after a crash: {}", e.getMessage());
            } else {
                logger.warn("Row cache on SSD starts cold; its contents are dropped: {}", e.getMessage());
            }
            return null;
        }
    }

    /**
     * Loads the index from the snapshot or, after a crash, by the journal; then sets the tier online, cold if the load
     * failed.
     */
    private boolean load() {
        IndexSnapshot loading = snapshot;
        SegmentLog log = tier.log();
        snapshot = null;
        if (log == null || (loading == null && !journals.isAfterCrash())) {
            return false;
        }
        String how;
        long startNanos = nanoClock.getAsLong();
        try (loading) {
            if (loading != null) {
                loading.load(tier.index());
            } else {
                journals.load(log);
            }
            if (!tier.finishRecovery()) {
                throw new IOException("too many keys were dropped during the load");
            }
            reportLiveBytes(log);
            long millis = TimeUnit.NANOSECONDS.toMillis(nanoClock.getAsLong() - startNanos);
            how = "recovered entries=" + tier.index().entries() + " in ms=" + millis;
        } catch (IOException | RuntimeException e) {
            logger.warn("Row cache on SSD starts cold; its contents are dropped: {}", e.getMessage());
            journals.abandon("it started cold");
            tier.index().clear();
            tier.finishRecovery();
            how = "cold start";
            if (log.clear(NOTHING) != IoStatus.OK) {
                tier.health().offline("the manifest cannot be written");
                return true;
            }
            cleared(log);
        }
        tier.health().online(how);
        return true;
    }

    /**
     * Reports the live bytes of each segment to the log, and drops entries whose records are missing. After a clean
     * stop none should be missing.
     */
    private void reportLiveBytes(SegmentLog log) {
        long[] usedBytes = new long[SlotDescriptor.MAX_SEGMENTS];
        log.segments().forEach(segment -> usedBytes[segment.slot()] = segment.usedBytes());
        long[] liveBytes = new long[SlotDescriptor.MAX_SEGMENTS];
        long[] lost = {0};
        tier.index().recount(entry -> {
            int slot = SlotDescriptor.segmentSlot(entry);
            boolean isThere = SlotDescriptor.offset(entry) < usedBytes[slot];
            if (isThere) {
                liveBytes[slot] += SlotDescriptor.meanBytesOf(SlotDescriptor.sizeClass(entry));
            } else {
                lost[0]++;
            }
            return isThere;
        });
        // also those without a live record: otherwise a segment full of garbage would pass for one full of live records
        log.segments().forEach(segment -> log.setLiveBytes(segment.slot(), liveBytes[segment.slot()]));
        Recovery found = log.recovery();
        if (found.state() == Recovery.State.CLEAN && (lost[0] > 0 || found.rescanned() > 0 || found.unreadable() > 0)) {
            logger.warn(
                    "Row cache on SSD is not as the clean stop left it; what is missing is dropped: entries={},"
                            + " segments without a footer={}, unreadable={}",
                    lost[0],
                    found.rescanned(),
                    found.unreadable());
        }
    }

    /** Writes the pending images, then the images in memory that are not on the SSD, within a bounded time. */
    private void writeAll(MemoryTier memory) {
        long deadlineNanos = nanoClock.getAsLong() + FINAL_WRITES_NANOS;
        while (inTime(deadlineNanos) && (reclaimIfNeeded() || writeHeld() || writeNext())) {
            // the condition does all the work
        }
        memory.forEach(image -> {
            if (inTime(deadlineNanos) && !image.has(MemoryImage.EMPTY) && !tier.isOnSsd(image) && image.retain()) {
                if (!tier.offer(image)) {
                    image.release();
                }
                reclaimIfNeeded();
                writeNext();
            }
        });
    }

    private boolean inTime(long deadlineNanos) {
        return tier.health().isServing() && nanoClock.getAsLong() - deadlineNanos < 0;
    }
}
