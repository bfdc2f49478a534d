package org.ssdtier.rowcache;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.rowcache.JournalDescriptor.Origin;
import org.ssdtier.rowcache.index.LocationIndex;
import org.ssdtier.segmentlog.Recovery;
import org.ssdtier.segmentlog.SegmentLog;

/**
 * The owner of the journal and its checkpoints: it reads the journal at a start, continues it in a new file, and writes
 * the checkpoints that keep it short. Used by the writer's thread, or during open and close; only {@link #journal} may
 * be called from any thread.
 */
final class JournalKeeper {
    private static final Logger logger = LoggerFactory.getLogger(JournalKeeper.class);
    /** The number of stamps reserved at a time. */
    private static final int RESERVED_STAMPS = 1 << 24;

    private static final int FIRST_STAMP = 1;
    private static final long RETRY_NANOS = 10_000_000_000L;
    /** The number of journal files up to which a checkpoint waits for the first change after a clean stop. */
    private static final int FILES_WITHOUT_CHANGE = 32;
    /** The time between two checkpoints that were only requested, for each byte of the index: a megabyte a second. */
    private static final long NANOS_PER_WANTED_BYTE = 1_000;

    private final TieredCacheOptions options;
    private final SsdOptions ssdOptions;
    private final LocationIndex index;
    private final SsdCounters counters;
    private final LongSupplier nanoClock;
    private final RateLimitedWarning warning;
    private final JournalBounds bounds;
    private final JournalPause pause;
    private byte[] identity;
    private @Nullable JournalChain chain;
    private @Nullable CheckpointWriter checkpoint;
    /** The stamp below which all stamps are reserved in files that a start may read. */
    private int stampLimit;
    /** An upper bound on the stamps of all records in the log. */
    private int highestStamp;
    /** True if a journal that is no longer written may still be on the device, where a start would read it. */
    private boolean hasLeftFiles;

    private volatile boolean isCheckpointDue;
    private volatile boolean isCheckpointWanted;
    private boolean isCheckpointFailing;
    private boolean hasManyFiles;
    private boolean hasNoCheckpoint;
    private long nextWantedNanos;
    private long retryNanos;
    private long writtenBytesAtCheckpoint;
    private long journalBytesThen;
    private long journalBytesAtBegin;
    private volatile @Nullable Journal journal;

    JournalKeeper(TieredCacheOptions options, SsdOptions ssdOptions, LocationIndex index, SsdCounters counters) {
        this.options = options;
        this.identity = options.identity();
        this.ssdOptions = ssdOptions;
        this.index = index;
        this.counters = counters;
        this.nanoClock = options.nanoClock();
        this.nextWantedNanos = nanoClock.getAsLong();
        this.warning = new RateLimitedWarning(logger, nanoClock, 60 * RETRY_NANOS);
        this.bounds = new JournalBounds(index.sizeBytes(), ssdOptions.geometry().segmentBytes());
        this.pause = new JournalPause(nanoClock);
    }

    /** Returns the journal; null if there is none or it was abandoned. */
    @Nullable
    Journal journal() {
        Journal current = journal;
        return current == null || current.isAbandoned() ? null : current;
    }

