package org.ssdtier.keyindex.cassandra;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.Keyspace;
import org.apache.cassandra.db.lifecycle.SSTableSet;
import org.apache.cassandra.dht.Murmur3Partitioner;
import org.apache.cassandra.io.sstable.Descriptor;
import org.apache.cassandra.io.sstable.format.SSTableFormat;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.io.sstable.format.big.BigTableReader;
import org.apache.cassandra.io.sstable.format.bti.BtiTableReader;
import org.apache.cassandra.io.util.File;
import org.apache.cassandra.metrics.RestorableMeter;
import org.apache.cassandra.schema.SchemaConstants;
import org.apache.cassandra.utils.concurrent.Ref;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.keyindex.BuildChoice;
import org.ssdtier.keyindex.BuildStatus;
import org.ssdtier.keyindex.KeyDraft;
import org.ssdtier.keyindex.KeyIndexes;
import org.ssdtier.keyindex.KeySource;
import org.ssdtier.keyindex.SSTableIdentity;
import org.ssdtier.segmentlog.device.NanoClock;

/**
 * The steps that keep the key indexes like the SSTables of the node: each deletes the key indexes of SSTables that are
 * gone, and makes a missing one, that of the most read SSTable. Used by one thread; the figures by any.
 */
final class KeyIndexUpkeep {
    private static final Logger logger = LoggerFactory.getLogger(KeyIndexUpkeep.class);
    /** Time to wait after the device failed. */
    private static final long PAUSE_NANOS = TimeUnit.MINUTES.toNanos(1);
    /** Time between two looks at drafts and live SSTables while an SSTable is read. */
    private static final long TEND_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final KeyIndexes<Descriptor> indexes;
    private final int minKeys;
    private final KeyDrafts drafts;
    private final Throttle throttle;
    private final BooleanSupplier isStopped;
    private final BuildChoice<Descriptor> choice = new BuildChoice<>();
    private final AtomicLong builtFromDrafts = new AtomicLong();
    private long pausedUntilNanos = NanoClock.SYSTEM.getAsLong();
    private long tendedNanos;
    private volatile long sstablesWithout;

    /**
     * Creates the upkeep.
     *
     * @param drafts drafts of the SSTables that are being written
     * @param isStopped whether the node stops: the reading of an SSTable then ends
     */
    KeyIndexUpkeep(
            KeyIndexes<Descriptor> indexes, KeyIndexSettings settings, KeyDrafts drafts, BooleanSupplier isStopped) {
        this.indexes = indexes;
        this.minKeys = settings.minKeys();
        this.drafts = drafts;
        this.throttle = new Throttle(settings.buildBytesPerSecond(), NanoClock.SYSTEM);
        this.isStopped = isStopped;
    }

    /** Takes one step, which may contain the reading of an SSTable. */
    void step() {
        indexes.tendDevice();
        Map<Descriptor, SSTableReader> missing = tend();
        if (!missing.isEmpty() && indexes.isOnline() && !isPaused()) {
            buildNext(missing);
        }
    }

    private boolean isPaused() {
        return NanoClock.SYSTEM.getAsLong() - pausedUntilNanos < 0;
    }

    private void pause() {
        pausedUntilNanos = NanoClock.SYSTEM.getAsLong() + PAUSE_NANOS;
    }

    /**
     * Does everything but the reading of an SSTable.
     *
     * @return the SSTables that should have a key index and have none
     */
    private Map<Descriptor, SSTableReader> tend() {
        indexes.checkDevice();
        indexes.deleteDamaged();
        Map<Descriptor, SSTableReader> live = liveSSTables();
        dropGone(live.values());
        choice.retain(live.values().stream().map(sstable -> sstable.descriptor).toList());
        live.values().removeIf(sstable -> indexes.has(sstable.descriptor) || adopt(sstable));
        adoptHidden(live.keySet());
        indexes.deleteUnclaimed();
        live.values().removeIf(this::buildFromDraft);
        drafts.expire(indexes::has);
        sstablesWithout = live.size();
        tendedNanos = NanoClock.SYSTEM.getAsLong();
        return live;
    }

