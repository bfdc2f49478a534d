package org.ssdtier.rowcache.compression;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.AtomicHistogram;

/** The counters of the compression of all tables. Thread-safe. */
public final class CompressionCounters {
    private static final long LONGEST_NANOS = 1_000_000_000L;
    private static final int DIGITS = 2;

    final LongAdder compressedImages = new LongAdder();
    final LongAdder incompressibleImages = new LongAdder();
    final LongAdder bytesBefore = new LongAdder();
    final LongAdder bytesAfter = new LongAdder();
    final LongAdder trials = new LongAdder();
    final LongAdder trialsWithoutGain = new LongAdder();
    final LongAdder misses = new LongAdder();
    final LongAdder damaged = new LongAdder();
    final AtomicInteger dictionaries = new AtomicInteger();
    private final AtomicHistogram decompressLatency = new AtomicHistogram(LONGEST_NANOS, DIGITS);

    /** Returns the number of images that were compressed. */
    public long compressedImages() {
        return compressedImages.sum();
    }

    /** Returns the number of images of compressed tables that are stored as they are, because compression saved too little. */
    public long incompressibleImages() {
        return incompressibleImages.sum();
    }

    /** Returns the bytes of the images of compressed tables, before compression. */
    public long bytesBefore() {
        return bytesBefore.sum();
    }

    /** Returns the bytes of the same images as they are stored. */
    public long bytesAfter() {
        return bytesAfter.sum();
    }

    /** Returns the number of trials. */
    public long trials() {
        return trials.sum();
    }

    /** Returns the number of trials that brought no new dictionary. */
    public long trialsWithoutGain() {
        return trialsWithoutGain.sum();
    }

    /** Returns the number of images that were found but whose dictionary is lost; each was a miss. */
    public long misses() {
        return misses.sum();
    }

    /** Returns the number of dictionaries that could not be read at a start. */
    public long damaged() {
        return damaged.sum();
    }

    /** Returns the number of dictionaries in memory. */
    public long dictionaries() {
        return dictionaries.get();
    }

    /** Returns a copy of the distribution of the time to decompress an image, from a sample. */
    public AtomicHistogram decompressLatency() {
        return decompressLatency.copy();
    }

    void recordDecompression(long nanos) {
        decompressLatency.recordValue(Math.max(0, Math.min(LONGEST_NANOS, nanos)));
    }
}