    /**
     * Reads the journal of an earlier life of the cache and continues it.
     *
     * @param identity identity of the cache; must be the same as when the journal was written
     * @param snapshot the index of a clean stop, if there is one
     * @return the recovered state; null for a cold start: the caller must then clear the log and call {@link
     *     #beginEmpty}
     */
    @Nullable
    Recovered recover(SegmentLog log, byte[] identity, Recovery.State state, @Nullable IndexSnapshot snapshot)
            throws IOException {
        this.identity = identity.clone();
        if (!isOn()) {
            JournalChain.delete(log.storage(), Long.MAX_VALUE);
            return snapshot == null
                    ? null
                    : Recovered.afterStop(snapshot, snapshot.owner().stampBase(), List.of());
        }
        JournalChain found = state == Recovery.State.NEW ? null : read(log, state, snapshot);
        if (found == null) {
            if (snapshot == null) {
                return null;
            }
            Recovered unknown = Recovered.afterStop(snapshot, snapshot.owner().stampBase(), List.of());
            begin(log, Origin.UNKNOWN, new JournalPosition(0, 0), unknown.stampBase());
            isCheckpointDue = true;
            hasNoCheckpoint = true;
            return unknown;
        }
        found.deleteOtherCheckpoints();
        boolean isAfterCrash = snapshot == null;
        Recovered recovered = isAfterCrash
                ? new Recovered(found.stampLimit(), List.of(), found.knownTables(), true)
                : Recovered.afterStop(
                        snapshot,
                        found.stampBaseAfter(snapshot.owner()),
                        found.knownTablesBefore(snapshot.owner().stampBase()));
        JournalFile.force(log.storage(), found.end().number());
        begin(log, Origin.CONTINUED, found.end(), recovered.stampBase());
        if (isAfterCrash) {
            chain = found;
        } else {
            found.close();
            hasManyFiles = found.fileCount() > FILES_WITHOUT_CHANGE;
            isCheckpointDue = true; // many short lives, each without a checkpoint, must not make the journal long
        }
        return recovered;
    }

    /** Begins a journal for an empty log. */
    void beginEmpty(SegmentLog log, byte[] newIdentity) throws IOException {
        identity = newIdentity.clone();
        if (isOn()) {
            begin(log, Origin.EMPTY, new JournalPosition(0, 0), FIRST_STAMP);
        }
    }

    /** Begins a new journal for a log that was emptied. If that fails there is no journal until the next call. */
    void renew(SegmentLog log, byte[] newIdentity) {
        if (isOn()) {
            Journal former = journal;
            if (former != null) {
                former.abandon("the log was emptied; each table is in the journal again after its next flush");
            }
            close();
            hasLeftFiles = false; // they are of another log
            try {
                beginEmpty(log, newIdentity);
            } catch (IOException | RuntimeException | OutOfMemoryError e) {
                logger.warn("Row cache on SSD has no journal and would be cold after a crash: {}", e.toString());
                close();
                pause.begin();
            }
        }
    }

    /** Returns whether the start follows a crash, so that the index must be loaded by {@link #load}. */
    boolean isAfterCrash() {
        return chain != null;
    }

    /** Fills the index after a crash. */
    void load(SegmentLog log) throws IOException {
        try (JournalChain found = chain) {
            chain = null;
            if (found != null) {
                new CrashRecovery(found, log, index).load();
                isCheckpointDue = true;
            }
        }
    }

    /**
     * Returns whether an image may be written: now, if its stamp is {@link TableChanges#isSafe safe} or there is no journal; never, if
     * the stamp cannot be reserved and a former journal is left. If the stamp is not safe and no change of the table waits to be
     * written, a note is queued that makes the stamp safe. If the stamp is not reserved, further stamps are reserved.
     * To be called for every image that is written.
     *
     * @param image the image to write; its stamp stays unsafe as long as a change of its table is not in the journal
     */
    WritePermission mayWrite(MemoryImage image) {
        Journal current = journal();
        TableChanges changes = image.table.changes();
        int stamp = image.stamp();
        if (current != null) {
            if (!changes.isSafe(stamp) && changes.needsNote()) {
                current.note(image.table);
            }
            if (!changes.isSafe(stamp)) {
                return WritePermission.LATER;
            }
            if (stamp >= stampLimit) {
                reserveStamps(current, stamp);
            }
        }
        if (stamp >= stampLimit && hasLeftFiles) {
            return WritePermission.NEVER; // a start would read the former journal, and use the stamp again
        }
        highestStamp = Math.max(highestStamp, stamp);
        return WritePermission.NOW;
    }

    /**
     * Requests a checkpoint, to begin 10 s after the beginning of the last one at the earliest; after one that was requested in this
     * way so much later that such checkpoints write no more than a megabyte a second.
     */
    void wantCheckpoint() {
        isCheckpointWanted = true;
    }

    /** Requests a checkpoint, to begin with the next {@link #step} after the log is marked open. */
    void requestCheckpoint() {
        isCheckpointDue = true;
    }

