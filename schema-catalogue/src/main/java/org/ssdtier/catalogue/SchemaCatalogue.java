package org.ssdtier.catalogue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.segmentlog.SegmentLog;
import org.ssdtier.segmentlog.device.DeviceOperations;
import org.ssdtier.segmentlog.device.DirectoryKind;
import org.ssdtier.segmentlog.device.FileStorage;
import org.ssdtier.segmentlog.device.Patience;
import org.ssdtier.segmentlog.device.Storage;
import org.ssdtier.segmentlog.format.FormatException;

/**
 * The node's catalogue: a schema definition has one schema ID, an unsigned 32-bit number that grows and never repeats.
 *
 * <p>It is no cache, and nothing depends on it: every SSTable carries the definitions of its rows. A definition is durable with its
 * SSTable; the catalogue's log follows on a thread of its own. What a crash, a full queue or a device that fails keeps from the
 * log is taken from the SSTables again, under the ID that they name.
 *
 * <p><b>Threads.</b> Everything may be called from any thread. Interning is one short step under the monitor of the definition
 * table: no I/O, no wait for any, so a device that hangs, fails or is full costs a flush nothing. Appending belongs to the holder of
 * the sync lock, which is held during I/O: the follower's thread, a round, {@link #sync}, {@link #close}. None of them waits for it
 * longer than the device answers ({@link Patience}).
 *
 * <p><b>Life of an ID.</b> Reserved: below a bound that the manifest has, raised in the background before it is reached; after a
 * crash IDs go on above it. Interned: in memory, leased by the writer that asked for it, pending in a bounded queue. Named: by the
 * dictionary of an SSTable on disk, from which it is adopted if the log lacks it. Durable: appended with all others of its group.
 * Reclaimed: neither leased nor named in two rounds in a row; the ID is not given out again.
 *
 * <p>Lock order: sync lock, then the definition table's monitor. Neither is held while dictionaries are read.
 */
public final class SchemaCatalogue implements AutoCloseable {
    /** What the directory is for. */
    public static final DirectoryKind DIRECTORY_KIND = new DirectoryKind(2, "schema catalogue", Map.of());

    private static final Logger logger = LoggerFactory.getLogger(SchemaCatalogue.class);
    /** Whoever has just been interned gets some company in its group. */
    private static final long GROUP_NANOS = 20_000_000L;
    /** After a round that drops at least this share of all definitions the segments are written anew. */
    private static final int CHECKPOINT_SHARE = 5;

    private final CatalogueOptions options;
    private final String place;
    private final CatalogueLog log;
    private final DefinitionTable table;
    private final DefinitionHash hash;
    private final CatalogueLog.Owner owner;
    private final CatalogueCounters counters = new CatalogueCounters();
    private final ReentrantLock syncLock = new ReentrantLock();
    private final Patience patience;
    private final LogFollower follower;
    private volatile @Nullable Thread followerThread;
    private volatile boolean isAsleep;
    private volatile long instanceId;
    private volatile long foundHighestId;
    /** Whether the log must be begun anew before anything else, under another identity. */
    private volatile boolean isToRenew;

    private volatile boolean isClosing;
    /** Guarded by the sync lock. */
    private boolean closed;

    private SchemaCatalogue(
            CatalogueOptions options,
            String place,
            CatalogueLog log,
            DefinitionHash hash,
            DeviceOperations operations) {
        this.patience = new Patience(operations, SchemaCatalogue::daemon, "schema-catalogue-sync");
        this.options = options;
        this.place = place;
        this.log = log;
        this.hash = hash;
        this.instanceId = log.instanceId();
        this.table = new DefinitionTable(options);
        this.owner = new CatalogueLog.Owner() {
            @Override
            public boolean isAt(int id, long location) {
                return table.location(id) == location;
            }

            @Override
            public void moved(int id, long from, long to) {
                table.move(id, from, to);
            }
        };
        this.follower = new LogFollower(new LogFollower.Work() {
            @Override
            public boolean isNeeded() {
                return isBehind();
            }

            @Override
            public boolean run() {
                return sync();
            }

            @Override
            public String problem() {
                return SchemaCatalogue.this.problem();
            }
        });
    }