    /**
     * Deletes the key indexes of SSTables that are gone. A compaction removes its inputs from the view one by one, long before it
     * commits; if it is stopped, they are back.
     */
    private void dropGone(Collection<SSTableReader> live) {
        Set<Descriptor> present = byReference();
        live.forEach(sstable -> present.add(sstable.descriptor));
        List<Descriptor> hidden = indexes.indexed().stream()
                .filter(indexed -> !present.contains(indexed))
                .toList();
        if (hidden.isEmpty()) {
            return;
        }
        for (ColumnFamilyStore table : openTables()) {
            table.getSSTables(SSTableSet.CANONICAL).forEach(sstable -> present.add(sstable.descriptor));
        }
        hidden.stream().filter(indexed -> !present.contains(indexed)).forEach(indexes::drop);
    }

    /** Returns the tables of all open keyspaces. {@code ColumnFamilyStore.all} opens the others, even one that is being dropped. */
    private static List<ColumnFamilyStore> openTables() {
        return Keyspace.allExisting()
                .flatMap(keyspace -> keyspace.getColumnFamilyStores().stream())
                .toList();
    }

    /** Returns an empty set of SSTables: one of a table that was dropped may equal one of its successor. */
    private static Set<Descriptor> byReference() {
        return Collections.newSetFromMap(new IdentityHashMap<>());
    }

    /** Returns whether the node stops. Called for each key that is read: the reading may take hours, and drafts cannot wait. */
    private boolean isStoppedWhileReading() {
        if (NanoClock.SYSTEM.getAsLong() - tendedNanos > TEND_NANOS) {
            try {
                tend();
            } catch (RuntimeException | AssertionError e) {
                tendedNanos = NanoClock.SYSTEM.getAsLong();
                logger.warn("A step of the key indexes' keeper failed; continuing", e);
            }
        }
        return isStopped.getAsBoolean();
    }

    /** Makes the key index of an SSTable from its draft, which takes milliseconds. Returns whether there is one now. */
    private boolean buildFromDraft(SSTableReader sstable) {
        if (isPaused() || !indexes.isOnline()) {
            return false;
        }
        KeyDraft draft = drafts.take(sstable.descriptor);
        if (draft == null) {
            return false;
        }
        // keeps its files: if they were deleted, the identity could be that of another SSTable under this name
        Ref<SSTableReader> reference = sstable.tryRef();
        try {
            if (reference == null) {
                return false;
            }
            long roomBytes = indexes.roomBytes();
            SSTableIdentity identity = identity(sstable);
            BuildStatus status =
                    identity == null ? BuildStatus.SOURCE_FAILED : indexes.build(sstable.descriptor, identity, draft);
            if (status == BuildStatus.DEVICE_FAILED) {
                pause();
            } else if (status == BuildStatus.NO_ROOM) {
                choice.putOff(sstable.descriptor, roomBytes);
            }
            builtFromDrafts.addAndGet(status == BuildStatus.OK ? 1 : 0);
            return status == BuildStatus.OK;
        } finally {
            draft.release();
            if (reference != null) {
                reference.release();
            }
        }
    }

    /** Returns the number of SSTables that should have a key index and have none. */
    long sstablesWithout() {
        return sstablesWithout;
    }

    /** Returns the number of key indexes made from drafts. */
    long builtFromDrafts() {
        return builtFromDrafts.get();
    }

    /** Makes one key index; then the live SSTables are looked at again, because a new one may be more urgent. */
    private void buildNext(Map<Descriptor, SSTableReader> missing) {
        long roomBytes = indexes.roomBytes();
        List<BuildChoice.Candidate<Descriptor>> candidates = missing.values().stream()
                .map(sstable ->
                        new BuildChoice.Candidate<>(sstable.descriptor, sstable.estimatedKeys(), readRate(sstable)))
                .toList();
        choice.next(candidates, roomBytes).ifPresent(chosen -> build(missing.get(chosen), roomBytes));
    }

