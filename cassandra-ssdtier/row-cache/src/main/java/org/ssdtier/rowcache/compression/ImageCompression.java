package org.ssdtier.rowcache.compression;

import java.io.IOException;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.ssdtier.segmentlog.device.Storage;

/** The compression of a cache's images, table by table. Thread-safe. */
public final class ImageCompression implements AutoCloseable {
    private static final int MAX_QUEUED_TRIALS = 64;
    private static final long TRAINER_IDLE_SECONDS = 10;

    private final CompressionParts parts;
    private final ConcurrentMap<UUID, TableCompression> tables = new ConcurrentHashMap<>();
    private final Runnable stopTrainer;

    /**
     * Creates the compression of a cache.
     *
     * @param mode whether images are compressed
     * @param policy bounds and thresholds
     * @param hasDirectory whether there is an SSD tier, in whose directory dictionaries are saved
     * @param hasThreads whether trials run on a thread of their own; false runs them on the thread that fills a sample
     * @param nanoClock clock of the measured times, nanoseconds
     */
    public static ImageCompression open(
            CompressionMode mode,
            CompressionPolicy policy,
            boolean hasDirectory,
            boolean hasThreads,
            LongSupplier nanoClock) {
        ExecutorService thread = hasThreads ? trainer() : null;
        Executor trainer = thread == null ? Runnable::run : thread;
        return new ImageCompression(
                new CompressionParts(mode, policy, hasDirectory, trainer, nanoClock),
                thread == null ? () -> {} : thread::shutdownNow);
    }

    private ImageCompression(CompressionParts parts, Runnable stopTrainer) {
        this.parts = parts;
        this.stopTrainer = stopTrainer;
    }

    private static ExecutorService trainer() {
        ThreadPoolExecutor executor = new ThreadPoolExecutor(
                1,
                1,
                TRAINER_IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(MAX_QUEUED_TRIALS),
                ImageCompression::thread);
        executor.allowCoreThreadTimeOut(true);
        return executor;
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "ssd-row-cache-dictionaries");
        thread.setDaemon(true);
        thread.setPriority(Thread.MIN_PRIORITY);
        return thread;
    }

    /** Returns the files of the dictionaries. */
    public DictionaryStore store() {
        return parts.store;
    }

    /** Returns the counters. */
    public CompressionCounters counters() {
        return parts.counters;
    }

    /** Gives the tables the dictionaries that were read at the start. */
    public void recover() {
        for (Dictionary dictionary : parts.store.saved()) { // in ascending order
            table(dictionary.table()).recover(dictionary);
        }
    }

    /** Returns the compression of a table; always the same object for an ID, until {@link #forget(UUID)}. */
    public TableCompression table(UUID id) {
        TableCompression table = tables.get(id);
        return table != null ? table : tables.computeIfAbsent(id, same -> new TableCompression(parts, same));
    }

    /** Returns the compression of a table that no longer exists: nothing is compressed, and no dictionary is found. */
    public TableCompression retired(UUID id) {
        TableCompression table = new TableCompression(parts, id);
        table.retire();
        return table;
    }

    /** Removes the dictionaries of a table that was dropped. */
    public void forget(UUID id) {
        TableCompression table = tables.remove(id);
        if (table != null) {
            table.retire();
        }
    }

    /** Removes the dictionaries of all tables, which begin again with a sample of the images to come. */
    public void forgetAll() {
        tables.values().forEach(TableCompression::forget);
    }

    /**
     * Removes all dictionaries, as {@link #forgetAll} does, and overwrites and deletes their files. On the thread that saves them.
     *
     * @throws IOException if a file cannot be overwritten or deleted
     */
    public void erase(Storage storage) throws IOException {
        forgetAll();
        parts.store.erase(storage);
    }

    /** Removes the dictionaries of tables that no longer exist. */
    public void keepOnly(Predicate<UUID> isTable) {
        for (UUID id : tables.keySet()) {
            if (!isTable.test(id)) {
                forget(id);
            }
        }
    }

    /** Frees all memory. Dictionaries stay on the SSD. Idempotent. */
    @Override
    public void close() {
        stopTrainer.run();
        tables.values().forEach(TableCompression::close);
        tables.clear();
        parts.close();
    }
}
