package org.ssdtier.rowcache.compression;

import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The parts that the tables of a cache share. Thread-safe. */
final class CompressionParts {
    /** Largest number of dictionaries in memory and on the SSD. */
    static final int MAX_DICTIONARIES = 128;

    private static final Logger logger = LoggerFactory.getLogger(CompressionParts.class);
    private static final long PAUSE_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final int MAX_SAMPLES = 16;
    private static final int IDLE_COMPRESSORS = 16;
    private static final int IDLE_DECOMPRESSORS = 32;

    final CompressionPolicy policy;
    final CompressionCounters counters = new CompressionCounters();
    final DictionaryStore store;
    final Executor trainer;
    final LongSupplier nanoClock;
    final SamplePool samples = new SamplePool(MAX_SAMPLES);
    final Slots<Compressor> compressors = Compressor.pool(IDLE_COMPRESSORS);
    final Slots<Decompressor> decompressors = Decompressor.pool(IDLE_DECOMPRESSORS);
    private volatile boolean isOn;
    private volatile boolean isBroken;
    private volatile boolean isPaused;
    private volatile long pausedAt;

    CompressionParts(
            CompressionMode mode,
            CompressionPolicy policy,
            boolean hasDirectory,
            Executor trainer,
            LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
        this.policy = policy;
        this.store = new DictionaryStore(hasDirectory, counters);
        this.trainer = trainer;
        this.isOn = mode == CompressionMode.AUTO;
    }

    /** Returns whether images are compressed: one volatile read while they are. */
    boolean isOn() {
        return isOn || (isPaused && isPauseOver());
    }

    private synchronized boolean isPauseOver() {
        if (isBroken || !isPaused || nanoClock.getAsLong() - pausedAt < PAUSE_NANOS) {
            return isOn;
        }
        isPaused = false;
        isOn = true;
        return true;
    }

    /**
     * Pauses compression after a lack of memory, which passes, and ends it after any other failure, such as of the native library,
     * which would come again.
     */
    synchronized void failed(Throwable cause) {
        boolean passes = cause instanceof OutOfMemoryError;
        if (!passes) {
            isBroken = true;
        }
        if (isOn) {
            isOn = false;
            pausedAt = nanoClock.getAsLong();
            isPaused = passes;
            logger.warn(
                    "Row cache: rows are not compressed {}", passes ? "for a minute" : "until the next start", cause);
        }
    }

    /** Frees the contexts of retired dictionaries. */
    void freeRetired() {
        compressors.discardIf(Compressor::isOver);
        decompressors.discardIf(Decompressor::isOver);
    }

    /** Frees all contexts and ends compression. */
    synchronized void close() {
        isBroken = true;
        isOn = false;
        compressors.close();
        decompressors.close();
    }
}
