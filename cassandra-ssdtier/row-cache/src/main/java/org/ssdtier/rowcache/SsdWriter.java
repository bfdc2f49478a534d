package org.ssdtier.rowcache;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.UUID;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.rowcache.admission.WriteBudget;
import org.ssdtier.rowcache.index.EntryDescriptor;
import org.ssdtier.rowcache.index.HashKey;
import org.ssdtier.segmentlog.AppendStatus;
import org.ssdtier.segmentlog.Location;
import org.ssdtier.segmentlog.LogStats;
import org.ssdtier.segmentlog.ReclaimResult;
import org.ssdtier.segmentlog.ResizeResult;
import org.ssdtier.segmentlog.SegmentLog;
import org.ssdtier.segmentlog.device.Patience;
import org.ssdtier.segmentlog.format.RecordDescriptor;

/**
 * The writer of the SSD tier, with a thread of its own. It appends pending images and reclaims, and does in turns what
 * else changes the log: resizes ({@link LogSizing}), erasures ({@link SsdErasure}), checkpoints
 * ({@link JournalKeeper}), loads and outages ({@link LogLifecycle}).
 *
 * <p>{@link #step} does one unit of this work. The thread only repeats it, so a test can call it directly.
 */
final class SsdWriter {
    private static final Logger logger = LoggerFactory.getLogger(SsdWriter.class);
    private static final long IDLE_NANOS = 100_000_000;
    private static final long STOP_TIMEOUT_MILLIS = 60_000;
    private static final int WRITES_PER_TURN = 64;
    private static final long FINAL_WRITES_NANOS = 10_000_000_000L;

    private final SsdParts parts;
    private final TieredCacheOptions options;
    private final SsdOptions ssdOptions;
    private final LongSupplier nanoClock;
    private final RateLimitedWarning stepWarning;
    private final WriteBudget budget;
    private final LogSizing sizing;
    private final LogLifecycle lifecycle;
    private final JournalKeeper journals;
    private final SsdReclaimer reclaimer;
    private final SsdErasure erasure;
    private final HostClaim claim = new HostClaim();
    /**
     * The demotions that wait until the journal has the changes that their images follow. Filled only while the tier is
     * online, and emptied whenever the log is.
     */
    private final ArrayDeque<Pending.Demotion> held = new ArrayDeque<>();

    private final ByteBuffer keyBuffer = ByteBuffer.allocateDirect(RecordKey.TABLE_BYTES + RowKey.MAX_KEY_BYTES);
    private @Nullable Thread thread;
    private volatile boolean parked;
    private volatile boolean stopping;

    SsdWriter(
            SsdParts parts,
            TieredCacheOptions options,
            SsdOptions ssdOptions,
            Function<UUID, @Nullable CachedTable> tables) {
        this.parts = parts;
        this.options = options;
        this.ssdOptions = ssdOptions;
        this.nanoClock = options.nanoClock();
        this.stepWarning = RateLimitedWarning.of(logger, nanoClock);
        long nowNanos = nanoClock.getAsLong();
        this.budget = new WriteBudget(ssdOptions.writes().writeRateLimitBytesPerSecond(), nowNanos);
        this.sizing = new LogSizing(parts, ssdOptions, nowNanos);
        this.lifecycle = new LogLifecycle(parts, options, ssdOptions, sizing);
        this.journals = lifecycle.journals();
        this.reclaimer = new SsdReclaimer(parts, ssdOptions, tables);
        this.erasure = new SsdErasure(parts, ssdOptions, this::cleared);
    }

    /**
     * Opens the log and reads the state of the last stop, which stays valid until the first change. Waits only while the
     * device answers; see {@link LogLifecycle#connect}.
     *
     * @return the recovered state, without the index; null for a cold start
     */
    @Nullable
    Recovered connect(Patience patience) {
        return lifecycle.connect(patience);
    }

    /** Returns the key of the hashes, which does not change after {@link #connect}. */
    HashKey hashKey() {
        return lifecycle.hashKey();
    }

    /** Starts the thread. */
    void start(ThreadFactory threads) {
        Thread started = threads.newThread(this::run);
        thread = started;
        started.start();
    }

    /** Returns the journal; null if there is none, or if it belongs to an opening that has not ended. */
    @Nullable
    Journal journal() {
        return lifecycle.isOpening() ? null : journals.journal();
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
        erasure.request(sizing.wantedBytes());
        wake();
    }

    /** Returns the bytes still to be overwritten; see {@link SsdErasure#remainingBytes}. */
    long eraseRemainingBytes() {
        return erasure.remainingBytes();
    }

    /** Requests that the log be marked open. */
    void markOpen() {
        lifecycle.requestMarkOpen();
        wake();
    }

    /** Requests a resize of the log. It replaces a request that has not begun; that one ends with the same result. */
    void resize(long bytes, Consumer<ResizeResult> ended) {
        options.logOptions(ssdOptions).withCapacityBytes(bytes).validate();
        sizing.request(bytes, ended);
        wake();
    }

    /** Returns the summed counters of every log that was open since the start. */
    LogStats stats() {
        return lifecycle.stats();
    }

