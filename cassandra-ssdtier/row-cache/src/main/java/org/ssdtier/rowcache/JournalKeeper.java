package org.ssdtier.rowcache;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.rowcache.JournalDescriptor.Origin;
import org.ssdtier.segmentlog.Recovery;
import org.ssdtier.segmentlog.SegmentLog;

/**
 * The life of the journal: what is read of it at a start, the file that goes on, and the checkpoints that keep it short. The
 * writer's thread, or open and close; only the journal itself is for everybody.
 */
final class JournalKeeper {
    private static final Logger logger = LoggerFactory.getLogger(JournalKeeper.class);
    /** Stamps that are reserved at once. */
    private static final int RESERVED_STAMPS = 1 << 24;
    /** Beyond this the next start is cold, which begins anew. */
    private static final int LAST_STAMP_BASE = Integer.MAX_VALUE - 2 * RESERVED_STAMPS;

    private static final int FIRST_STAMP = 1;
    private static final int LEAST_SEGMENTS = 8;
    private static final int LOG_BYTES_TO_INDEX_BYTES = 8;
    private static final long LEAST_JOURNAL_BYTES = 8 << 20;
    private static final int INDEX_BYTES_TO_JOURNAL_BYTES = 16;
    /** A journal so many times longer than it should be is given up. */
    private static final int LONGEST = 4;

    private static final long RETRY_NANOS = 10_000_000_000L;

