package org.ssdtier.rowcache;

import java.util.concurrent.ThreadFactory;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The configuration of a {@link TieredCache} and what it gets from outside: time and threads. Immutable. */
public final class TieredCacheOptions {
    private final long memoryCapacityBytes;
    private final long pendingCapacityBytes;
    private final int maxImageBytes;
    private final byte[] identity;
    private final LongSupplier nanoClock;
    private final ThreadFactory threads;
    private final @Nullable SsdOptions ssd;

    private TieredCacheOptions(Builder builder) {
        memoryCapacityBytes = builder.memoryCapacityBytes;
        pendingCapacityBytes = builder.pendingCapacityBytes;
        maxImageBytes = builder.maxImageBytes;
        identity = builder.identity;
        nanoClock = builder.nanoClock;
        threads = builder.threads;
        ssd = builder.ssd;
    }

    /** Returns a builder with the defaults. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns the bytes of the memory tier; 0 means off. */
    public long memoryCapacityBytes() {
        return memoryCapacityBytes;
    }

    /** Returns the bound of the images on their way to the SSD, bytes. */
    public long pendingCapacityBytes() {
        return pendingCapacityBytes;
    }

    /** Returns the longest image that is cached, bytes. */
    public int maxImageBytes() {
        return maxImageBytes;
    }

    /** Returns what must be the same for a snapshot to be used: release, versions, host. */
    public byte[] identity() {
        return identity.clone();
    }

    /** Returns the clock, nanoseconds, monotonic. */
    public LongSupplier nanoClock() {
        return nanoClock;
    }

    /** Returns the maker of the cache's threads. */
    public ThreadFactory threads() {
        return threads;
    }

    /** Returns the SSD tier's options; null means that there is no SSD tier. */
    public @Nullable SsdOptions ssd() {
        return ssd;
    }

    /** Collects options. Not thread-safe. */
    public static final class Builder {
        private long memoryCapacityBytes = 64L << 20;
        private long pendingCapacityBytes = 16L << 20;
        private int maxImageBytes = 1 << 20;
        private byte[] identity = {};
        private LongSupplier nanoClock = System::nanoTime;
        private ThreadFactory threads = Builder::daemon;
        private @Nullable SsdOptions ssd;

        private Builder() {}

        /** Sets the bytes of the memory tier; 0 means off. */
        public Builder memoryCapacityBytes(long bytes) {
            memoryCapacityBytes = bytes;
            return this;
        }

        /** Sets the bound of the images on their way to the SSD, bytes. */
        public Builder pendingCapacityBytes(long bytes) {
            pendingCapacityBytes = bytes;
            return this;
        }

        /** Sets the longest image that is cached, bytes. */
        public Builder maxImageBytes(int bytes) {
            maxImageBytes = bytes;
            return this;
        }

        /** Sets what must be the same for a snapshot to be used: release, versions, host. */
        public Builder identity(byte[] identity) {
            this.identity = identity.clone();
            return this;
        }

        /** Sets the clock, nanoseconds, monotonic. */
        public Builder nanoClock(LongSupplier nanoClock) {
            this.nanoClock = nanoClock;
            return this;
        }

        /** Sets the maker of the cache's threads. */
        public Builder threads(ThreadFactory threads) {
            this.threads = threads;
            return this;
        }

        /** Sets the SSD tier's options; null means that there is no SSD tier. */
        public Builder ssd(@Nullable SsdOptions ssd) {
            this.ssd = ssd;
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
