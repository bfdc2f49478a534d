package org.ssdtier.keyindex.cassandra;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.dht.Murmur3Partitioner;
import org.apache.cassandra.io.sstable.Descriptor;
import org.apache.cassandra.io.sstable.format.SSTableFormat;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.io.sstable.format.big.BigTableReader;
import org.apache.cassandra.io.sstable.format.bti.BtiTableReader;
import org.apache.cassandra.io.util.File;
import org.apache.cassandra.metrics.RestorableMeter;
import org.apache.cassandra.schema.SchemaConstants;
import org.apache.cassandra.service.StorageService;
import org.apache.cassandra.utils.concurrent.Ref;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.keyindex.BuildStatus;
import org.ssdtier.keyindex.KeyDraft;
import org.ssdtier.keyindex.KeyIndexes;
import org.ssdtier.keyindex.SSTableIdentity;
import org.ssdtier.segmentlog.device.NanoClock;

/**
 * The thread that keeps the key indexes in step with the live SSTables of the node: it compares the two about twice a
 * second, deletes the key indexes of SSTables that are gone, and makes missing ones, those of the most read SSTables
 * first.
 */
public final class KeyIndexKeeper implements Runnable {
    private static final Logger logger = LoggerFactory.getLogger(KeyIndexKeeper.class);
    private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long STOP_MILLIS = 1_000;
    /** Steps to wait after the device had no room or failed. */
    private static final int STEPS_OF_PAUSE = 120;

    private static volatile @Nullable KeyIndexKeeper keeper;

    private final KeyIndexes<Descriptor> indexes;
    private final KeyIndexSettings settings;
    private final Throttle throttle;
    private final KeyDrafts drafts;
    /** SSTables whose key index could not be made from their own files; not tried again. */
    private final Set<Descriptor> refused = new HashSet<>();

    private int pause;
    private volatile long sstablesWithout;
    private final AtomicLong builtFromDrafts = new AtomicLong();
    private volatile boolean stopped;

    private KeyIndexKeeper(KeyIndexes<Descriptor> indexes, KeyIndexSettings settings) {
        this.indexes = indexes;
        this.settings = settings;
        this.throttle = new Throttle(settings.buildBytesPerSecond(), NanoClock.SYSTEM);
        this.drafts = new KeyDrafts(settings.writeMemoryBytes(), NanoClock.SYSTEM);
    }

    /** Returns the key indexes of this node; null if there are none. */
    public static @Nullable KeyIndexes<Descriptor> current() {
        KeyIndexKeeper running = keeper;
        return running == null ? null : running.indexes;
    }

    /** Returns a draft for an SSTable that will be written; null if it gets no key index, or none from a draft. */
    static @Nullable KeyDraft draft(Descriptor sstable) {
        KeyIndexKeeper running = keeper;
        boolean isWanted = running != null
                && !SchemaConstants.isSystemKeyspace(sstable.ksname)
                && DatabaseDescriptor.getPartitioner() instanceof Murmur3Partitioner;
        return isWanted ? running.drafts.begin() : null;
    }

    /** Keeps the draft of an SSTable that is complete until the SSTable is live. */
    static void finish(Descriptor sstable, KeyDraft draft) {
        KeyIndexKeeper running = keeper;
        if (running == null) {
            draft.giveUp();
        } else {
            running.drafts.finish(sstable, draft);
        }
    }

    /** Opens the key indexes and starts the thread, if the node's options ask for them. Failures are logged. */
    static synchronized void start() {
        Optional<KeyIndexSettings> settings = KeyIndexSettings.current();
        if (settings.isEmpty() || keeper != null) {
            return;
        }
        try {
            KeyIndexes<Descriptor> opened = settings.get().open();
            KeyIndexKeeper started = new KeyIndexKeeper(opened, settings.get());
            Thread thread = new Thread(started, "ssd-key-index");
            thread.setDaemon(true);
            keeper = started;
            KeyIndexView.register(started::figures);
            StorageService.instance.addPostShutdownHook(() -> started.stop(thread));
            thread.start();
            logger.info("Key indexes of SSTables: {}", settings.get());
        } catch (IOException | RuntimeException e) {
            logger.error("Key indexes of SSTables cannot be used: {}", e.getMessage(), e);
        }
    }