    /** Returns whether the log should be marked open even without a change: the journal has many files, one for each start. */
    boolean needsMarkOpen() {
        return hasManyFiles;
    }

    /** Returns whether the last attempt at a checkpoint failed, perhaps for lack of space. */
    boolean isCheckpointFailing() {
        return isCheckpointFailing;
    }

    /** Begins a checkpoint or writes a part of it, if one is due. Returns whether there was anything to do. */
    boolean step(SegmentLog log) {
        Journal current = journal();
        if (current == null) {
            stopCheckpoint();
            isCheckpointFailing = false; // nobody tries any more
            return pause.isOver() && beginAgain(log);
        }
        CheckpointWriter running = checkpoint;
        if (running == null && !isDue(current, log)) {
            return false;
        }
        try {
            if (running == null) {
                beginCheckpoint(current, log);
            } else if (running.step()) {
                complete(running, current);
            }
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            retryNanos = nanoClock.getAsLong() + RETRY_NANOS;
            isCheckpointFailing = true;
            warning.say("Row cache on SSD cannot save its index while it runs; will retry: " + e);
            stopCheckpoint();
        }
        return true;
    }

    /**
     * Writes a part of a checkpoint if one is under way, or is due because of the journal's length alone. Returns whether there was
     * anything to do. Without it, changes of tables make the journal of a paused tier longer than a start can read.
     */
    boolean keepShort(SegmentLog log) {
        Journal current = journal();
        boolean isLong = current != null && current.appendedBytes() - journalBytesThen > bounds.journal();
        return (checkpoint != null || isLong) && step(log);
    }

    /**
     * Abandons the journal and deletes it if possible, because stamps issued from now on are not reserved. If it cannot
     * be deleted, {@link #mayWrite} keeps to the reserved stamps until the log is cleared: the journal then belongs to another log.
     */
    void abandon(String why) {
        pause.cancel();
        Journal current = journal;
        if (current != null) {
            current.abandon(why);
        }
        close();
        try {
            if (current != null) {
                hasLeftFiles = true;
                current.deleteBefore(Long.MAX_VALUE);
                hasLeftFiles = false;
            }
        } catch (IOException e) {
            logger.debug("the journal cannot be deleted", e);
        }
    }

    /** Closes all open files; the journal on the device is kept. Idempotent. */
    void close() {
        stopCheckpoint();
        Journal current = journal;
        journal = null;
        if (current != null) {
            current.close();
        }
        try (JournalChain unread = chain) {
            chain = null;
        } catch (IOException e) {
            logger.debug("closing failed", e);
        }
    }

    // ---- private ----

    private boolean isOn() {
        return ssdOptions.recover() == RecoverOnStart.CRASH;
    }

    private @Nullable JournalChain read(SegmentLog log, Recovery.State state, @Nullable IndexSnapshot snapshot) {
        try {
            return JournalChain.read(log.storage(), log.instanceId(), ByteBuffer.wrap(identity), bounds.maxTouched());
        } catch (IOException e) {
            if (snapshot == null) {
                logger.warn(
                        "Row cache on SSD starts cold; its contents are dropped: state={}, its journal cannot be used:"
                                + " {}",
                        state,
                        e.getMessage());
            } else {
                logger.debug("the journal cannot be used", e);
            }
            return null;
        }
    }

    /** Abandons the journal of a log that stays in use, and begins a new one after a pause. */
    private void giveUp(String why) {
        abandon(why);
        pause.begin();
    }

    /**
     * Begins a new journal for a log that was written to without one. Until its first checkpoint is complete, a start after a crash
     * is cold. Its first stamp is above those of all records in the log, and a table that is declared begins above it.
     */
    private boolean beginAgain(SegmentLog log) {
        try {
            if (highestStamp >= JournalChain.LAST_STAMP_BASE) {
                throw new IOException("stamps are exhausted");
            }
            begin(log, Origin.UNKNOWN, new JournalPosition(0, 0), highestStamp + 1);
            hasNoCheckpoint = true;
            logger.info("Row cache on SSD keeps a journal again; each table is in it after its next flush");
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            warning.say("Row cache on SSD still cannot keep a journal; will retry: " + e);
            pause.begin();
        }
        return true;
    }