    /**
     * Opens the catalogue in a directory, or makes a new one there.
     *
     * @param directory locked while it is open
     * @return the catalogue; the caller closes it
     * @throws IllegalArgumentException when an option is out of range
     * @throws FormatException when something it promised is missing or damaged, or of a version that is not read; it names file
     *     and offset; {@link CatalogueRebuild} makes it anew
     * @throws IOException when the directory cannot be used or the device fails
     */
    public static SchemaCatalogue open(Path directory, CatalogueOptions options) throws IOException {
        options.validate();
        return open(FileStorage.open(directory, options.directIo(), DIRECTORY_KIND), options);
    }

    /**
     * Opens the catalogue in a storage, or makes a new one there. As {@link #open(Path, CatalogueOptions)}.
     *
     * @param unwatched closed by the catalogue, also when this fails
     */
    public static SchemaCatalogue open(Storage unwatched, CatalogueOptions options) throws IOException {
        DeviceOperations operations = new DeviceOperations();
        Storage storage = operations.watch(unwatched);
        CatalogueLog log = null;
        try {
            options.validate();
            DefinitionHash hash = DefinitionHash.random();
            CatalogueRecovery recovered = CatalogueRecovery.run(storage, hash);
            int segmentBytes = recovered.log().exists() ? recovered.log().segmentBytes() : options.segmentBytes();
            SegmentLog segments = SegmentLog.open(
                    storage,
                    options.logOptions(
                            recovered.log().segmentBytes(), recovered.log().segmentCount()));
            log = new CatalogueLog(segments, segmentBytes, options.capacityBytes(), recovered);
            SchemaCatalogue catalogue = new SchemaCatalogue(options, storage.describe(), log, hash, operations);
            catalogue.begin(recovered);
            return catalogue;
        } catch (IOException | RuntimeException e) {
            if (log != null) {
                log.close();
            }
            storage.close();
            throw e;
        }
    }

    /** Takes the definitions over: the durable ones by their locations, the others into the next group. */
    private void recover(CatalogueRecovery recovered) throws IOException {
        List<CatalogueRecovery.Entry> all = new ArrayList<>(recovered.entries());
        all.addAll(recovered.unsure());
        all.sort((one, other) -> Integer.compareUnsigned(one.id(), other.id()));
        Set<Integer> unsure = new HashSet<>();
        recovered.unsure().forEach(entry -> unsure.add(entry.id()));
        for (CatalogueRecovery.Entry entry : all) {
            if (!log.has(entry.location())) {
                throw new FormatException.Corrupt(recovered.log().describe(entry.location())
                        + ": the segment cannot be used" + CatalogueRecovery.HINT);
            }
            if (unsure.contains(entry.id())) {
                SchemaDefinition definition = log.read(entry.id(), entry.location());
                if (definition != null) {
                    table.recoverPending(entry, definition);
                }
            } else {
                table.recover(entry);
            }
        }
        table.recoverIds(recovered.idBound());
    }

    private void begin(CatalogueRecovery recovered) throws IOException {
        recover(recovered);
        foundHighestId = table.highestId();
        boolean isAnothers = !recovered.owner().equals(CatalogueRecord.NO_TABLE)
                && !recovered.owner().equals(options.owner());
        if (isAnothers) {
            logger.warn(
                    "{}: the catalogue of owner={} was found where that of owner={} should be; it is begun anew, the"
                            + " SSTables have their own dictionaries",
                    place,
                    recovered.owner(),
                    options.owner());
            table.clear();
            isToRenew = true;
        }
        if (!hasReserve()) {
            throw new IOException(place + " file=manifest: " + log.lastFailure());
        }
        logger.info(
                "Opened schema catalogue: {} instance={} definitions={} highest_id={} cut_records={} index={} bytes",
                place,
                Long.toHexString(instanceId),
                table.size(),
                table.highestId(),
                recovered.cutRecords(),
                table.indexBytes());
        if (options.isFollowed()) {
            Thread thread = daemon(this::follow);
            thread.setName("schema-catalogue");
            followerThread = thread;
            thread.start();
        }
    }

    /** Returns the catalogue's identity. IDs mean something only together with it. */
    public long instanceId() {
        return instanceId;
    }