    /** Does one unit of work. Returns whether there was any. */
    boolean step() {
        assert thread == null || thread == Thread.currentThread() : "not the writer's thread";
        return switch (parts.health.state()) {
            case RECOVERING -> lifecycle.load();
            case OFFLINE -> comeBack();
            case ONLINE ->
                lifecycle.checkDirectory()
                        || lifecycle.endCleanState()
                        || (erasure.isActive() ? erasure.step(parts.log(), nanoClock.getAsLong()) : workOnLog());
            case PAUSED -> lifecycle.checkDirectory() || lifecycle.endCleanState() || lifecycle.keepJournalShort();
            case DISABLED -> false;
        };
    }

    private boolean workOnLog() {
        SegmentLog log = parts.log();
        return (log != null && (claim.step(log) || parts.saveDictionary(log) || lifecycle.resize(log)))
                || reclaimIfNeeded()
                || writeHeld()
                || saveOrWriteNext(log)
                || (log != null && parts.dead.step(log, parts.index));
    }

    /** Does one step towards the end of an outage. */
    private boolean comeBack() {
        if (parts.health.isStalled()) {
            return lifecycle.endStall(!erasure.isActive());
        }
        if (lifecycle.isOpening()) {
            return false;
        }
        if (lifecycle.isEmptied()) {
            claim.again(); // the directory may be a new one
            return lifecycle.reopen();
        }
        erasure.abandon("the tier is offline");
        held.clear();
        lifecycle.leave();
        return true;
    }

    /** Continues after an erasure has cleared the log. */
    private void cleared(SegmentLog log) {
        held.clear();
        lifecycle.renewJournal(log);
    }

    /** Stops the thread and waits for its end, the first time up to a bound. Idempotent. */
    void stop() {
        boolean hasWaited = stopping;
        Thread running = thread;
        stopping = true;
        if (running == null || running == Thread.currentThread()) {
            return;
        }
        LockSupport.unpark(running);
        try {
            running.join(hasWaited ? 1 : STOP_TIMEOUT_MILLIS); // 0 would be for ever
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!running.isAlive()) {
            thread = null;
        } else if (!hasWaited) {
            logger.warn("Row cache writer did not stop within {} ms", STOP_TIMEOUT_MILLIS);
        }
    }

    /**
     * Writes the remaining images, the snapshot, and the manifest that names the snapshot. Called after {@link #stop}.
     *
     * @param above calls a visitor with every image of the tier above
     */
    void cleanStop(Consumer<Consumer<MemoryImage>> above, IndexSnapshot.Owner owner) {
        SegmentLog log = parts.log();
        if (log == null || thread != null) {
            return;
        }
        erasure.abandon("the node is stopping");
        while (parts.health.state() == CacheState.RECOVERING && lifecycle.load()) {} // the condition does it all
        if (parts.health.isOffline() || parts.health.state() == CacheState.DISABLED) {
            return; // disabled: the stop did not wait for this step
        }
        writeAll(above);
        lifecycle.closeCleanly(log, owner);
    }

    /** Closes the log, if it is open. Called after {@link #stop}, or on the writer's thread. */
    void disconnect() {
        if (thread == null || thread == Thread.currentThread()) {
            lifecycle.disconnect();
        }
    }

    private void run() {
        while (!stopping) {
            boolean worked;
            try {
                worked = step();
            } catch (OutOfMemoryError e) { // outside the heap: not the device's fault, and soon there may be some again
                worked = true;
                stepWarning.say("writer step", e);
                LockSupport.parkNanos(this, 10 * IDLE_NANOS);
            } catch (Throwable e) {
                worked = false;
                stepWarning.say("writer step", e);
                parts.ioError("writer: " + e);
            }
            if (!worked && !stopping) {
                parked = true;
                LockSupport.parkNanos(this, pauseNanos()); // 0 does not park
                parked = false;
            }
        }
    }

    /** Returns how long to pause after a step without work; 0 if an image was queued since, and may be written. */
    long pauseNanos() {
        if (!parts.health.isServing()) {
            return IDLE_NANOS;
        }
        if (erasure.isActive()) { // images that are queued meanwhile wait for its end
            return Math.min(IDLE_NANOS, erasure.pauseNanos(nanoClock.getAsLong()));
        }
        return parts.pending.hasQueued() ? 0 : IDLE_NANOS;
    }

    /** Writes a part of a checkpoint, if one is due, and pending images, in turns, so that neither delays the other. */
    private boolean saveOrWriteNext(@Nullable SegmentLog log) {
        if (log == null || lifecycle.isMarkMissing() || !journals.step(log)) {
            return writeNext();
        }
        for (int left = WRITES_PER_TURN; left > 0 && writeNext(); left--) {} // the condition does it all
        return true;
    }

    /** Writes or drops the image held back longest, once the journal has the changes that the image follows. */
    private boolean writeHeld() {
        Pending.Demotion first = held.peek();
        if (first == null || !write(first)) {
            return false;
        }
        held.remove();
        return true;
    }

