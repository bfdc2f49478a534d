package org.ssdtier.rowcache;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.rowcache.index.EntryDescriptor;
import org.ssdtier.rowcache.index.HashKey;
import org.ssdtier.segmentlog.AppendStatus;
import org.ssdtier.segmentlog.GeometryException;
import org.ssdtier.segmentlog.IoStatus;
import org.ssdtier.segmentlog.LogStats;
import org.ssdtier.segmentlog.Recovery;
import org.ssdtier.segmentlog.SegmentLog;
import org.ssdtier.segmentlog.SegmentLogOptions;
import org.ssdtier.segmentlog.SegmentStatus;
import org.ssdtier.segmentlog.device.Patience;
import org.ssdtier.segmentlog.device.Storage;
import org.ssdtier.segmentlog.device.StorageSource;
import org.ssdtier.segmentlog.format.FormatException;

/**
 * The life cycle of the log: opening, loading the index, the end of the clean state with the first change, reopening
 * after a failure of the device, closing. The {@link JournalKeeper} follows it.
 *
 * <p>For the writer's thread only, except where a method says otherwise.
 */
final class LogLifecycle {
    private static final Logger logger = LoggerFactory.getLogger(LogLifecycle.class);
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);
    private static final long POLL_NANOS = 1_000_000_000;
    /**
     * Longest duration of an operation of the device at the start. An allocation takes long where the file system has to
     * write zeros.
     */
    private static final long LONGEST_OPENING_NANOS = 3_000_000_000L;

    private final SsdParts parts;
    private final TieredCacheOptions options;
    private final SsdOptions ssdOptions;
    private final LongSupplier nanoClock;
    private final LogSizing sizing;
    private final StorageSource storage;
    private final JournalKeeper journals;
    /** The key of the hashes; constant after {@link #connect}, because images in memory were hashed with it, too. */
    private HashKey hashKey;

    private volatile @Nullable LogOpening opening;
    private @Nullable IndexSnapshot snapshot;
    /** True if a snapshot may exist, perhaps one that cannot be used; it is kept until the log is marked open. */
    private boolean mayHaveSnapshot;

    private boolean isEmptied;
    private LogStats closedStats = LogStats.NONE;
    private long nextLookNanos;
    /** I/O errors at the last look. */
    private long seenErrors;

    private long nextMarkNanos;
    private volatile boolean isMarkOpenRequested;

    LogLifecycle(SsdParts parts, TieredCacheOptions options, SsdOptions ssdOptions, LogSizing sizing) {
        this.parts = parts;
        this.options = options;
        this.ssdOptions = ssdOptions;
        this.nanoClock = options.nanoClock();
        this.sizing = sizing;
        StorageSource source = options.storage(ssdOptions);
        this.storage = () -> parts.operations.open(source);
        this.journals = new JournalKeeper(options, ssdOptions, parts.index, parts.counters);
        this.hashKey = HashKey.random(options.randomLongs());
        this.nextLookNanos = nanoClock.getAsLong();
        this.nextMarkNanos = nextLookNanos;
    }

    /**
     * Opens the log and reads the state of the last stop, which stays valid until the first change. Waits only while the
     * device answers; otherwise the tier is offline, and later steps open the log empty.
     *
     * @return the recovered state, without the index; null for a cold start
     */
    @Nullable
    Recovered connect(Patience patience) {
        LogOpening attempt = new LogOpening(parts, options, ssdOptions, this::open, journals);
        opening = attempt;
        if (!patience.run(attempt, LONGEST_OPENING_NANOS) && attempt.abandon()) {
            parts.health.offline("the device does not answer at the start");
            return null;
        }
        LogOpening.Opened opened = attempt.opened();
        if (opened == null) {
            parts.health.offline(attempt.failure());
            return null;
        }
        hashKey = opened.hashKey();
        snapshot = opened.snapshot();
        mayHaveSnapshot = true;
        parts.setLog(opened.log());
        if (opened.recovered() == null) {
            parts.health.online("cold start");
        }
        return opened.recovered();
    }

    /** Returns whether the opening of {@link #connect} has not ended; it alone uses the journals then. Any thread. */
    boolean isOpening() {
        LogOpening attempt = opening;
        return attempt != null && attempt.isUnderWay();
    }

    /** Returns the key of the hashes, which does not change after {@link #connect}. Any thread. */
    HashKey hashKey() {
        return hashKey;
    }

    /** Returns the journals of the log. */
    JournalKeeper journals() {
        return journals;
    }

    /** Returns the summed counters of every log that was open since the start. Any thread. */
    synchronized LogStats stats() {
        SegmentLog log = parts.log();
        return log == null ? closedStats : closedStats.plus(log.stats());
    }

    /** Requests that the log be marked open. Any thread. */
    void requestMarkOpen() {
        isMarkOpenRequested = true;
    }

    /**
     * Returns whether something has changed while the manifest is still marked clean. No checkpoint that includes the
     * change may be completed then: after a failed start, its tables would be combined with the index of the clean
     * stop.
     */
    boolean isMarkMissing() {
        return isMarkOpenRequested;
    }

    /** Marks the log open if requested, and deletes the snapshot once the log is marked open. */
    boolean endCleanState() {
        SegmentLog log = parts.log();
        boolean isDue = log != null
                && (isMarkOpenRequested || (mayHaveSnapshot && (log.isMarkedOpen() || journals.needsMarkOpen())));
        if (!isDue || nanoClock.getAsLong() - nextMarkNanos < 0) {
            return false;
        }
        isMarkOpenRequested = false;
        if (log.markOpen() != IoStatus.OK) {
            isMarkOpenRequested =
                    true; // otherwise a later start would use the clean stop's index, which is outdated by now
            nextMarkNanos = nanoClock.getAsLong() + POLL_NANOS;
            parts.ioError("write of the manifest");
            return true;
        }
        try {
            IndexSnapshot.delete(log.storage());
            mayHaveSnapshot = false;
        } catch (IOException e) {
            nextMarkNanos = nanoClock.getAsLong() + POLL_NANOS;
            logger.debug("The snapshot was not deleted; the manifest no longer names it", e);
        }
        return true;
    }

    /**
     * Takes the tier offline if its directory is gone, for open files of a removed directory give no error; and, after an error, if the
     * file system fails or is read-only, for errors add up slowly where little is written.
     */
    boolean checkDirectory() {
        SegmentLog log = parts.log();
        if (log == null || nanoClock.getAsLong() - nextLookNanos < 0) {
            return false;
        }
        nextLookNanos = nanoClock.getAsLong() + POLL_NANOS;
        long errors = parts.counters.ioErrors.sum();
        boolean hasNewErrors = errors != seenErrors;
        seenErrors = errors;
        if (!log.storage().isPresent()) {
            parts.health.offline(log.storage().describe() + ": was removed, replaced or unmounted");
            return true;
        }
        if (hasNewErrors && log.storage().isFailing()) {
            parts.health.offline(
                    log.storage().describe() + ": its file system fails or is read-only, after: " + log.lastFailure());
            return true;
        }
        return false;
    }

    // ---- the index at a start ----

    /**
     * Loads the index from the snapshot or, after a crash, by the journal; then sets the tier online, cold if the load
     * failed.
     */
    boolean load() {
        IndexSnapshot loading = snapshot;
        SegmentLog log = parts.log();
        snapshot = null;
        if (log == null || (loading == null && !journals.isAfterCrash())) {
            return false;
        }
        String how;
        long startNanos = nanoClock.getAsLong();
        try (loading) {
            if (loading != null) {
                loading.load(parts.index);
            } else {
                journals.load(log);
            }
            if (!parts.finishRecovery()) {
                throw new IOException("too many keys were dropped during the load");
            }
            reportLiveBytes(log);
            long millis = TimeUnit.NANOSECONDS.toMillis(nanoClock.getAsLong() - startNanos);
            how = "recovered entries=" + parts.index.entries() + " in ms=" + millis;
        } catch (IOException | RuntimeException | Error e) { // out of memory, too: a start must end
            logger.warn("Row cache on SSD starts cold; its contents are dropped: {}", e.getMessage());
            journals.abandon("it started cold");
            parts.index.clear();
            parts.finishRecovery();
            how = "cold start";
            if (log.clear(NOTHING) != IoStatus.OK) {
                parts.health.offline("the manifest cannot be written");
                return true;
            }
            renewJournal(log);
        }
        parts.health.online(how);
        return true;
    }

    /**
     * Reports the live bytes of each segment to the log, and drops entries whose records are missing. After a clean
     * stop none should be missing.
     */
    private void reportLiveBytes(SegmentLog log) {
        List<SegmentStatus> segments = log.segments();
        int slots =
                segments.stream().mapToInt(segment -> segment.slot() + 1).max().orElse(0);
        long[] usedBytes = new long[slots];
        segments.forEach(segment -> usedBytes[segment.slot()] = segment.usedBytes());
        long[] liveBytes = new long[slots];
        long[] lost = {0};
        parts.index.recount(entry -> {
            int slot = EntryDescriptor.segmentSlot(entry);
            boolean isThere = slot < slots && EntryDescriptor.offset(entry) < usedBytes[slot];
            if (isThere) {
                liveBytes[slot] += EntryDescriptor.meanBytesOf(EntryDescriptor.sizeClass(entry));
            } else {
                lost[0]++;
            }
            return isThere;
        });
        // also those without a live record: otherwise a segment full of garbage would pass for one full of live records
        segments.forEach(segment -> log.setLiveBytes(segment.slot(), liveBytes[segment.slot()]));
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

    // ---- offline ----

    /** Returns whether everything was dropped since the tier went offline; see {@link #leave}. */
    boolean isEmptied() {
        return isEmptied;
    }

    /** Leaves a log that can no longer be trusted, and drops everything. */
    void leave() {
        journals.abandon("the SSD failed");
        parts.clear();
        disconnect();
        isEmptied = true;
    }

    /** Tries to open the log anew, empty. Returns whether an attempt was due. */
    boolean reopen() {
        assert isEmptied && parts.log() == null : "the old log is still open";
        if (!parts.health.isProbeDue()) {
            return false;
        }
        try {
            SegmentLog log = open();
            try {
                probe(log);
                // the directory may be a new, empty one
                HashKeyFile.put(log.storage(), hashKey);
                parts.compression.store().restore(log.storage());
            } catch (IOException | RuntimeException | AssertionError | OutOfMemoryError e) {
                log.close();
                throw e;
            }
            parts.setLog(log);
            isEmptied = false;
            mayHaveSnapshot = true;
            renewJournal(log);
            parts.health.online("writes succeed again");
        } catch (IOException | RuntimeException | AssertionError | OutOfMemoryError e) {
            parts.health.probeFailed(e.toString());
        }
        return true;
    }

    /**
     * Ends a stall, with all contents, once the device answers in time. Returns whether a probe was due.
     *
     * @param mayAppend whether the probe may write to the log, which it may not while the log is being erased
     */
    boolean endStall(boolean mayAppend) {
        assert !isEmptied : "the log was left";
        SegmentLog log = parts.log();
        if (!parts.health.isProbeDue()) {
            return false;
        }
        if (log == null || !log.storage().isPresent()) {
            parts.health.offline("the device stalled and the directory is gone");
            return true;
        }
        int late = log.lateReads().late();
        if (late > 0) {
            parts.health.probeFailed("the device stalls: late reads=" + late);
            return true;
        }
        try {
            long startNanos = nanoClock.getAsLong();
            boolean isReadInTime = StallProbe.writeAndRead(log, mayAppend);
            long tookNanos = nanoClock.getAsLong() - startNanos;
            if (isReadInTime && tookNanos < StallProbe.LONGEST_NANOS) {
                parts.health.online("the device answers again");
            } else {
                parts.health.probeFailed(
                        "the device is slow: a probe took ms=" + TimeUnit.NANOSECONDS.toMillis(tookNanos));
            }
        } catch (IOException e) {
            parts.health.offline("after a stall: " + e.getMessage());
        }
        return true;
    }

    /**
     * Resizes the log if that is requested or due. The log does not grow back by itself as long as checkpoints fail: they may
     * lack the space. Returns whether there is something else to do now.
     */
    boolean resize(SegmentLog log) {
        return sizing.step(log, !journals.isCheckpointFailing(), nanoClock.getAsLong());
    }

    /** Saves the index if the journal is long, while nothing else is written: changes of tables are recorded in every state. */
    boolean keepJournalShort() {
        SegmentLog log = parts.log();
        return log != null && !isMarkMissing() && journals.keepShort(log);
    }

    /** Begins a new journal, because the log is empty. */
    void renewJournal(SegmentLog log) {
        journals.renew(log, identity());
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

    // ---- open and close ----

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
        return options.logOptions(ssdOptions).withCapacityBytes(sizing.wantedBytes());
    }

    private byte[] identity() {
        return LogOpening.identity(hashKey, options);
    }

    /**
     * Saves the snapshot and the manifest that names it, and closes the log. Called after the writer's thread ended.
     */
    void closeCleanly(SegmentLog log, IndexSnapshot.Owner owner) {
        try {
            long id = options.randomLongs().getAsLong();
            journals.close();
            IndexSnapshot.write(log.storage(), id, ssdOptions.geometry().segmentBytes(), owner, parts.index);
            withdraw(log);
            if (log.cleanClose(IndexSnapshot.payload(id)) != IoStatus.OK) {
                logger.warn("Row cache on SSD could not be closed cleanly: the next start is cold");
            }
        } catch (IOException e) {
            logger.warn("Row cache on SSD could not save its index: the next start is cold", e);
        }
    }

    /** Closes the log, if it is open. Called after the writer's thread ended, or on it. */
    void disconnect() {
        SegmentLog log = parts.log();
        if (log == null) {
            return;
        }
        journals.close();
        withdraw(log);
        log.close();
    }

    /** Withdraws a log that is about to be closed from the tier, and keeps its counters. */
    private synchronized void withdraw(SegmentLog log) {
        closedStats = closedStats.plus(log.stats());
        parts.setLog(null);
    }
}