    /** Returns the highest ID that it had ever given out when it was opened; after a crash, that it may have given out. */
    public long foundHighestId() {
        return foundHighestId;
    }

    /**
     * Returns what a writer of SSTables needs.
     *
     * @param tableId the table it writes
     * @return its IDs; the writer closes them once its SSTables are among the live ones, or given up
     */
    public SchemaIds lease(UUID tableId) {
        while (true) {
            long instance = instanceId;
            Lease lease = new Lease(this, tableId, instance);
            table.open(lease);
            if (instanceId == instance) {
                return lease;
            }
            table.close(lease); // begun anew meanwhile
        }
    }

    /**
     * Returns the definition of an ID of this catalogue, with one read of the device unless it waits for the log.
     *
     * @return null when there is none here; an SSTable that names the ID has it all the same
     * @throws IOException when it cannot be read, or is damaged; it names file and offset
     */
    public @Nullable SchemaDefinition resolve(int id) throws IOException {
        long tried = DefinitionTable.ABSENT;
        while (true) {
            long location = table.location(id);
            if (location == DefinitionTable.ABSENT || location == DefinitionTable.UNWRITTEN) {
                return null;
            }
            if (location == tried) {
                throw new IOException(log.describe(location) + ": cannot be read: " + log.lastFailure());
            }
            SchemaDefinition definition =
                    location == DefinitionTable.PENDING ? table.pendingDefinition(id) : read(id, location);
            if (definition != null) {
                return definition;
            }
            tried = location == DefinitionTable.PENDING ? tried : location; // it has moved, or become durable
        }
    }

    private @Nullable SchemaDefinition read(int id, long location) throws IOException {
        counters.definitionReads.increment();
        return log.read(id, location);
    }

    /** Returns whether an ID stands for a definition here. No I/O. */
    public boolean has(int id) {
        return table.location(id) != DefinitionTable.ABSENT;
    }

    /** Returns whether an ID has a definition in the log, which a crash does not take away. No I/O. */
    public boolean isDurable(int id) {
        return table.location(id) >= 0;
    }

    /**
     * Returns the ID a definition has, without giving it one. No I/O.
     *
     * @return {@link SchemaIds#NONE} when it has none
     */
    public int find(SchemaDefinition definition) {
        return table.find(hash.of(definition));
    }

    // ---- the leases' ----

    int idOf(Lease lease, SchemaDefinition definition) {
        DefinitionTable.Outcome outcome =
                table.intern(definition, hash.of(definition), lease, hasRoomFor(definition.length()));
        Refusal refusal = outcome.refusal();
        if (isAsleep && isBehind()) {
            LockSupport.unpark(followerThread);
        }
        if (refusal != null) {
            counters.refuse(refusal);
            return SchemaIds.NONE;
        }
        (outcome.isNew() ? counters.interned : counters.found).increment();
        return outcome.id();
    }

    private boolean hasRoomFor(long definitionBytes) {
        return log.hasRoomFor(table.liveBytes() + CatalogueRecord.segmentBytes((int) definitionBytes));
    }

    void close(Lease lease) {
        table.close(lease);
    }

    // ---- the log follows ----

    private void follow() {
        while (!isClosing) {
            long pauseNanos = follower.step(options.nanoClock().getAsLong());
            if (pauseNanos == LogFollower.NOTHING) {
                sleep();
            } else if (pauseNanos > 0) {
                LockSupport.parkNanos(this, pauseNanos);
            }
        }
    }

    private void sleep() {
        isAsleep = true;
        while (!isClosing && !isBehind()) {
            LockSupport.park(this);
        }
        isAsleep = false;
        if (!isClosing) {
            LockSupport.parkNanos(this, GROUP_NANOS);
        }
    }

    /** Returns whether the log lacks anything that is in memory. */
    private boolean isBehind() {
        return isToRenew || table.pendingSize() > 0 || needsIds();
    }

    /** More IDs are reserved when half of them are given out. */
    private boolean needsIds() {
        return table.needsIds(options.idReserve() / 2);
    }

    private String problem() {
        return place + ": IDs or definitions=" + table.pendingSize() + " are not in the schema catalogue's log: "
                + (syncLock.isLocked() ? "the device does not answer" : log.lastFailure());
    }