    /** Returns the SSTables that should have a key index. */
    private Map<Descriptor, SSTableReader> liveSSTables() {
        Map<Descriptor, SSTableReader> live = new HashMap<>();
        for (ColumnFamilyStore table : openTables()) {
            if (!SchemaConstants.isSystemKeyspace(table.getKeyspaceName())
                    && table.getPartitioner() instanceof Murmur3Partitioner) {
                table.getLiveSSTables().stream()
                        .filter(this::isWorthwhile)
                        .forEach(sstable -> live.put(sstable.descriptor, sstable));
            }
        }
        return live;
    }

    private boolean isWorthwhile(SSTableReader sstable) {
        return sstable.openReason != SSTableReader.OpenReason.EARLY
                && (sstable instanceof BigTableReader || sstable instanceof BtiTableReader)
                && sstable.estimatedKeys() >= minKeys;
    }

    private static double readRate(SSTableReader sstable) {
        RestorableMeter meter = sstable.getReadMeter();
        return meter == null ? 0 : meter.fifteenMinuteRate();
    }

    /** Uses a file that was found when the directory was opened. The identity is on the slow disk, so it is read only if there are any. */
    private boolean adopt(SSTableReader sstable) {
        if (!indexes.hasUnclaimed()) {
            return false;
        }
        SSTableIdentity identity = identity(sstable);
        return identity != null && indexes.adopt(sstable.descriptor, identity);
    }

    /**
     * Uses files of SSTables that a compaction has taken out of the view: if it is stopped, they are back.
     *
     * @param refused SSTables in the view that have no file: their identities were read already
     */
    private void adoptHidden(Set<Descriptor> refused) {
        if (!indexes.hasUnclaimed()) {
            return;
        }
        for (ColumnFamilyStore table : openTables()) {
            for (SSTableReader sstable : table.getSSTables(SSTableSet.CANONICAL)) {
                boolean isNew = !indexes.has(sstable.descriptor) && !refused.contains(sstable.descriptor);
                if (isNew && isWorthwhile(sstable)) {
                    adopt(sstable);
                }
            }
        }
    }

    private void build(SSTableReader sstable, long roomBytes) {
        SSTableIdentity identity = identity(sstable);
        if (identity == null) {
            choice.refuse(sstable.descriptor);
            return;
        }
        Ref<SSTableReader> reference = sstable.tryRef();
        if (reference == null) {
            return;
        }
        try {
            KeySource source = SSTableKeys.of(sstable, throttle, this::isStoppedWhileReading);
            switch (indexes.build(sstable.descriptor, identity, source)) {
                case SOURCE_FAILED -> choice.refuse(sstable.descriptor);
                // others may have grown meanwhile
                case NO_ROOM -> choice.putOff(sstable.descriptor, Math.min(roomBytes, indexes.roomBytes()));
                case DEVICE_FAILED -> pause();
                case OK, ENDED -> {} // nothing to remember
            }
        } finally {
            reference.release();
        }
    }

    /** Returns the identity of an SSTable; null if it has no digest component that can be read. */
    private static @Nullable SSTableIdentity identity(SSTableReader sstable) {
        Descriptor descriptor = sstable.descriptor;
        File digest = descriptor.fileFor(SSTableFormat.Components.DIGEST);
        try {
            long value = Long.parseLong(Files.readString(digest.toPath()).trim());
            return new SSTableIdentity(
                    sstable.metadata().id + "-" + descriptor.id,
                    descriptor.fileFor(SSTableFormat.Components.DATA).length(),
                    value);
        } catch (IOException | NumberFormatException e) {
            logger.debug("file={}: cannot be read; no key index", digest, e);
            return null;
        }
    }
}