    private final TieredCacheOptions options;
    private final SsdOptions ssdOptions;
    private final LocationIndex index;
    private final SsdCounters counters;
    private final LongSupplier nanoClock;
    private final RateLimitedWarning warning;
    private byte[] identity;
    private @Nullable JournalChain chain;
    private @Nullable CheckpointWriter checkpoint;
    private int stampLimit;
    private volatile boolean isCheckpointDue;
    private volatile boolean isCheckpointWanted;
    private long nextWantedNanos;
    private long retryNanos;
    private long writtenBytesThen;
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
    }

    /** Returns the journal; null if there is none. */
    @Nullable
    Journal journal() {
        Journal current = journal;
        return current == null || current.isAbandoned() ? null : current;
    }

    /**
     * Reads what an earlier life left, and goes on from there.
     *
     * @param identity what must be the same as when it was written
     * @param snapshot the index of a clean stop, if there is one
     * @return null for a cold start: the log is to be cleared, then {@link #beginEmpty} called
     */
    @Nullable
    Recovered recover(SegmentLog log, byte[] identity, Recovery.State state, @Nullable IndexSnapshot snapshot)
            throws IOException {
        this.identity = identity.clone();
        if (!isOn()) {
            JournalChain.delete(log.storage(), Long.MAX_VALUE);
            return snapshot == null ? null : clean(snapshot, snapshot.owner().stampBase(), List.of());
        }
        JournalChain found = state == Recovery.State.NEW ? null : read(log, state, snapshot);
        if (found == null) {
            if (snapshot == null) {
                return null;
            }
            Recovered unknown = clean(snapshot, snapshot.owner().stampBase(), List.of());
            begin(log, Origin.UNKNOWN, new Journal.Position(0, 0), unknown.stampBase());
            isCheckpointDue = true;
            return unknown;
        }
        boolean isAfterCrash = snapshot == null;
        Recovered recovered = isAfterCrash
                ? new Recovered(found.stampLimit(), List.of(), found.knownTables(), true)
                : clean(
                        snapshot,
                        stampBase(snapshot, found),
                        found.knownTablesBefore(snapshot.owner().stampBase()));
        JournalFile.force(log.storage(), found.end().number());
        begin(log, Origin.CONTINUED, found.end(), recovered.stampBase());
        if (isAfterCrash) {
            chain = found;
        } else {
            found.close();
            isCheckpointDue = true; // lives that each write little must not make the journal long
        }
        return recovered;
    }

    /** Begins a journal of a log in which there is nothing. */
    void beginEmpty(SegmentLog log, byte[] newIdentity) throws IOException {
        identity = newIdentity.clone();
        if (isOn()) {
            begin(log, Origin.EMPTY, new Journal.Position(0, 0), FIRST_STAMP);
        }
    }

    /** Begins another journal, of a log that has lost all it had. If that fails there is none until the next time. */
    void renew(SegmentLog log, byte[] newIdentity) {
        if (isOn()) {
            Journal former = journal;
            if (former != null) {
                former.abandon("the log was emptied; each table is in the journal again with its next flush");
            }
            close();
            try {
                beginEmpty(log, newIdentity);
            } catch (IOException | RuntimeException e) {
                logger.warn("Row cache on SSD has no journal, it would be cold after a crash: {}", e.toString());
                close();
            }
        }
    }

    /** Returns whether the index is to be loaded by {@link #load}. */
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
     * Returns whether an image may be written now: its stamp is one that the journal knows about, or soon will.
     *
     * @param image whose table has no change in progress if its stamp is not {@link TableChanges#isSafe safe} for long
     */
    boolean mayWrite(MemoryImage image) {
        Journal current = journal();
        if (current == null) {
            return true;
        }
        TableChanges changes = image.table.changes();
        if (!changes.isSafe(image.stamp())) {
            if (changes.needsNote()) {
                current.note(image.table);
            }
            return changes.isSafe(image.stamp());
        }
        if (image.stamp() >= stampLimit) {
            reserveStamps(current, image.stamp());
        }
        return true;
    }

    /** Lets a checkpoint begin, some seconds after the last one at the earliest. */
    void wantCheckpoint() {
        isCheckpointWanted = true;
    }

    /** Lets the next step begin a checkpoint. */
    void requestCheckpoint() {
        isCheckpointDue = true;
    }

    /** Writes a part of a checkpoint, if one is due. Returns whether there was anything to do. */
    boolean step(SegmentLog log) {
        Journal current = journal();
        if (current == null) {
            stopCheckpoint();
            return false;
        }
        CheckpointWriter running = checkpoint;
        if (running == null && !isDue(current)) {
            return false;
        }
        try {
            if (running == null) {
                beginCheckpoint(current, log);
            } else if (running.step()) {
                complete(running, current);
            }
        } catch (IOException | RuntimeException e) {
            retryNanos = nanoClock.getAsLong() + RETRY_NANOS;
            warning.say("Row cache on SSD cannot save its index while it runs; tried again: " + e);
            stopCheckpoint();
        }
        return true;
    }

    /**
     * Gives the journal up and deletes it, if that is possible: stamps that are given out from now on are reserved nowhere. If it
     * is not, the log is cleared before it is used again, and the journal is then another log's.
     */
    void abandon(String why) {
        Journal current = journal;
        if (current != null) {
            current.abandon(why);
        }
        close();
        try {
            if (current != null) {
                current.deleteBefore(Long.MAX_VALUE);
            }
        } catch (IOException e) {
            logger.debug("the journal cannot be deleted", e);
        }
    }

    /** Closes what is open; the journal stays as it is. Idempotent. */
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
            JournalChain found =
                    JournalChain.read(log.storage(), log.instanceId(), ByteBuffer.wrap(identity), mostTouched());
            if (found.stampLimit() > LAST_STAMP_BASE) {
                found.close();
                throw new IOException("its stamps are used up");
            }
            return found;
        } catch (IOException e) {
            if (snapshot == null) {
                logger.warn(
                        "Row cache on SSD starts cold, what it held is dropped: state={}, its journal cannot be used: {}",
                        state,
                        e.getMessage());
            } else {
                logger.debug("the journal cannot be used", e);
            }
            return null;
        }
    }

    /**
     * Returns how many keys a journal may name that is read: as many as its length allows in one life. The memory for them, while a
     * start fills the index, is at most twice that of a large index.
     */
    private int mostTouched() {
        return (int) Math.min(TouchedHashes.MAX_HASHES, LONGEST * mostJournalBytes() / Long.BYTES);
    }

    private long mostJournalBytes() {
        return Math.max(LEAST_JOURNAL_BYTES, index.sizeBytes() / INDEX_BYTES_TO_JOURNAL_BYTES);
    }

    private static Recovered clean(IndexSnapshot snapshot, int stampBase, List<JournalTable> journaled) {
        return new Recovered(stampBase, snapshot.owner().tables(), journaled, false);
    }

    /** The snapshot's, unless a start that failed has begun with it: what the journal says about those stamps is not of this life. */
    private static int stampBase(IndexSnapshot snapshot, JournalChain found) {
        int ofSnapshot = snapshot.owner().stampBase();
        return found.stampBase() < ofSnapshot ? ofSnapshot : found.stampLimit();
    }

    private void begin(SegmentLog log, Origin origin, Journal.Position previous, int stampBase) throws IOException {
        long number = JournalChain.nextNumber(log.storage());
        stampLimit = stampBase + RESERVED_STAMPS;
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
        if (origin != Origin.CONTINUED) {
            JournalChain.delete(log.storage(), number);
        }
        writtenBytesThen = counters.logicalBytes.sum();
        journalBytesThen = 0;
        isCheckpointDue = false;
    }

    private void reserveStamps(Journal current, int stamp) {
        try {
            int limit = stamp + RESERVED_STAMPS;
            current.switchFile(limit);
            stampLimit = limit;
        } catch (IOException e) {
            abandon("stamps cannot be reserved: " + e.getMessage());
        }
    }

    private boolean isDue(Journal current) {
        if (retryNanos != 0 && nanoClock.getAsLong() - retryNanos < 0) {
            return false;
        }
        long mostWritten = Math.max(
                LOG_BYTES_TO_INDEX_BYTES * index.sizeBytes(), (long) LEAST_SEGMENTS * ssdOptions.segmentBytes());
        long mostJournal = mostJournalBytes();
        long journalBytes = current.appendedBytes() - journalBytesThen;
        if (journalBytes > LONGEST * mostJournal) {
            abandon("the journal is too long: bytes=" + journalBytes);
            return false;
        }
        return isCheckpointDue
                || (isCheckpointWanted && nanoClock.getAsLong() - nextWantedNanos >= 0)
                || journalBytes > mostJournal
                || counters.logicalBytes.sum() - writtenBytesThen > mostWritten;
    }

    private void beginCheckpoint(Journal current, SegmentLog log) throws IOException {
        isCheckpointWanted = false; // from now on it is another one that is wanted
        nextWantedNanos = nanoClock.getAsLong() + RETRY_NANOS;
        isCheckpointDue = true; // until it is complete
        writtenBytesThen = counters.logicalBytes.sum();
        journalBytesAtBegin = current.appendedBytes();
        checkpoint = CheckpointWriter.begin(current, stampLimit, index, log);
    }

    private void complete(CheckpointWriter done, Journal current) throws IOException {
        checkpoint = null;
        isCheckpointDue = false;
        journalBytesThen = journalBytesAtBegin;
        try (done) {
            current.deleteBefore(done.number());
        }
    }

    private void stopCheckpoint() {
        try (CheckpointWriter running = checkpoint) {
            checkpoint = null;
        } catch (IOException e) {
            logger.debug("closing failed", e);
        }
    }
}
