package org.ssdtier.rowcache;

import java.security.SecureRandom;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.ssdtier.rowcache.compression.CompressionMode;
import org.ssdtier.rowcache.compression.CompressionPolicy;
import org.ssdtier.rowcache.compression.ImageCompression;
import org.ssdtier.rowcache.curve.ReadSampler;
import org.ssdtier.segmentlog.Bounds;
import org.ssdtier.segmentlog.SegmentLogOptions;
import org.ssdtier.segmentlog.device.Device;
import org.ssdtier.segmentlog.device.DirectorySource;
import org.ssdtier.segmentlog.device.NanoClock;
import org.ssdtier.segmentlog.device.StorageSource;

/** The configuration of a {@link TieredCache}, including its clock, threads and source of random numbers. Immutable. */
public final class TieredCacheOptions {
    /** The largest allowed value of the longest image that is cached, bytes. */
    public static final int MAX_IMAGE_BYTES = 64 << 20;

    private final long memoryCapacityBytes;
    private final long memoryHeapBytes;
    private final long pendingCapacityBytes;
    private final int maxImageBytes;
    private final byte[] identity;
    private final LongSupplier nanoClock;
    private final @Nullable ThreadFactory threads;
    private final @Nullable SsdOptions ssd;
    private final @Nullable StorageSource storage;
    private final @Nullable Executor flushExecutor;
    private final LongSupplier randomLongs;
    private final double sampleRate;
    private final CompressionMode compression;
    private final CompressionPolicy compressionPolicy;

    private TieredCacheOptions(Builder builder) {
        memoryCapacityBytes = builder.memoryCapacityBytes;
        memoryHeapBytes = builder.memoryHeapBytes;
        pendingCapacityBytes = builder.pendingCapacityBytes;
        maxImageBytes = builder.maxImageBytes;
        identity = builder.identity;
        nanoClock = builder.nanoClock;
        threads = builder.threads;
        ssd = builder.ssd;
        storage = builder.storage;
        flushExecutor = builder.flushExecutor;
        randomLongs = builder.randomLongs;
        sampleRate = builder.sampleRate;
        compression = builder.compression;
        compressionPolicy = builder.compressionPolicy;
    }

    /** Returns a builder with the defaults. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns the bytes of the memory tier; 0 means that the cache is off. */
    public long memoryCapacityBytes() {
        return memoryCapacityBytes;
    }

    /** Returns the bound of the memory tier's bytes on the heap. */
    public long memoryHeapBytes() {
        return memoryHeapBytes;
    }

    /** Returns the bound of the pending images, on their way to the SSD, bytes. */
    public long pendingCapacityBytes() {
        return pendingCapacityBytes;
    }

    /** Returns the length of the longest image that is cached, bytes. */
    public int maxImageBytes() {
        return maxImageBytes;
    }

    /** Returns the identity that a snapshot must have to be used: release, versions, host. */
    public byte[] identity() {
        return identity.clone();
    }

    /** Returns the monotonic clock, in nanoseconds. */
    public LongSupplier nanoClock() {
        return nanoClock;
    }

    /** Returns the factory of the cache's threads; null if {@link TieredCache#work} is called instead. */
    @Nullable
    ThreadFactory threads() {
        return threads;
    }

    /** Returns the factory of the SSD tier's storage; by default its directory. */
    StorageSource storage(SsdOptions of) {
        StorageSource source = storage;
        return source != null
                ? source
                : new DirectorySource(of.directory(), of.device().files(), SsdOptions.DIRECTORY_KIND);
    }

    /** Returns the executor that writes full buffers; null means the log's own thread. */
    @Nullable
    Executor flushExecutor() {
        return flushExecutor;
    }

    /** Returns the source of random numbers, for the ids of files and the key of the hashes. */
    LongSupplier randomLongs() {
        return randomLongs;
    }

    /** Returns the largest fraction of keys whose reads are sampled for the curve of hit ratios by size; 0 for none. */
    double sampleRate() {
        return sampleRate;
    }

    /** Opens the compression of the images. */
    ImageCompression openCompression() {
        return ImageCompression.open(compression, compressionPolicy, ssd != null, threads != null, nanoClock);
    }

    /**
     * Checks every option.
     *
     * @throws IllegalArgumentException if one is invalid; the message names option, value and allowed range
     */
    void validate() {
        Bounds.check("row_cache_size", memoryCapacityBytes, 0, Long.MAX_VALUE);
        Bounds.check("heap_limit", memoryHeapBytes, 1, Long.MAX_VALUE);
        Bounds.check("pending_capacity", pendingCapacityBytes, 0, Long.MAX_VALUE);
        Bounds.check("max_row_size", maxImageBytes, 0, MAX_IMAGE_BYTES);
        if (!(sampleRate >= 0 && sampleRate <= ReadSampler.MAX_RATE)) {
            throw new IllegalArgumentException("sample_rate=" + sampleRate + ", allowed 0 to " + ReadSampler.MAX_RATE);
        }
        SsdOptions ssdOptions = ssd;
        if (ssdOptions != null) {
            ssdOptions.validate();
            logOptions(ssdOptions).validate();
        }
    }

