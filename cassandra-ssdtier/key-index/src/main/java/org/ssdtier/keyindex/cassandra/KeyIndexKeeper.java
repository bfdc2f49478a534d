package org.ssdtier.keyindex.cassandra;

import java.io.IOException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.dht.Murmur3Partitioner;
import org.apache.cassandra.io.sstable.Descriptor;
import org.apache.cassandra.schema.SchemaConstants;
import org.apache.cassandra.service.StorageService;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.keyindex.DraftMemory;
import org.ssdtier.keyindex.KeyDraft;
import org.ssdtier.keyindex.KeyIndexStats;
import org.ssdtier.keyindex.KeyIndexes;
import org.ssdtier.segmentlog.CpuWitness;
import org.ssdtier.segmentlog.device.NanoClock;

/**
 * The thread that opens the key indexes of the node, and then keeps them like the live SSTables, about twice a second. The
 * node's start does not wait for it: the device may hang.
 */
public final class KeyIndexKeeper implements Runnable {
    private static final Logger logger = LoggerFactory.getLogger(KeyIndexKeeper.class);
    private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long RETRY_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final long STOP_MILLIS = 1_000;

    private static volatile @Nullable KeyIndexKeeper keeper;

    private final KeyIndexSettings settings;
    private final KeyDrafts drafts;
    /** Null until the directory has been read. */
    private volatile @Nullable Opened opened;

    private volatile boolean stopped;
    /** For the thread only: a failure to open the directory may last for weeks. */
    private boolean isFailureLogged;

    /** The key indexes and their upkeep. */
    private record Opened(KeyIndexes<Descriptor> indexes, KeyIndexUpkeep upkeep) {}

    private KeyIndexKeeper(KeyIndexSettings settings) {
        this.settings = settings;
        this.drafts = new KeyDrafts(new DraftMemory(settings.writeMemoryBytes()), settings.minKeys(), NanoClock.SYSTEM);
    }

    /** Returns the key indexes of this node; null if there are none, or none yet. */
    public static @Nullable KeyIndexes<Descriptor> current() {
        KeyIndexKeeper running = keeper;
        Opened parts = running == null ? null : running.opened;
        return parts == null ? null : parts.indexes();
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

    /** Gives up the draft of an SSTable that is written anew in part, or not completed. */
    static void giveUp(Descriptor sstable, KeyDraft draft) {
        KeyIndexKeeper running = keeper;
        if (running == null) {
            draft.giveUp();
        } else {
            running.drafts.giveUp(sstable, draft);
        }
    }

    /** Starts the thread, if the node's options ask for key indexes. Does not throw. */
    static synchronized void start() {
        if (keeper == null) {
            KeyIndexSettings.current().ifPresent(settings -> start(settings, KeyIndexView::register, Thread::new));
        }
    }

    /**
     * Starts the thread. If that fails, as for lack of threads, the node runs without key indexes.
     *
     * @param view registers the operator's view
     * @param threads makes the thread
     */
    static synchronized void start(
            KeyIndexSettings settings, Consumer<Supplier<KeeperFigures>> view, ThreadFactory threads) {
        Runnable stop = null;
        try {
            KeyIndexKeeper started = new KeyIndexKeeper(settings);
            view.accept(started::figures);
            Thread thread = threads.newThread(started);
            thread.setName("ssd-key-index");
            thread.setDaemon(true);
            stop = () -> started.stop(thread);
            StorageService.instance.addPostShutdownHook(stop);
            thread.start();
            keeper = started; // last: without the thread nobody would fetch the drafts
        } catch (RuntimeException | Error e) {
            logger.error(
                    "Key indexes of SSTables could not be started: reads use the SSTables' own until the next start",
                    e);
            if (stop != null) {
                StorageService.instance.removePostShutdownHook(stop);
            }
        }
    }

    /** Stops the thread and closes the files, each within a second: a device that hangs must not delay the node's stop. */
    private void stop(Thread thread) {
        stopped = true;
        withdraw();
        thread.interrupt();
        join(thread);
        Thread closing = new Thread(this::close, "ssd-key-index-close");
        closing.setDaemon(true);
        closing.start();
        join(closing);
    }

    private void withdraw() {
        synchronized (KeyIndexKeeper.class) {
            if (keeper == this) {
                keeper = null;
            }
        }
    }

    private void close() {
        Opened parts = opened;
        if (parts != null) {
            parts.indexes().close();
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join(STOP_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private KeeperFigures figures() {
        Opened parts = opened;
        return parts == null
                ? new KeeperFigures(KeyIndexStats.closed(settings.limitBytes()), 0, 0, drafts.freeBytes())
                : new KeeperFigures(
                        parts.indexes().stats(),
                        parts.upkeep().sstablesWithout(),
                        parts.upkeep().builtFromDrafts(),
                        drafts.freeBytes());
    }

    @Override
    public void run() {
        Opened parts = open();
        while (parts == null && !stopped) {
            drafts.giveUpAll();
            LockSupport.parkNanos(this, RETRY_NANOS);
            parts = stopped ? null : open();
        }
        while (!stopped && parts != null) {
            try {
                parts.upkeep().step();
            } catch (RuntimeException | LinkageError | AssertionError | OutOfMemoryError e) {
                logger.warn("A step of the key indexes' keeper failed; continuing", e);
            }
            LockSupport.parkNanos(this, STEP_NANOS);
        }
    }

    /** Watches the device: a step of the keeper may take hours, because it reads an SSTable. */
    private void watch(KeyIndexes<Descriptor> indexes) {
        CpuWitness witness = CpuWitness.ofThisMachine(settings.readTimeoutNanos());
        while (!stopped) {
            try {
                indexes.watch(witness);
            } catch (RuntimeException | LinkageError | AssertionError | OutOfMemoryError e) {
                logger.warn("A look at the device of the key indexes failed; continuing", e);
            }
            witness.sleep(STEP_NANOS);
        }
    }

    /** Opens the key indexes; returns null if that fails, which is logged. */
    private @Nullable Opened open() {
        KeyIndexes<Descriptor> indexes = null;
        try {
            indexes = settings.open();
            Opened parts = new Opened(indexes, new KeyIndexUpkeep(indexes, settings, drafts, () -> stopped));
            Thread watch = new Thread(() -> watch(parts.indexes()), "ssd-key-index-watch");
            watch.setDaemon(true);
            watch.start(); // first: without it a device that hangs would be asked for ever
            opened = parts;
            if (stopped) {
                close(); // the stop may have found nothing to close
            }
            logger.info("Key indexes of SSTables: {}", settings);
            return parts;
        } catch (IOException | RuntimeException | LinkageError | AssertionError | OutOfMemoryError e) {
            if (!isFailureLogged) {
                logger.error("Key indexes of SSTables cannot be used, trying again each minute: {}", e.getMessage(), e);
            }
            isFailureLogged = true;
            if (indexes != null) {
                indexes.close();
            }
            return null;
        }
    }
}
