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
import java.util.concurrent.locks.LockSupport;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.dht.Murmur3Partitioner;
import org.apache.cassandra.io.sstable.Descriptor;
import org.apache.cassandra.io.sstable.format.SSTableFormat;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.io.sstable.format.big.BigTableReader;
import org.apache.cassandra.io.util.File;
import org.apache.cassandra.metrics.RestorableMeter;
import org.apache.cassandra.schema.SchemaConstants;
import org.apache.cassandra.service.StorageService;
import org.apache.cassandra.utils.concurrent.Ref;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.keyindex.BuildStatus;
import org.ssdtier.keyindex.KeyIndexes;
import org.ssdtier.keyindex.SSTableIdentity;

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

    private static volatile @Nullable KeyIndexes<Descriptor> current;

    private final KeyIndexes<Descriptor> indexes;
    private final KeyIndexSettings settings;
    private final Throttle throttle;
    /** SSTables whose key index could not be made from their own files; not tried again. */
    private final Set<Descriptor> refused = new HashSet<>();

    private int pause;
    private volatile boolean stopped;

    private KeyIndexKeeper(KeyIndexes<Descriptor> indexes, KeyIndexSettings settings) {
        this.indexes = indexes;
        this.settings = settings;
        this.throttle = new Throttle(settings.buildBytesPerSecond());
    }

    /** Returns the key indexes of this node; null if there are none. */
    public static @Nullable KeyIndexes<Descriptor> current() {
        return current;
    }

    /** Opens the key indexes and starts the thread, if the node's options ask for them. Failures are logged. */
    static synchronized void start() {
        Optional<KeyIndexSettings> settings = KeyIndexSettings.current();
        if (settings.isEmpty() || current != null) {
            return;
        }
        try {
            KeyIndexes<Descriptor> opened = settings.get().open();
            KeyIndexKeeper keeper = new KeyIndexKeeper(opened, settings.get());
            Thread thread = new Thread(keeper, "ssd-key-index");
            thread.setDaemon(true);
            current = opened;
            StorageService.instance.addPostShutdownHook(() -> keeper.stop(thread));
            thread.start();
            logger.info("Key indexes of SSTables: {}", settings.get());
        } catch (IOException | RuntimeException e) {
            logger.error("Key indexes of SSTables cannot be used: {}", e.getMessage(), e);
        }
    }

    private void stop(Thread thread) {
        stopped = true;
        current = null;
        thread.interrupt();
        try {
            thread.join(STOP_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        indexes.close();
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
        if (pause > 0) {
            pause--;
            return;
        }
        live.values().stream()
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
        return sstable instanceof BigTableReader big
                && big.openReason != SSTableReader.OpenReason.EARLY
                && big.getIndexFile() != null
                && big.getIndexFile().dataLength() >= settings.smallestIndexBytes();
    }

    private static double readRate(SSTableReader sstable) {
        RestorableMeter meter = sstable.getReadMeter();
        return meter == null ? 0 : meter.fifteenMinuteRate();
    }

    private boolean adopt(SSTableReader sstable) {
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
            BuildStatus status =
                    indexes.build(sstable.descriptor, identity, new BigKeys((BigTableReader) sstable, throttle));
            if (status == BuildStatus.SOURCE_FAILED) {
                refused.add(sstable.descriptor);
            } else if (status != BuildStatus.OK) {
                pause = STEPS_OF_PAUSE;
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
                    sstable.metadata().id + "-" + descriptor.id, sstable.onDiskLength(), value);
        } catch (IOException | NumberFormatException e) {
            logger.debug("file={}: cannot be read; no key index", digest, e);
            return null;
        }
    }
}
