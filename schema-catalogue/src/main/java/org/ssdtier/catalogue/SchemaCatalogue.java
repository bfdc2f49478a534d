package org.ssdtier.catalogue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.segmentlog.SegmentLog;
import org.ssdtier.segmentlog.device.DeviceOperations;
import org.ssdtier.segmentlog.device.DirectoryKind;
import org.ssdtier.segmentlog.device.FileStorage;
import org.ssdtier.segmentlog.device.Storage;
import org.ssdtier.segmentlog.format.FormatException;

/**
 * The schema catalogue of a node. Each schema definition has one schema ID, an unsigned 32-bit number that grows and
 * never repeats.
 *
 * <p>The catalogue is not a cache, and nothing depends on it: every SSTable carries the definitions of its rows. A
 * definition becomes durable with its SSTable; a separate thread writes it to the catalogue's log afterwards.
 * Definitions that a crash, a full queue or a failing device keeps from the log are taken from the SSTables again,
 * under the IDs that they name.
 *
 * <p><b>Threads.</b> All methods are thread-safe. Interning is one short step under the monitor of the definition
 * table, without I/O and without waiting for I/O. So a device that hangs, fails or is full does not delay a flush.
 * Appending belongs to the holder of the sync lock of {@link LogWriter}, which is held during I/O. No thread keeps
 * waiting for the lock if the device does not respond.
 *
 * <p><b>Life cycle of an ID.</b>
 *
 * <ul>
 *   <li>Reserved: below a bound in the manifest, which is raised in the background before it is reached. After a crash,
 *       new IDs are above the bound.
 *   <li>Interned: in memory, leased by the writer that requested it, and pending in a bounded queue.
 *   <li>Named: in the dictionary of an SSTable on disk, from which it is adopted if the log lacks it.
 *   <li>Durable: appended to the log with all others of its group.
 *   <li>Reclaimed: neither leased nor named in two consecutive rounds. The ID is not assigned again.
 * </ul>
 *
 * <p>Lock order: the sync lock, then the definition table's monitor. Neither is held while dictionaries are read.
 */
public final class SchemaCatalogue implements AutoCloseable {
    /** The kind of the catalogue's directory. */
    public static final DirectoryKind DIRECTORY_KIND = new DirectoryKind(2, "schema catalogue", Map.of());

    private static final Logger logger = LoggerFactory.getLogger(SchemaCatalogue.class);

    private final CatalogueOptions options;
    private final String place;
    private final CatalogueLog log;
    private final DefinitionTable table;
    private final DefinitionHash hash;
    private final CatalogueCounters counters = new CatalogueCounters();
    private final LogWriter writer;
    private final FollowerThread follower;
    private final CatalogueRounds rounds;
    private final Lease.Lessor lessor;
    private volatile long highestIdAtOpen;

    private SchemaCatalogue(
            CatalogueOptions options,
            String place,
            CatalogueLog log,
            DefinitionHash hash,
            DeviceOperations operations) {
        this.options = options;
        this.place = place;
        this.log = log;
        this.hash = hash;
        this.table = new DefinitionTable(options);
        this.writer = new LogWriter(options, place, log, table, counters, operations, SchemaCatalogue::daemon);
        this.follower = new FollowerThread(writer, options.sources().nanoClock());
        this.rounds = new CatalogueRounds(place, table, hash, counters, writer, follower);
        this.lessor = new Lease.Lessor() {
            @Override
            public int idOf(Lease lease, SchemaDefinition definition) {
                return intern(lease, definition);
            }

            @Override
            public void close(Lease lease) {
                table.close(lease);
            }
        };
    }

    /**
     * Opens the catalogue in a directory, or creates one there.
     *
     * @param directory locked while the catalogue is open
     * @return the catalogue; the caller closes it
     * @throws IllegalArgumentException if an option is out of range
     * @throws FormatException if a durable record is missing or damaged, or a version cannot be read; the message names
     *     file and offset; {@link CatalogueRebuild} rebuilds the catalogue
     * @throws IOException if the directory cannot be used or the device fails
     */
    public static SchemaCatalogue open(Path directory, CatalogueOptions options) throws IOException {
        options.validate();
        return open(FileStorage.open(directory, options.io().files(), DIRECTORY_KIND), options);
    }

