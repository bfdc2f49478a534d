package org.ssdtier.catalogue;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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
 * <p>It is no cache. What {@link SchemaIds#force} said yes to is there after a crash. But nothing depends on it for reading:
 * every SSTable carries the definitions of its rows, so a catalogue that is lost costs no data and is made anew from them.
 *
 * <p><b>Threads.</b> Everything may be called from any thread. Interning and resolving take the monitor of the definition table
 * for a few instructions and do no I/O under it. Appending belongs to the holder of the sync lock; who asks for a force
 * while one is under way waits for it and then, if that was not in time for it, for one more, together with all others.
 *
 * <p><b>Life of an ID.</b> Interned: in memory, leased by the writer that asked for it. Durable: appended with all others of its
 * group, after the writer's force. Live: named by the dictionary of a live SSTable. Reclaimed: neither leased nor live when a
 * reclamation looked; the ID is not given out again.
 *
 * <p>Lock order: sync lock, then the definition table's monitor. Neither is held while the supplier of live lists runs.
 */
public final class SchemaCatalogue implements AutoCloseable {
    /** What the directory is for. */
    public static final DirectoryKind DIRECTORY_KIND = new DirectoryKind(2, "schema catalogue", Map.of());

    private static final Logger logger = LoggerFactory.getLogger(SchemaCatalogue.class);
    /** How many IDs may be given out before the bound in the manifest is raised; as many are lost in a crash. */
    static final int ID_RESERVE = 16_384;

    private static final long MAX_PENDING_BYTES = 4 << 20;
    private static final int PENDING_SHARE = 32;
    /** After a reclamation that drops at least this share of all definitions the segments are written anew. */
    private static final int CHECKPOINT_SHARE = 5;

    private final CatalogueOptions options;
    private final String place;
    private final CatalogueLog log;
    private final DefinitionTable table;
    private final CatalogueLog.Owner owner;
    private final CatalogueCounters counters = new CatalogueCounters();
    private final Cache<Integer, SchemaDefinition> resolved;
    private final ReentrantLock syncLock = new ReentrantLock();
    private final Patience patience;
    private volatile long durableSerial;
    private volatile long instanceId;
    private volatile long foundHighestId;
    private boolean closed;

    private SchemaCatalogue(CatalogueOptions options, String place, CatalogueLog log, DeviceOperations operations) {
        this.patience = new Patience(operations, SchemaCatalogue::daemon, "schema-catalogue-sync");
        this.options = options;
        this.place = place;
        this.log = log;
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
        this.resolved = Caffeine.newBuilder()
                .maximumWeight(options.resolveCacheBytes())
                .weigher((Integer id, SchemaDefinition definition) -> definition.heapBytes())
                .executor(Runnable::run)
                .build();
    }

    /**
     * Opens the catalogue in a directory, or makes a new one there.
     *
     * @param directory locked while it is open
     * @return the catalogue; the caller closes it
     * @throws IllegalArgumentException when an option is out of range
     * @throws FormatException when something it promised is missing or damaged, or of a version that is not read; it names file
     *     and offset; {@link CatalogueRebuild} makes it anew
     * @throws IOException when the directory can not be used or the device fails
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
            CatalogueRecovery recovered = CatalogueRecovery.run(storage);
            int segmentBytes = recovered.log().exists() ? recovered.log().segmentBytes() : options.segmentBytes();
            SegmentLog segments = SegmentLog.open(
                    storage,
                    options.logOptions(
                            recovered.log().segmentBytes(), recovered.log().segmentCount()));
            log = new CatalogueLog(segments, segmentBytes, options.capacityBytes(), recovered);
            SchemaCatalogue catalogue = new SchemaCatalogue(options, storage.describe(), log, operations);
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
                        + ": the segment can not be used" + CatalogueRecovery.HINT);
            }
            if (unsure.contains(entry.id())) {
                SchemaDefinition definition = log.read(entry.id(), entry.location());
                if (definition != null) {
                    table.recoverPending(entry.id(), definition, entry.table());
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
            renew();
        } else if (!raiseIdBound()) {
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
        Lease lease = new Lease(this, tableId, instanceId);
        table.open(lease);
        return lease;
    }

    /**
     * Returns the definition of an ID of this catalogue.
     *
     * @return null when there is none
     * @throws IOException when it can not be read, or is damaged; it names file and offset
     */
    public @Nullable SchemaDefinition resolve(int id) throws IOException {
        SchemaDefinition decoded = resolved.getIfPresent(id);
        if (decoded != null) {
            counters.resolveHits.increment();
            return decoded;
        }
        counters.resolveMisses.increment();
        long tried = DefinitionTable.ABSENT;
        while (true) {
            long location = table.location(id);
            if (location == DefinitionTable.ABSENT) {
                return null;
            }
            if (location == tried) {
                throw new IOException(log.describe(location) + ": can not be read: " + log.lastFailure());
            }
            SchemaDefinition definition =
                    location == DefinitionTable.PENDING ? table.pendingDefinition(id) : log.read(id, location);
            if (definition != null) {
                resolved.put(id, definition);
                return definition;
            }
            tried = location == DefinitionTable.PENDING ? tried : location; // it has moved, or become durable
        }
    }

    /** Returns whether an ID has a definition, and a crash does not take it away. No I/O. */
    public boolean isDurable(int id) {
        long location = table.location(id);
        return location != DefinitionTable.ABSENT && location != DefinitionTable.PENDING;
    }

    /**
     * Returns the ID a definition has, without giving it one.
     *
     * @return {@link SchemaIds#NONE} when it has none
     * @throws IOException when a definition to compare it with can not be read
     */
    public int find(SchemaDefinition definition) throws IOException {
        return equalTo(definition, table.candidates(definition.hash()));
    }

    private int equalTo(SchemaDefinition definition, int[] candidates) throws IOException {
        for (int id : candidates) {
            if (definition.equals(resolve(id))) {
                return id;
            }
        }
        return SchemaIds.NONE;
    }

    // ---- the leases' ----

    int idOf(Lease lease, SchemaDefinition definition) {
        long needed = CatalogueRecord.segmentBytes(definition.length());
        while (!lease.isEnded()) {
            int[] candidates = table.candidates(definition.hash());
            try {
                int id = equalTo(definition, candidates);
                if (id != SchemaIds.NONE && table.lease(id, lease)) {
                    counters.found.increment();
                    return id;
                }
            } catch (IOException e) {
                logger.debug("{}: candidates of a definition can not be read", place, e);
                return refuse(Refusal.DEVICE);
            }
            if (table.needsIdBound() && !lockedRaiseIdBound()) {
                return refuse(Refusal.DEVICE);
            }
            DefinitionTable.Outcome outcome =
                    table.intern(definition, lease, candidates, log.hasRoomFor(table.liveBytes() + needed));
            if (outcome.refusal() != null) {
                return refuse(outcome.refusal());
            }
            if (outcome.id() != SchemaIds.NONE) {
                resolved.put(outcome.id(), definition);
                counters.interned.increment();
                if (table.pendingBytes() > Math.min(MAX_PENDING_BYTES, options.capacityBytes() / PENDING_SHARE)) {
                    lease.force(); // bounds the memory; whether it went well counts when the writer asks
                }
                return outcome.id();
            }
        }
        return refuse(Refusal.RENEWED);
    }

    private int refuse(Refusal reason) {
        counters.refuse(reason);
        return SchemaIds.NONE;
    }

    void close(Lease lease) {
        table.close(lease);
    }

    /** Makes everything interned up to a serial durable, and what else there is. */
    boolean awaitDurable(long serial) {
        if (durableSerial >= serial) {
            return true;
        }
        boolean[] durable = {false};
        return isLocked(() -> durable[0] = durableSerial >= serial || writePending()) && durable[0];
    }

    /**
     * Runs something under the sync lock, on a thread of its own: a flush, which holds a thread of all tables, a schema change and
     * the node's stop wait for the device only as long as it answers.
     *
     * @return whether it has ended
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
        if (closed || group.isEmpty()) {
            return !closed;
        }
        if (log.needsCheckpoint(table.liveBytes()) && checkpoint()) {
            return true;
        }
        long begin = options.nanoClock().getAsLong();
        long[] locations = log.write(group, table.liveBytes());
        counters.synced(options.nanoClock().getAsLong() - begin, locations != null);
        if (locations == null) {
            logger.warn("{}: definitions={} could not be made durable: {}", place, group.size(), log.lastFailure());
            return false;
        }
        durable(group, locations);
        return true;
    }

    private void durable(List<PendingDefinition> group, long[] locations) {
        table.durable(group, locations);
        if (!group.isEmpty()) {
            durableSerial = group.get(group.size() - 1).serial();
        }
    }

    /** Writes the segments anew, what is pending included. */
    private boolean checkpoint() {
        List<PendingDefinition> group = table.pending();
        long begin = options.nanoClock().getAsLong();
        CatalogueLog.Checkpoint made = log.checkpoint(owner, table.durableSize(), group);
        counters.synced(options.nanoClock().getAsLong() - begin, made != null);
        if (made == null) {
            logger.warn("{}: no checkpoint could be made: {}", place, log.lastFailure());
            return false;
        }
        durable(group, made.locations);
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

    private boolean lockedRaiseIdBound() {
        boolean[] raised = {false};
        return isLocked(() -> raised[0] = !closed && (!table.needsIdBound() || raiseIdBound())) && raised[0];
    }

    private boolean raiseIdBound() {
        long bound = table.raisedIdBound(ID_RESERVE);
        if (!log.storePayload(bound, options.owner())) {
            return false;
        }
        table.setIdBound(bound);
        return true;
    }

    // ---- beside the SSTables ----

    /**
     * Drops the definitions that no live SSTable uses.
     *
     * <p>Spared is what any writer has leased at any moment from before the live lists are asked for until the end. So an SSTable
     * that becomes visible meanwhile keeps its IDs: its writer had not closed its lease when this began, or it is among the live.
     *
     * @param live called once, without a lock; gives the dictionaries of all SSTables that are live then
     * @throws IOException when a definition can not be read; nothing is dropped then
     */
    public Reclamation reclaim(Supplier<Stream<SchemaList>> live) throws IOException {
        if (!table.beginRound()) {
            return new Reclamation(false, 0, table.size(), false);
        }
        try {
            int[] ids = liveIds(live);
            AtomicReference<Reclamation> done = new AtomicReference<>();
            if (!isLocked(() -> done.set(dropAllBut(ids)))) {
                throw new IOException(place + ": the device does not answer");
            }
            return done.get();
        } finally {
            table.endRound();
        }
    }

    private Reclamation dropAllBut(int[] ids) {
        List<Integer> dropped = closed ? List.of() : table.dropAllBut(ids);
        resolved.invalidateAll(dropped);
        counters.reclaimed.add(dropped.size());
        boolean worthIt = dropped.size() * (long) CHECKPOINT_SHARE >= table.size() + dropped.size();
        boolean checkpointed = !dropped.isEmpty() && worthIt && checkpoint();
        return new Reclamation(true, dropped.size(), table.size(), checkpointed);
    }

    /** Returns the IDs live lists name, and those of the definitions in lists of other instances. */
    private int[] liveIds(Supplier<Stream<SchemaList>> live) throws IOException {
        IntStream.Builder ids = IntStream.builder();
        try (Stream<SchemaList> lists = live.get()) {
            for (Iterator<SchemaList> each = lists.iterator(); each.hasNext(); ) {
                SchemaList list = each.next();
                for (SchemaList.Entry entry : list.entries()) {
                    ids.add(list.instanceId() == instanceId ? entry.id() : find(entry.definition()));
                }
            }
        }
        return ids.build().sorted().toArray();
    }

    /** Compares this with the dictionaries of the live SSTables and changes nothing. */
    public Findings examine(Stream<SchemaList> live) {
        Examination examination = new Examination(instanceId, table);
        live.forEach(examination::add);
        return examination.findings();
    }

    /**
     * Compares this with the dictionaries of the live SSTables, and if it does not fit them makes it anew from them: lost,
     * emptied, an old copy, another node's.
     *
     * @param live called once or twice, without a lock
     * @return what was found before
     */
    public Findings settle(Supplier<Stream<TableList>> live) {
        Findings findings;
        try (Stream<TableList> lists = live.get()) {
            findings = examine(lists.map(TableList::list));
        }
        if (findings.verdict() != Findings.Verdict.SOUND) {
            logger.warn("{}: verdict={} {}; made anew from the SSTables", place, findings.verdict(), findings);
            if (findings.verdict() == Findings.Verdict.OLD_COPY) {
                syncLock.lock();
                try {
                    renew();
                } finally {
                    syncLock.unlock();
                }
            }
            try (Stream<TableList> lists = live.get()) {
                lists.forEach(this::adopt);
            }
        }
        return findings;
    }

    /** Gives every definition of a dictionary an ID, as far as caps allow. */
    boolean adopt(TableList dictionary) {
        try (SchemaIds ids = lease(dictionary.table())) {
            dictionary.list().entries().forEach(entry -> ids.idOf(entry.definition()));
            return ids.force();
        }
    }

    /** Forgets every definition and takes another identity; IDs go on where they were. */
    private void renew() {
        if (closed) {
            return;
        }
        boolean written = log.clear(table.raisedIdBound(ID_RESERVE), options.owner());
        instanceId = log.instanceId();
        table.clear();
        table.setIdBound(written ? table.raisedIdBound(ID_RESERVE) : 0);
        resolved.invalidateAll();
    }

    // ---- looking at it ----

    /**
     * Returns some IDs in order.
     *
     * @param first the lowest one wanted, as an unsigned number
     * @param atMost how many
     */
    public int[] ids(long first, int atMost) {
        return table.idsFrom(first, atMost);
    }

    /** Returns the figures. */
    public CatalogueStats stats() {
        return new CatalogueStats(
                table.size(),
                table.size() - (long) table.durableSize(),
                table.highestId(),
                log.usedBytes(),
                table.liveBytes(),
                table.indexBytes(),
                table.leaseCount(),
                counters.resolveHits.sum(),
                counters.resolveMisses.sum(),
                counters.interned.sum(),
                counters.found.sum(),
                counters.refused(),
                counters.syncs.sum(),
                counters.syncFailures.sum(),
                counters.syncNanos.sum(),
                counters.longestSyncNanos.get(),
                counters.reclaimed.sum(),
                counters.checkpoints.sum());
    }

    /** Makes everything durable, marks the log as cleanly stopped and closes it; not, if the device does not answer. Idempotent. */
    @Override
    public void close() {
        if (!isLocked(this::settleAndClose)) {
            logger.warn("{}: the device does not answer, the catalogue is not closed; no SSTable depends on it", place);
        }
    }

    private void settleAndClose() {
        if (closed) {
            return;
        }
        if (writePending() && table.pending().isEmpty()) {
            log.settle(table.liveBytes());
        }
        closed = true;
        boolean clean = log.cleanClose(table.highestId(), options.owner());
        logger.info("Closed schema catalogue: {} clean={} {}", place, clean, stats());
    }
}