    private boolean writeNext() {
        Pending.Demotion next = parts.pending.poll();
        if (next != null && !write(next)) {
            held.add(next);
        }
        return next != null;
    }

    /** Writes an image that is still waiting, or drops it. Returns false if it has to wait longer, for the journal. */
    private boolean write(Pending.Demotion demotion) {
        Pending pending = parts.pending;
        MemoryImage image = demotion.image();
        if (!pending.isWaiting(demotion)) {
            return true;
        }
        WritePermission permission = journals.mayWrite(image);
        if (permission == WritePermission.LATER || !image.retain()) {
            return permission != WritePermission.LATER;
        }
        boolean published = false;
        try {
            if (permission == WritePermission.NEVER) {
                parts.counters.rejectedState.increment();
            } else if (!image.table.isPurgedSince(image.stamp())) {
                published = append(demotion);
            }
        } finally {
            if (!published) {
                pending.complete(demotion, () -> false);
            }
            image.release();
        }
        return true;
    }

    /** Appends the image to the log, and enters it into the index if it is still waiting after that. */
    private boolean append(Pending.Demotion demotion) {
        SegmentLog log = parts.log();
        MemoryImage image = demotion.image();
        ByteBuffer value = image.image();
        RecordKey.encode(keyBuffer, image.table.id(), image.key());
        int recordBytes = (int) RecordDescriptor.recordBytes(keyBuffer.remaining(), value.remaining());
        assert keyBuffer.remaining() == RecordKey.TABLE_BYTES + image.keyLength()
                : "key bytes=" + keyBuffer.remaining();
        long startNanos = nanoClock.getAsLong();
        if (log == null || !budget.take(recordBytes, startNanos)) {
            parts.counters.rejectedWriteRate.increment();
            return false;
        }
        long location = log.append(image.stamp(), 0, image.hash, keyBuffer, value);
        while (AppendStatus.of(location) == AppendStatus.NO_SPACE && reclaim()) {
            location = log.append(image.stamp(), 0, image.hash, keyBuffer, value);
        }
        parts.counters.recordWrite(nanoClock.getAsLong() - startNanos);
        switch (AppendStatus.of(location)) {
            case OK -> {
                return publish(demotion, log, location, recordBytes);
            }
            case TOO_LARGE -> parts.counters.rejectedTooLarge.increment();
            case NO_SPACE -> parts.counters.rejectedState.increment();
            case IO_ERROR -> parts.ioError("append");
        }
        return false;
    }

    private boolean publish(Pending.Demotion demotion, SegmentLog log, long location, int recordBytes) {
        MemoryImage image = demotion.image();
        int slot = log.slotOf(location);
        assert slot < 0 || log.locationOf(slot, Location.offset(location)) == location : "location=" + location;
        boolean published = slot >= 0
                && parts.pending.complete(demotion, () -> {
                    parts.index.put(image.hash, slot, Location.offset(location), recordBytes, parts::garbage);
                    if (image.has(MemoryImage.USED)) {
                        parts.index.touch(image.hash);
                    }
                    return true;
                });
        if (published) {
            parts.counters.admitted.increment();
            parts.counters.bytesLogical.add(recordBytes);
        } else {
            parts.counters.overtaken.increment();
            log.garbage(location, recordBytes);
        }
        return published;
    }

    /**
     * Reclaims if needed. A log not written to since the clean stop is left unchanged until there is something to
     * write.
     */
    private boolean reclaimIfNeeded() {
        SegmentLog log = parts.log();
        return log != null && log.needsReclaim() && (log.isMarkedOpen() || parts.pending.hasQueued()) && reclaim();
    }

    /** Reclaims a segment. Returns whether there is more room now. */
    private boolean reclaim() {
        SegmentLog log = parts.log();
        if (log == null) {
            return false;
        }
        ReclaimResult result = reclaimer.run(log);
        budget.charge(result.keptBytes(), nanoClock.getAsLong());
        return switch (result.outcome()) {
            case FREED -> true;
            case FREED_UNREAD -> {
                parts.index.removeIf(entry -> EntryDescriptor.segmentSlot(entry) == result.slot());
                yield true;
            }
            case NOTHING_TO_RECLAIM -> false;
            case KEPT -> {
                parts.ioError("reclaim of slot=" + result.slot());
                yield false;
            }
        };
    }

    /** Writes the pending images, then the images in memory that are not on the SSD, within a bounded time. */
    private void writeAll(Consumer<Consumer<MemoryImage>> above) {
        long deadlineNanos = nanoClock.getAsLong() + FINAL_WRITES_NANOS;
        while (inTime(deadlineNanos) && (reclaimIfNeeded() || writeHeld() || writeNext())) {}
        above.accept(image -> {
            if (inTime(deadlineNanos) && !image.has(MemoryImage.EMPTY) && !parts.isOnSsd(image) && image.retain()) {
                if (!parts.offer(image)) {
                    image.release();
                }
                reclaimIfNeeded();
                writeNext();
            }
        });
    }

    private boolean inTime(long deadlineNanos) {
        return parts.health.isServing() && nanoClock.getAsLong() - deadlineNanos < 0;
    }
}