    /** Stops the thread and closes the files, each within a second: a device that hangs must not delay the node's stop. */
    private void stop(Thread thread) {
        stopped = true;
        keeper = null;
        thread.interrupt();
        join(thread);
        Thread closing = new Thread(indexes::close, "ssd-key-index-close");
        closing.setDaemon(true);
        closing.start();
        join(closing);
    }

    private static void join(Thread thread) {
        try {
            thread.join(STOP_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private KeeperFigures figures() {
        return new KeeperFigures(indexes.stats(), sstablesWithout, builtFromDrafts.get(), drafts.freeBytes());
    }

    @Override
    public void run() {
        while (!stopped) {
            try {
                step();
            } catch (RuntimeException | LinkageError | AssertionError e) {
                logger.warn("A step of the key indexes' keeper failed; continuing", e);
            }
            LockSupport.parkNanos(this, STEP_NANOS);
        }
    }

    private void step() {
        indexes.step();
        Map<Descriptor, SSTableReader> live = liveSSTables();
        for (Descriptor indexed : indexes.indexed()) {
            if (!live.containsKey(indexed)) {
                indexes.drop(indexed);
            }
        }
        refused.retainAll(live.keySet());
        live.values().removeIf(sstable -> indexes.has(sstable.descriptor) || adopt(sstable));
        indexes.deleteUnclaimed();
        drafts.expire(new HashSet<>(indexes.indexed()));
        sstablesWithout = live.size();
        if (pause > 0) {
            pause--;
            return;
        }
        buildNext(live);
    }

    /** Makes one key index; then the live SSTables are looked at again, because a new one may be more urgent. */
    private void buildNext(Map<Descriptor, SSTableReader> missing) {
        missing.values().stream()
                .filter(sstable -> !refused.contains(sstable.descriptor))
                .max(Comparator.comparingDouble(KeyIndexKeeper::readRate))
                .ifPresent(this::build);
    }

    /** Returns the SSTables that should have a key index. */
    private Map<Descriptor, SSTableReader> liveSSTables() {
        Map<Descriptor, SSTableReader> live = new HashMap<>();
        for (ColumnFamilyStore table : ColumnFamilyStore.all()) {
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
                && sstable.estimatedKeys() >= settings.minKeys();
    }

    private static double readRate(SSTableReader sstable) {
        RestorableMeter meter = sstable.getReadMeter();
        return meter == null ? 0 : meter.fifteenMinuteRate();
    }

    /** Uses a file of an earlier life. The identity is on the slow disk, so it is not read while there is no such file. */
    private boolean adopt(SSTableReader sstable) {
        if (!indexes.hasUnclaimed()) {
            return false;
        }
        SSTableIdentity identity = identity(sstable);
        return identity != null && indexes.adopt(sstable.descriptor, identity);
    }

    private void build(SSTableReader sstable) {
        SSTableIdentity identity = identity(sstable);
        Ref<SSTableReader> reference = sstable.tryRef();
        if (identity == null || reference == null) {
            return;
        }
        try {
            BuildStatus status = build(sstable, identity);
            if (status == BuildStatus.SOURCE_FAILED) {
                refused.add(sstable.descriptor);
            } else if (status != BuildStatus.OK) {
                pause = STEPS_OF_PAUSE;
            }
        } finally {
            reference.release();
        }
    }

    private BuildStatus build(SSTableReader sstable, SSTableIdentity identity) {
        KeyDraft draft = drafts.take(sstable.descriptor);
        if (draft != null) {
            try {
                BuildStatus status = indexes.build(sstable.descriptor, identity, draft);
                if (status != BuildStatus.SOURCE_FAILED) {
                    builtFromDrafts.addAndGet(status == BuildStatus.OK ? 1 : 0);
                    return status;
                }
            } finally {
                draft.giveUp();
            }
        }
        return indexes.build(sstable.descriptor, identity, SSTableKeys.of(sstable, throttle));
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