    private void begin(SegmentLog log, Origin origin, JournalPosition previous, int stampBase) throws IOException {
        long number = JournalChain.nextNumber(log.storage());
        if (origin != Origin.CONTINUED) {
            // first, so that no failed attempt adds a file to those that are left
            JournalChain.delete(log.storage(), number);
            hasLeftFiles = origin == Origin.EMPTY; // if the start fails, its own file, which may be read
        }
        stampLimit = stampBase + RESERVED_STAMPS; // no sooner: the files that are left reserve only the former stamps
        journal = Journal.start(
                log.storage(),
                new JournalDescriptor.Fields(
                        log.instanceId(),
                        number,
                        previous.number(),
                        previous.end(),
                        origin,
                        stampBase,
                        stampLimit,
                        ByteBuffer.wrap(identity)),
                options.threads(),
                nanoClock);
        hasLeftFiles = false;
        pause.cancel();
        highestStamp = Math.max(highestStamp, stampBase - 1);
        writtenBytesAtCheckpoint = counters.bytesLogical.sum();
        journalBytesThen = 0;
        isCheckpointDue = false;
        isCheckpointFailing = false;
        hasManyFiles = false;
        hasNoCheckpoint = false;
    }

    private void reserveStamps(Journal current, int stamp) {
        try {
            int limit = stamp + RESERVED_STAMPS;
            current.switchFile(limit);
            stampLimit = limit;
        } catch (IOException e) {
            giveUp("stamps cannot be reserved: " + e.getMessage());
        }
    }

    private boolean isDue(Journal current, SegmentLog log) {
        if (retryNanos != 0 && nanoClock.getAsLong() - retryNanos < 0) {
            return false;
        }
        long journalBytes = current.appendedBytes() - journalBytesThen;
        if (journalBytes > bounds.longestJournal()) {
            giveUp("the journal is too long: bytes=" + journalBytes);
            return false;
        }
        boolean isAsked = isCheckpointDue || (isCheckpointWanted && nanoClock.getAsLong() - nextWantedNanos >= 0);
        return (isAsked && mayBegin(log))
                || journalBytes > bounds.journal()
                || counters.bytesLogical.sum() - writtenBytesAtCheckpoint > bounds.written();
    }

    /**
     * Returns whether a checkpoint may begin. As long as nothing has changed since a clean stop, its snapshot is kept, and there
     * is no room for a second checkpoint beside it.
     */
    private boolean mayBegin(SegmentLog log) {
        return log.isMarkedOpen() || hasNoCheckpoint;
    }

    private void beginCheckpoint(Journal current, SegmentLog log) throws IOException {
        long pauseNanos =
                isCheckpointWanted ? Math.max(RETRY_NANOS, index.sizeBytes() * NANOS_PER_WANTED_BYTE) : RETRY_NANOS;
        nextWantedNanos = nanoClock.getAsLong() + pauseNanos;
        isCheckpointWanted = false; // a later request is for another checkpoint
        isCheckpointDue = true; // stays due until the checkpoint is complete
        writtenBytesAtCheckpoint = counters.bytesLogical.sum();
        journalBytesAtBegin = current.appendedBytes();
        checkpoint = CheckpointWriter.begin(current, stampLimit, index, log);
    }

    private void complete(CheckpointWriter done, Journal current) throws IOException {
        checkpoint = null;
        try (done) {
            current.deleteBefore(done.number());
        }
        isCheckpointDue = false;
        isCheckpointFailing = false;
        hasManyFiles = false;
        hasNoCheckpoint = false;
        pause.recovered();
        journalBytesThen = journalBytesAtBegin;
    }

    private void stopCheckpoint() {
        try (CheckpointWriter running = checkpoint) {
            checkpoint = null;
        } catch (IOException e) {
            logger.debug("closing failed", e);
        }
    }
}