    /**
     * Opens the catalogue in a storage, or creates one there, like {@link #open(Path, CatalogueOptions)}.
     *
     * @param unwatched closed by the catalogue, also if this method fails
     */
    public static SchemaCatalogue open(Storage unwatched, CatalogueOptions options) throws IOException {
        DeviceOperations operations = new DeviceOperations();
        Storage storage = operations.watch(unwatched);
        CatalogueLog log = null;
        try {
            options.validate();
            DefinitionHash hash = DefinitionHash.random();
            CatalogueRecovery recovered = CatalogueRecovery.run(storage, hash);
            int segmentBytes = recovered.log().exists()
                    ? recovered.log().segmentBytes()
                    : options.files().segmentBytes();
            SegmentLog segments = SegmentLog.open(
                    storage,
                    options.logOptions(
                            recovered.log().segmentBytes(), recovered.log().segmentCount()));
            log = new CatalogueLog(segments, segmentBytes, options.files().capacityBytes(), recovered);
            SchemaCatalogue catalogue = new SchemaCatalogue(options, storage.describe(), log, hash, operations);
            catalogue.begin(recovered);
            return catalogue;
        } catch (IOException
                | RuntimeException
                | OutOfMemoryError
                | AssertionError e) { // the index takes memory outside the heap
            if (log != null) {
                log.close();
            }
            storage.close();
            throw e;
        }
    }