    SegmentLogOptions logOptions(SsdOptions of) {
        int longest = of.geometry().segmentBytes() - 2 * Device.PAGE_BYTES;
        int record = (int) Math.min(longest, Math.max(Device.PAGE_BYTES, (long) maxImageBytes + RowKey.MAX_KEY_BYTES));
        SegmentLogOptions defaults = SegmentLogOptions.ofCapacity(of.geometry().capacityBytes());
        return defaults.withSegments(of.geometry().segmentBytes(), record)
                .withWriteBuffers(of.geometry().writeBufferBytes(), defaults.writeBuffers())
                .withFiles(of.device().files())
                .withReadBuffers(of.device().readsInFlight())
                .withReadTimeout(of.device().readTimeoutNanos())
                .withOpenOnFirstWrite(true)
                .withFlushExecutor(flushExecutor)
                .withInstanceIds(randomLongs);
    }

    /** Returns the SSD tier's options; null if there is no SSD tier. */
    public @Nullable SsdOptions ssd() {
        return ssd;
    }

    /** A builder of options. Not thread-safe. */
    public static final class Builder {
        private long memoryCapacityBytes = 64L << 20;
        private long memoryHeapBytes = Long.MAX_VALUE;
        private long pendingCapacityBytes = 16L << 20;
        private int maxImageBytes = 1 << 20;
        private byte[] identity = {};
        private LongSupplier nanoClock = NanoClock.SYSTEM;
        private @Nullable ThreadFactory threads = Builder::daemon;
        private @Nullable SsdOptions ssd;
        private @Nullable StorageSource storage;
        private @Nullable Executor flushExecutor;
        private LongSupplier randomLongs = new SecureRandom()::nextLong;
        private double sampleRate;
        private CompressionMode compression = CompressionMode.OFF;
        private CompressionPolicy compressionPolicy = CompressionPolicy.STANDARD;

        private Builder() {}

        /** Sets the bytes of the memory tier; 0 means that the cache is off. */
        public Builder memoryCapacityBytes(long bytes) {
            memoryCapacityBytes = bytes;
            return this;
        }

        /** Sets the bound of the memory tier's bytes on the heap, which are part of its bytes; unbounded if not set. */
        public Builder memoryHeapBytes(long bytes) {
            memoryHeapBytes = bytes;
            return this;
        }

        /** Sets the bound of the pending images, on their way to the SSD, bytes. */
        public Builder pendingCapacityBytes(long bytes) {
            pendingCapacityBytes = bytes;
            return this;
        }

        /** Sets the length of the longest image that is cached, bytes. */
        public Builder maxImageBytes(int bytes) {
            maxImageBytes = bytes;
            return this;
        }

        /** Sets the identity that a snapshot must have to be used: release, versions, host. */
        public Builder identity(byte[] identity) {
            this.identity = identity.clone();
            return this;
        }

        /** Sets the monotonic clock, in nanoseconds. */
        public Builder nanoClock(LongSupplier nanoClock) {
            this.nanoClock = nanoClock;
            return this;
        }

        /** Sets the factory of the cache's threads. */
        public Builder threads(ThreadFactory threads) {
            this.threads = threads;
            return this;
        }

        /** Sets the largest fraction of keys whose reads are sampled, 0 to 0.5; 0, no samples, if not set. */
        public Builder sampleRate(double rate) {
            this.sampleRate = rate;
            return this;
        }

        /** Sets whether images are compressed, off if not set, and the bounds and thresholds of compression. */
        public Builder compression(CompressionMode mode, CompressionPolicy policy) {
            this.compression = mode;
            this.compressionPolicy = policy;
            return this;
        }

        /** Sets the SSD tier's options; null means that there is no SSD tier. */
        public Builder ssd(@Nullable SsdOptions ssd) {
            this.ssd = ssd;
            return this;
        }

        /** Disables the cache's threads: the thread that calls {@link TieredCache#work} does the writer's work. */
        Builder withoutThreads() {
            this.threads = null;
            this.flushExecutor = Runnable::run;
            return this;
        }

        /** Sets the factory of the SSD tier's storage, in place of its directory. */
        Builder storage(StorageSource source) {
            this.storage = source;
            return this;
        }

        /** Sets the source of random numbers, for the ids of files and the key of the hashes. */
        Builder randomLongs(LongSupplier source) {
            this.randomLongs = source;
            return this;
        }

        /** Returns the options. */
        public TieredCacheOptions build() {
            return new TieredCacheOptions(this);
        }

        private static Thread daemon(Runnable work) {
            Thread thread = new Thread(work, "ssd-row-cache-writer");
            thread.setDaemon(true);
            return thread;
        }
    }
}