    /**
     * Lets the log follow up to now, and waits for it as long as the device answers.
     *
     * @return whether it has everything that was interned before, but for what could not even wait for it
     */
    public boolean sync() {
        boolean[] done = {false};
        return isLocked(() -> done[0] = !closed && hasReserve() && writePending()) && done[0];
    }

    /** Returns whether the last attempt to let the log follow went well. */
    public boolean isFollowing() {
        return !follower.isFailing();
    }

    /**
     * Runs something under the sync lock, on a thread of its own: a round, a schema change and the node's stop wait for the
     * device only as long as it answers.
     *
     * @return whether it has ended; if not, it goes on by itself
     */
    private boolean isLocked(Runnable action) {
        return patience.run(() -> {
            syncLock.lock();
            try {
                action.run();
            } finally {
                syncLock.unlock();
            }
        });
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        return thread;
    }

    private boolean writePending() {
        List<PendingDefinition> group = table.pending();
        if (group.isEmpty() || (log.needsCheckpoint(table.liveBytes()) && checkpoint())) {
            return true;
        }
        long begin = options.nanoClock().getAsLong();
        long[] locations = log.write(group, table.liveBytes());
        counters.synced(options.nanoClock().getAsLong() - begin, locations != null);
        if (locations == null) {
            return false;
        }
        table.durable(group, locations);
        return true;
    }

    /** Writes the segments anew, what is pending included. */
    private boolean checkpoint() {
        List<PendingDefinition> group = table.pending();
        long begin = options.nanoClock().getAsLong();
        CatalogueLog.Checkpoint made = log.checkpoint(owner, table.durableSize(), group);
        counters.synced(options.nanoClock().getAsLong() - begin, made != null);
        if (made == null) {
            logger.debug("{}: no checkpoint could be made: {}", place, log.lastFailure());
            return false;
        }
        table.durable(group, made.locations);
        table.setLiveBytes(made.copiedBytes + groupBytes(group));
        counters.checkpoints.increment();
        return true;
    }

    private static long groupBytes(List<PendingDefinition> group) {
        return group.stream()
                .mapToLong(
                        each -> CatalogueRecord.segmentBytes(each.definition().length()))
                .sum();
    }

    /** Reserves IDs if few are left; under another identity first, if that is to be. */
    private boolean hasReserve() {
        if (isToRenew) {
            return hasRenewed();
        }
        if (!needsIds()) {
            return true;
        }
        long bound = table.raisedIdBound(options.idReserve());
        if (!log.storePayload(bound, options.owner())) {
            return false;
        }
        table.setIdBound(bound);
        return true;
    }

    /** Takes another identity; IDs go on where they were. No lease of the old identity gets an ID of the new one. */
    private boolean hasRenewed() {
        long bound = table.raisedIdBound(options.idReserve());
        if (!log.clear(bound, options.owner())) {
            return false;
        }
        instanceId = log.instanceId();
        table.clear();
        table.setIdBound(bound);
        isToRenew = false;
        return true;
    }

    // ---- beside the SSTables ----

    /**
     * Compares this with the dictionaries of all SSTables, takes over what it lacks, and drops what neither they nor a lease had in
     * this round and the one before. If it does not fit them, an old copy for example, it takes another identity and is made anew
     * from them.
     *
     * <p>What any writer has leased at any moment of the round counts as found. So an SSTable that is completed meanwhile keeps its
     * IDs: its writer had not closed its lease when this began, or its dictionary was on disk before they were listed.
     *
     * @param dictionaries read once or twice, without a lock; if some cannot be read nothing is dropped
     * @throws IOException when it must take another identity and the device does not let it; no ID is given out then
     */
    public Round round(LiveDictionaries dictionaries) throws IOException {
        BitSet round = table.beginRound();
        if (round == null) {
            return Round.notRun(table.size());
        }
        counters.rounds.increment();
        try {
            Survey survey = survey();
            List<String> unreadable = dictionaries.read(survey);
            Findings findings = survey.findings();
            counters.adopted.add(findings.verdict() == Findings.Verdict.OLD_COPY ? 0 : findings.beyond());
            if (findings.verdict() != Findings.Verdict.SOUND) {
                logger.warn("{}: verdict={} {}; made anew from the SSTables", place, findings.verdict(), findings);
            }
            if (findings.verdict() == Findings.Verdict.OLD_COPY) {
                return renewedRound(findings, dictionaries);
            }
            if (!unreadable.isEmpty()) {
                counters.roundsGivenUp.increment();
                return new Round(true, findings, 0, table.size(), false, unreadable);
            }
            return end(round, findings);
        } finally {
            table.giveUpRound(round); // unless it has ended
            LockSupport.unpark(followerThread); // what was adopted waits for the log
        }
    }