    /** Adds the recovered definitions: the durable ones by their locations, the others to the next group. */
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
        highestIdAtOpen = table.highestId();
        boolean isForeign = !recovered.owner().equals(CatalogueRecord.NO_TABLE)
                && !recovered.owner().equals(options.owner());
        if (isForeign) {
            logger.warn(
                    "{}: the catalogue of owner={} was found where that of owner={} should be; it is recreated, the"
                            + " SSTables have their own dictionaries",
                    place,
                    recovered.owner(),
                    options.owner());
            writer.requireNewInstance();
        }
        if (!writer.reserveIds()) {
            throw new IOException(place + " file=manifest: " + log.lastFailure());
        }
        logger.info(
                "Opened schema catalogue: {} instance={} definitions={} highest_id={} cut_records={} index={} bytes",
                place,
                Long.toHexString(instanceId()),
                table.size(),
                table.highestId(),
                recovered.cutRecords(),
                table.indexBytes());
        if (options.isFollowed()) {
            follower.start(SchemaCatalogue::daemon);
        }
    }

    /** Returns the catalogue's instance ID. Schema IDs have a meaning only together with it. */
    public long instanceId() {
        return writer.instanceId();
    }

    /**
     * Returns the highest ID ever assigned before the catalogue was opened; after a crash, the highest possibly
     * assigned.
     */
    public long highestIdAtOpen() {
        return highestIdAtOpen;
    }

    /**
     * Opens a lease for a writer of SSTables.
     *
     * @param tableId the table of its SSTables
     * @return the lease; the writer closes it once its SSTables are among the live ones, or abandoned
     */
    public SchemaIds lease(UUID tableId) {
        while (true) {
            long instance = instanceId();
            Lease lease = new Lease(lessor, tableId, instance);
            table.open(lease);
            if (instanceId() == instance) {
                return lease;
            }
            table.close(lease); // recreated in the meantime
        }
    }

    /**
     * Returns the definition of an ID of this catalogue, with one read of the device unless it waits for the log.
     *
     * @return null if there is none here; an SSTable that names the ID still has it
     * @throws IOException if the definition cannot be read or is damaged; the message names file and offset
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

    /** Returns whether an ID has a definition here. Does no I/O. */
    public boolean has(int id) {
        return table.location(id) != DefinitionTable.ABSENT;
    }

    /** Returns whether an ID has a definition in the log, where it survives a crash. Does no I/O. */
    public boolean isDurable(int id) {
        return table.location(id) >= 0;
    }

    /**
     * Returns the ID of a definition, without assigning one. Does no I/O.
     *
     * @return {@link SchemaIds#NONE} if it has none
     */
    public int find(SchemaDefinition definition) {
        return table.find(hash.of(definition));
    }

    private int intern(Lease lease, SchemaDefinition definition) {
        Outcome outcome;
        try {
            outcome = table.intern(definition, hash.of(definition), lease, writer.hasRoomFor(definition.length()));
        } catch (AssertionError e) { // must not fail the calling flush
            logger.error("{}: the catalogue's state is not consistent; a definition gets no ID", place, e);
            return SchemaIds.NONE;
        } catch (OutOfMemoryError e) { // outside the heap; the SSTable's own dictionary has the definition
            counters.refuse(Refusal.NO_MEMORY);
            return SchemaIds.NONE;
        }
        Refusal refusal = outcome.refusal();
        follower.wakeIfBehind();
        if (refusal != null) {
            counters.refuse(refusal);
            return SchemaIds.NONE;
        }
        (outcome.isNew() ? counters.interned : counters.found).increment();
        return outcome.id();
    }

    /**
     * Writes everything pending to the log, and waits for it as long as the device responds.
     *
     * @return whether the log has everything interned before, except definitions that could not be queued
     */
    public boolean sync() {
        return writer.sync();
    }

    /** Returns whether the last attempt of the follower to write to the log succeeded. */
    public boolean isFollowing() {
        return follower.isFollowing();
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        return thread;
    }

    /**
     * Compares the catalogue with the dictionaries of all SSTables. Adopts the definitions that it lacks, and drops
     * those that neither a dictionary nor a lease had in this round and the previous one. If the catalogue does not fit
     * the SSTables, for example because it is an old copy, it gets a new instance ID and is rebuilt from them.
     *
     * <p>Definitions leased by any writer at any moment of the round count as found. So an SSTable that is completed
     * during the round keeps its IDs: either its writer had not closed its lease when the round began, or its
     * dictionary was on disk before the dictionaries were listed.
     *
     * @param dictionaries read once or twice, without holding a lock; if some cannot be read, nothing is dropped
     * @throws IOException if a new instance ID is required and the device does not allow it; then no ID is assigned
     */
    public Round round(LiveDictionaries dictionaries) throws IOException {
        return rounds.run(dictionaries);
    }

    /**
     * Returns whether another round is worthwhile: the SSTables may have definitions that the log lacks and now has
     * room for.
     */
    public boolean needsAnotherRound() {
        return table.unwritten() > 0 && isFollowing() && !table.isHalfFull();
    }

    /** Returns all IDs in unsigned order. */
    public int[] ids() {
        return table.ids();
    }

    /** Returns the figures. */
    public CatalogueStats stats() {
        return new CatalogueStats(
                new CatalogueStats.Content(
                        table.size(),
                        table.pendingSize(),
                        table.pendingBytes(),
                        table.unwritten(),
                        counters.definitionReads.sum()),
                new CatalogueStats.Ids(
                        table.reservedIds(),
                        table.highestId(),
                        table.leaseCount(),
                        counters.interned.sum(),
                        counters.found.sum(),
                        counters.refused()),
                new CatalogueStats.Space(log.usedBytes(), table.liveBytes(), table.indexBytes()),
                new CatalogueStats.Log(
                        counters.syncs.sum(),
                        counters.syncFailures.sum(),
                        counters.syncNanos.sum(),
                        counters.longestSyncNanos.get(),
                        table.unqueued(),
                        counters.checkpoints.sum()),
                new CatalogueStats.Rounds(
                        counters.rounds.sum(),
                        counters.roundsGivenUp.sum(),
                        counters.adopted.sum(),
                        table.unadopted(),
                        counters.reclaimed.sum()));
    }

    /**
     * Writes everything pending to the log, marks it as cleanly stopped and closes it. If the device does not respond,
     * the catalogue is not closed. Idempotent.
     */
    @Override
    public void close() {
        follower.stop();
        if (!writer.close(this::logClosed)) {
            logger.warn("{}: device does not respond, the catalogue is not closed; no SSTable depends on it", place);
        }
    }

    private void logClosed(boolean clean) {
        CatalogueStats last = stats();
        logger.info(
                "Closed schema catalogue: {} clean={} definitions={} pending={} used bytes={} syncs={} failed syncs={}",
                place,
                clean,
                last.content().definitions(),
                last.content().definitionsPending(),
                last.space().usedBytes(),
                last.log().syncs(),
                last.log().syncFailures());
    }
}