    private Survey survey() {
        return new Survey(instanceId, table, hash, this::hasRoomFor, this::relieve);
    }

    /** What is adopted shall not use up the room of what is interned. */
    private void relieve() {
        if (!isClosing && isFollowing() && (table.isHalfFull() || needsIds())) {
            sync();
        }
    }

    private Round renewedRound(Findings findings, LiveDictionaries dictionaries) throws IOException {
        table.clear();
        isToRenew = true;
        if (!sync()) {
            throw new IOException(problem());
        }
        Survey survey = survey();
        List<String> unreadable = dictionaries.read(survey);
        counters.adopted.add(survey.findings().beyond());
        return new Round(true, findings, 0, table.size(), false, unreadable);
    }

    private Round end(BitSet round, Findings findings) {
        AtomicReference<Round> done = new AtomicReference<>();
        boolean isDone = isLocked(() -> done.set(drop(round, findings)));
        return isDone ? done.get() : new Round(true, findings, 0, table.size(), false, List.of());
    }

    private Round drop(BitSet round, Findings findings) {
        int[] dropped = closed ? new int[0] : table.endRound(round);
        counters.reclaimed.add(dropped.length);
        boolean worthIt = dropped.length * (long) CHECKPOINT_SHARE >= table.size() + dropped.length;
        boolean checkpointed = dropped.length > 0 && worthIt && checkpoint();
        return new Round(true, findings, dropped.length, table.size(), checkpointed, List.of());
    }

    /**
     * Returns whether the SSTables may have definitions that the log lacks and could take by now: worth another round.
     */
    public boolean isWorthARound() {
        return table.unwritten() > 0 && isFollowing() && !table.isHalfFull();
    }

    // ---- looking at it ----

    /** Returns all IDs in order, as unsigned numbers. */
    public int[] ids() {
        return table.ids();
    }

    /** Returns the figures. */
    public CatalogueStats stats() {
        return new CatalogueStats(
                table.size(),
                table.pendingSize(),
                table.pendingBytes(),
                table.unwritten(),
                table.reservedIds(),
                table.highestId(),
                log.usedBytes(),
                table.liveBytes(),
                table.indexBytes(),
                table.leaseCount(),
                counters.definitionReads.sum(),
                counters.interned.sum(),
                counters.found.sum(),
                counters.refused(),
                counters.syncs.sum(),
                counters.syncFailures.sum(),
                counters.syncNanos.sum(),
                counters.longestSyncNanos.get(),
                table.dropped(),
                counters.adopted.sum(),
                table.unadopted(),
                counters.rounds.sum(),
                counters.roundsGivenUp.sum(),
                counters.reclaimed.sum(),
                counters.checkpoints.sum());
    }

    /** Lets the log follow, marks it as cleanly stopped and closes it; not, if the device does not answer. Idempotent. */
    @Override
    public void close() {
        isClosing = true;
        LockSupport.unpark(followerThread);
        if (!isLocked(this::settleAndClose)) {
            logger.warn("{}: the device does not answer, the catalogue is not closed; no SSTable depends on it", place);
        }
    }

    private void settleAndClose() {
        if (closed) {
            return;
        }
        if (!isToRenew && writePending() && table.pendingSize() == 0) {
            log.settle(table.liveBytes());
        }
        closed = true;
        table.seal();
        boolean clean = !isToRenew && log.cleanClose(table.highestId(), options.owner());
        if (isToRenew) {
            log.close();
        }
        logger.info("Closed schema catalogue: {} clean={} {}", place, clean, stats());
    }
}
